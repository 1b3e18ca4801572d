import { backoffMs } from '@app/common';
import { checkMarketContract, evaluateRules, readFacts, type RuleResult } from '../domain/chain-rules.js';
import { callOf, type PlannedStep } from '../domain/planned-step.js';
import { type Chain, ChainUnavailableError } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import { settleOnceConfirmed } from './prove-step.js';
import { armAndSend } from './send-step.js';
import type { StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';
import { failStep, transitionStep } from './transition-step.js';

const UNARMED_BACKOFF = { baseMs: 500, maxMs: 30_000 } as const;
/** Attempts, and age of the execution, after which an unreachable chain fails it. */
const MAX_UNARMED_TRIES = 10;
const MAX_UNARMED_AGE_MS = 10 * 60_000;
const BREAKER_RETRY_DELAY_MS = 1_000;

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
    if (error instanceof ChainUnavailableError) return retryLater(parts, context);
    throw error;
  }
  if (failure === 'executed_already') return settleOnceConfirmed(parts, context);
  if (failure !== null) return failStep(parts, context, failure);
  const tokenDueInMs = await store.takeProviderToken(context.lease);
  if (tokenDueInMs > 0) return wait(tokenDueInMs, 'provider');
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

/** Retries with backoff while the chain is unreachable. Failing at the limit is safe, because nothing was armed. */
async function retryLater(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { execution, nowMs } = context;
  const tries = execution.tries + 1;
  if (tries >= MAX_UNARMED_TRIES || nowMs - execution.createdAtMs > MAX_UNARMED_AGE_MS) {
    return failStep(parts, context, 'gave_up_before_sending', { tries });
  }
  await transitionStep(parts, context, {
    event: 'execution.delayed',
    data: { tries },
    execution: { tries, waitingFor: 'block' },
  });
  return wait(backoffMs(tries, UNARMED_BACKOFF, parts.random), 'block');
}
