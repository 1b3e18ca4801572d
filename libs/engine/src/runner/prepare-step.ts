import { isBuy, toBaseUnits } from '@app/common';
import { backoffMs } from '../domain/backoff.js';
import { encodeStep, type EncodedStep } from '../domain/encode-step.js';
import { type FailureReason, failureOfRevert } from '../domain/failure.js';
import { ChainUnavailableError } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import { armAndSend } from './send-step.js';
import { settleOnceConfirmed } from './prove-step.js';
import { changeOf, failStep, type StepContext } from './step-context.js';
import { type Verdict, wait } from './verdict.js';

/** More than any of the calls takes, long questions included; it only decides whether a wallet can pay. */
const GAS = { approve: 80_000n, create_market: 1_500_000n, action: 300_000n } as const;
const UNARMED_BACKOFF = { baseMs: 500, maxMs: 30_000 } as const;
const UNARMED_TRIES = 10;
const UNARMED_LIFE_MS = 10 * 60_000;
const BREAKER_REST_MS = 1_000;
const BUCKET_REST_MS = 100;

/** Before anything is stored for sending: everything that can be known is asked, so that nothing foreseeable is sent. */
export async function prepareStep(parts: EngineParts, context: StepContext): Promise<Verdict> {
  const { store, failpoints } = parts;
  await failpoints.reach('lease_held_nothing_armed');
  if (context.providerWalletId === null) return failStep(store, context, 'wallet_not_executable');
  if (context.breakerOpen) return wait(BREAKER_REST_MS, 'provider');
  const deadlineSeconds = Math.floor((context.nowMs + parts.settings.deadlineMs) / 1000);
  const encode = (kind: 'approve' | 'main'): EncodedStep =>
    encodeStep({
      intent: context.execution.intent,
      kind,
      ref: context.execution.ref,
      deadlineSeconds,
      context: parts.settings.plan,
    });
  let obstacle: FailureReason | 'executed_already' | null;
  try {
    obstacle = await findObstacle(parts, context, encode('main'));
  } catch (error) {
    if (error instanceof ChainUnavailableError) return tryLater(parts, context);
    throw error;
  }
  if (obstacle === 'executed_already') return settleOnceConfirmed(parts, context);
  if (obstacle !== null) return failStep(store, context, obstacle);
  if (!(await store.takeProviderToken())) return wait(BUCKET_REST_MS, 'provider');
  return armAndSend(parts, context, { ...encode(context.step.kind), deadlineMs: deadlineSeconds * 1000 });
}

async function findObstacle(
  parts: EngineParts,
  context: StepContext,
  main: EncodedStep,
): Promise<FailureReason | 'executed_already' | null> {
  const { walletAddress } = context.execution;
  const foreign = await findForeign(parts, context);
  if (foreign !== null) return foreign;
  const [simulation, short] = await Promise.all([
    parts.chain.simulate({ from: walletAddress, to: main.contractAddress, callData: main.callData }),
    findShortage(parts, context),
  ]);
  if (!simulation.ok) {
    if (simulation.contractError === 'RefUsed') return 'executed_already';
    // Before the approval the market cannot take the stake yet: that much of the refusal is expected.
    const awaitsApproval = context.step.kind === 'approve' && simulation.contractError === 'ERC20InsufficientAllowance';
    if (!awaitsApproval) return failureOfRevert(simulation.contractError);
  }
  return short;
}

/** Anything but our factory's markets and its collateral would be an arbitrary transfer, the approval included. */
async function findForeign(
  { chain, settings }: EngineParts,
  { execution }: StepContext,
): Promise<FailureReason | null> {
  const { action, marketContractAddress, collateralToken } = execution.intent;
  if (action === 'create_market') {
    const configured = settings.plan.collateralAddress.toLowerCase();
    return collateralToken?.toLowerCase() === configured ? null : 'foreign_collateral';
  }
  if (marketContractAddress === null) return 'foreign_contract';
  return (await chain.isMarket(marketContractAddress)) ? null : 'foreign_contract';
}

async function findShortage({ chain, settings }: EngineParts, context: StepContext): Promise<FailureReason | null> {
  const { execution, step } = context;
  const { action, amount } = execution.intent;
  const ownGas = action === 'create_market' ? GAS.create_market : GAS.action;
  const [holdings, gasCostWei] = await Promise.all([
    chain.holdings(execution.walletAddress),
    chain.gasCostWei(step.kind === 'approve' ? ownGas + GAS.approve : ownGas),
  ]);
  if (holdings.nativeWei < gasCostWei) return 'insufficient_gas';
  if (!isBuy(action) || amount === null) return null;
  const wanted = toBaseUnits(amount, settings.plan.decimals);
  return wanted === null || holdings.collateralBaseUnits < wanted ? 'insufficient_token' : null;
}

/** Nothing was armed, so nothing can have happened: try again, but not for ever. */
async function tryLater({ store, random }: EngineParts, context: StepContext): Promise<Verdict> {
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
