import { checkMarketContract, evaluateRules, readFacts, type RuleResult } from '../domain/chain-rules.js';
import { callOf, gasOf, type PlannedStep } from '../domain/planned-step.js';
import { type Chain, ChainUnavailableError } from '../domain/ports/chain.js';
import { ProviderError } from '../domain/ports/custody.js';
import type { EngineParts } from './engine-parts.js';
import { settleOnceConfirmed } from './prove-step.js';
import { armAndSend } from './send-step.js';
import type { StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';
import { retryUnarmed } from './retry-unarmed.js';
import { failStep } from './transition-step.js';

const BREAKER_RETRY_DELAY_MS = 1_000;
const RATE_LIMIT_RETRY_DELAY_MS = 100;

/** Evaluates every rule on the chain before arming, so that calls that would fail are not sent. */
export async function prepareStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { store, failpoints, settings } = parts;
  await failpoints.reach('lease_held_nothing_armed');
  if (context.providerWalletId === null) return failStep(parts, context, 'wallet_not_executable');
  if (context.breakerOpen) return wait(BREAKER_RETRY_DELAY_MS, 'provider');
  const deadlineSeconds = Math.floor((context.nowMs + settings.deadlineMs) / 1000);
  const { intent, ref, walletAddress } = context.execution;
  const { kind } = context.step;
  const planned: PlannedStep = { intent, kind, plan: settings.plan, walletAddress, ref, deadlineSeconds };
  let failure: RuleResult['failure'];
  try {
    failure = await findFailure(parts.chain, planned);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return retryUnarmed(parts, context, 'block');
    throw error;
  }
  if (failure === 'executed_already') return settleOnceConfirmed(parts, context);
  if (failure === 'insufficient_gas') return topUpOrFail(parts, context);
  if (failure !== null) return failStep(parts, context, failure);
  if (!(await store.takeProviderToken())) return wait(RATE_LIMIT_RETRY_DELAY_MS, 'provider');
  return armAndSend(parts, context, { ...callOf(planned, kind), deadlineMs: deadlineSeconds * 1000 });
}

/** Failure of the first rule that does not hold; previews evaluate the same rules. */
async function findFailure(chain: Chain, step: PlannedStep): Promise<RuleResult['failure']> {
  const contract = await checkMarketContract(chain, step);
  if (contract.failure !== null) return contract.failure;
  const { minMultiple, marketContractAddress } = step.intent;
  const [facts, market] = await Promise.all([
    readFacts(chain, step),
    minMultiple === null || marketContractAddress === null ? null : chain.marketState(marketContractAddress),
  ]);
  const results = evaluateRules(step, { ...facts, pools: market?.pools ?? null });
  return results.find(({ failure }) => failure !== null)?.failure ?? null;
}

/** Waits for gas where the custody pays for it. */
async function topUpOrFail(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { chain, provider } = parts;
  const { intent, walletAddress: address } = context.execution;
  try {
    const requiredWei = await chain.gasCostWei(gasOf({ intent, kind: context.step.kind }));
    if (!(await provider.topUpGas({ address, requiredWei }))) return await failStep(parts, context, 'insufficient_gas');
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) && !(error instanceof ProviderError)) throw error;
  }
  return retryUnarmed(parts, context, 'gas');
}
