import { backoffMs } from '../domain/backoff.js';
import { type ChainVerdict, checkMarketContract, evaluateRules, readFacts } from '../domain/evaluate.js';
import { bytesOf, type PlannedStep } from '../domain/planned-step.js';
import { type Chain, ChainUnavailableError } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import { armAndSend } from './send-step.js';
import { settleOnceConfirmed } from './prove-step.js';
import { changeOf, failStep, type StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';

const UNARMED_BACKOFF = { baseMs: 500, maxMs: 30_000 } as const;
const UNARMED_TRIES = 10;
const UNARMED_LIFE_MS = 10 * 60_000;
const BREAKER_RETRY_DELAY_MS = 1_000;
const BUCKET_RETRY_DELAY_MS = 100;

/** Before anything is stored for sending: everything that can be known is asked, so that nothing foreseeable is sent. */
export async function prepareStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { store, failpoints } = parts;
  await failpoints.reach('lease_held_nothing_armed');
  if (context.providerWalletId === null) return failStep(store, context, 'wallet_not_executable');
  if (context.breakerOpen) return wait(BREAKER_RETRY_DELAY_MS, 'provider');
  const deadlineSeconds = Math.floor((context.nowMs + parts.settings.deadlineMs) / 1000);
  const { intent, ref, walletAddress } = context.execution;
  const { kind } = context.step;
  const planned: PlannedStep = { intent, kind, plan: parts.settings.plan, walletAddress, ref, deadlineSeconds };
  let obstacle: ChainVerdict['failure'];
  try {
    obstacle = await findObstacle(parts.chain, planned);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return tryLater(parts, context);
    throw error;
  }
  if (obstacle === 'executed_already') return settleOnceConfirmed(parts, context);
  if (obstacle !== null) return failStep(store, context, obstacle);
  if (!(await store.takeProviderToken())) return wait(BUCKET_RETRY_DELAY_MS, 'provider');
  return armAndSend(parts, context, { ...bytesOf(planned, kind), deadlineMs: deadlineSeconds * 1000 });
}

/** The first rule that refuses, of those that preview shows. */
async function findObstacle(chain: Chain, step: PlannedStep): Promise<ChainVerdict['failure']> {
  const contract = await checkMarketContract(chain, step);
  if (contract.failure !== null) return contract.failure;
  const { minMultiple, marketContractAddress } = step.intent;
  const [facts, market] = await Promise.all([
    readFacts(chain, step),
    minMultiple === null || marketContractAddress === null ? null : chain.marketState(marketContractAddress),
  ]);
  const verdicts = evaluateRules(step, { ...facts, pools: market?.pools ?? null });
  return verdicts.find(({ failure }) => failure !== null)?.failure ?? null;
}

/** Nothing was armed, so nothing can have happened: try again, but not for ever. */
async function tryLater({ store, random }: EngineParts, context: StepContext): Promise<StepResult> {
  const { execution, nowMs } = context;
  const tries = execution.tries + 1;
  if (tries >= UNARMED_TRIES || nowMs - execution.createdAtMs > UNARMED_LIFE_MS) {
    return failStep(store, context, 'gave_up_before_sending', { tries });
  }
  await store.apply(
    context.lease,
    changeOf(context, { event: 'execution.delayed', data: { tries }, execution: { tries, waitingFor: 'block' } }),
  );
  return wait(backoffMs(tries, UNARMED_BACKOFF, random), 'block');
}
