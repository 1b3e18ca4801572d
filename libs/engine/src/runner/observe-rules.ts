import { type Chain, ChainUnavailableError } from '@app/chain';
import { isBuy } from '@app/common';
import {
  type ChainReadings,
  checkMarketContract,
  evaluateRules,
  readFacts,
  type RuleResult,
} from '../domain/chain-rules.js';
import { type Execution, type LaneWork, presentStep } from '../domain/lane-work.js';
import { computeStake, mayApprove, type PlannedStep } from '../domain/planned-step.js';
import { listOthers, type StepContext } from './step-context.js';

/**
 * Reads a fact and the height at which it holds: calls made at one moment share a batch, and one node answers a batch. A full
 * batch is split, so the head is read before and after the fact.
 */
export async function readAtHead<T>(
  chain: Chain,
  { knownBlock }: Pick<LaneWork, 'knownBlock'>,
  read: () => Promise<T>,
): Promise<{ value: T; isBehind: boolean }> {
  const [before, value, after] = await Promise.all([chain.head(), read(), chain.head()]);
  return { value, isBehind: Math.min(before.blockNumber, after.blockNumber) < knownBlock };
}

/**
 * Failure of the first rule that does not hold; previews evaluate the same rules. A refusal counts only at its height. While
 * others of the lane are in flight, the rules are read on the pending block, whose refusal does not count. An approval may be
 * sent behind them all the same: a needless one does no harm.
 */
export async function readRules(
  chain: Chain,
  lane: StepContext,
  step: PlannedStep,
): Promise<RuleResult['failure'] | 'node_unreachable' | 'node_behind' | 'others_in_flight' | 'unanswered'> {
  const hasOthers = listOthers(lane).length > 0;
  try {
    if (hasOthers) return await readPendingRules(chain, lane, step);
    const { value: failure, isBehind } = await readAtHead(chain, lane, () => findFailure(chain, step));
    const mayBeFunded = lane.awaitsFunds && failure === 'insufficient_token';
    return failure !== null && (isBehind || mayBeFunded) ? 'node_behind' : failure;
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    if (!(await isReachable(chain))) return 'node_unreachable';
    return hasOthers ? 'others_in_flight' : 'unanswered';
  }
}

async function readPendingRules(
  chain: Chain,
  lane: StepContext,
  step: PlannedStep,
): Promise<null | 'allowance_missing' | 'others_in_flight'> {
  const failure = (await findFailure(chain, step, 'pending')) ?? (await readSpentAllowance(chain, lane, step));
  if (failure === null) return null;
  const awaitsPermit = listOthers(lane).some(carriesPermit);
  return failure === 'allowance_missing' && mayApprove(lane) && !awaitsPermit ? failure : 'others_in_flight';
}

/** Its allowance is gone if its buy reverts, and the wallet's next permit then has another nonce. */
function carriesPermit(execution: Execution): boolean {
  const { kind, allowanceBaseUnits } = presentStep(execution);
  return kind === 'main' && allowanceBaseUnits !== null;
}

/**
 * Whether buys in flight use up the allowance that is mined: a node's pending block may lack them, and a permit may fail. The
 * allowance is that of the newest recorded block, because buys that a later one has are still counted as in flight.
 */
async function readSpentAllowance(
  chain: Chain,
  lane: StepContext,
  step: PlannedStep,
): Promise<null | 'allowance_missing' | 'others_in_flight'> {
  const { walletAddress: owner, intent, plan } = step;
  const { marketContractAddress: spender } = intent;
  const stakeOf = (buy: PlannedStep['intent']): bigint => computeStake({ intent: buy, plan })?.amountBaseUnits ?? 0n;
  const spent = listOthers(lane)
    .filter((other) => other.intent.marketContractAddress === spender && presentStep(other).status !== 'mined')
    .reduce((sum, other) => sum + stakeOf(other.intent), 0n);
  if (spender === null || !isBuy(intent.action) || spent === 0n) return null;
  const { value, isBehind } = await readAtHead(chain, lane, () =>
    chain.allowance({ owner, spender }, lane.knownBlock > 0 ? lane.knownBlock : undefined),
  );
  if (isBehind) return 'others_in_flight';
  return value < spent + stakeOf(intent) ? 'allowance_missing' : null;
}

async function findFailure(chain: Chain, step: PlannedStep, block?: 'pending'): Promise<RuleResult['failure']> {
  // Started with the other reads, so that they share a batch.
  const reading = readFacts(chain, step, block);
  reading.catch(() => undefined); // handled below, unless the contract is refused
  const contract = await checkMarketContract(chain, step);
  if (contract.failure !== null) return contract.failure;
  const facts = { ...(await reading), pools: null };
  const failure = firstFailure(step, facts);
  if (failure !== 'allowance_missing') return failure;
  // The other rules come before an approval as well.
  return firstFailure({ ...step, kind: 'approve' }, facts) ?? failure;
}

function firstFailure(step: PlannedStep, facts: ChainReadings): RuleResult['failure'] {
  return evaluateRules(step, facts).find(({ failure }) => failure !== null)?.failure ?? null;
}

/** Tells a node that is away from one that cannot answer the step's questions. */
async function isReachable(chain: Chain): Promise<boolean> {
  try {
    await chain.head();
    return true;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return false;
    throw error;
  }
}
