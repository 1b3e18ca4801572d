import type { Pools } from '@app/chain';
import { isBuy } from '@app/common';
import type { IntentRecord } from '@app/engine';
import { toErrorCode } from '../../../../libs/engine/src/domain/failure.js';
import { type ExecutionRow, isLive, type StepRow, type Tables } from '../memory/rows.js';
import { type Coverage, MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE } from '../world/coverage.js';
import type { World } from '../world/world.js';
import type { ArmedKeys } from './armed-keys.js';
import type { PoolHistory } from './pool-history.js';

const BASE_UNITS = 1_000_000n;

interface MultiplesDependencies {
  world: World;
  tables: Tables;
  coverage: Coverage;
  pools: PoolHistory;
  keys: Pick<ArmedKeys, 'findEffectiveKey'>;
}

/**
 * Checks `min_multiple`. For an armed step, the pools offered the multiple at some moment between reading the lane and
 * arming. For a refused buy, they did not offer it at some moment, and nothing was staked.
 */
export class MinMultiples {
  private readonly laneReadAtMs = new Map<string, number>();

  constructor(private readonly dependencies: MultiplesDependencies) {}

  laneRead(laneId: string): void {
    this.dependencies.pools.record();
    this.laneReadAtMs.set(laneId, this.dependencies.world.nowMs);
  }

  armed(execution: ExecutionRow, step: StepRow): void {
    const outcomes = this.computeOutcomes(execution);
    if (outcomes === null) return;
    this.dependencies.coverage.hit(MULTIPLE_HOLDS);
    this.check(outcomes.includes(true), 'min_multiple_holds_when_armed', `${execution.id} ${step.kind}`);
  }

  ended(execution: ExecutionRow): void {
    if (execution.failure !== 'multiple_too_low' || isLive(execution)) return;
    const outcomes = this.computeOutcomes(execution) ?? [];
    const [approval] = execution.steps;
    this.dependencies.coverage.hit(approval?.status === 'done' ? MULTIPLE_REFUSES_LATE : MULTIPLE_REFUSES);
    this.check(outcomes.includes(false), 'refused_only_below_min_multiple', execution.id);
    // After a refusal of its credentials a buy is armed once more, so that an earlier key of it may exist.
    const key = this.dependencies.keys.findEffectiveKey(execution.intentId);
    this.check(key === null, 'nothing_can_be_staked_below_min_multiple', `${execution.id} by ${key}`);
    this.check(toErrorCode(execution.failure) === 'agent_policy_violation', 'refused_as_policy', execution.id);
    this.check(execution.retrySafe === true, 'refused_may_be_retried', execution.id);
  }

  /** Whether each state of the pools that the lane could have read offers the multiple; null without `min_multiple`. */
  private computeOutcomes({ intentId, laneId, marketContractAddress }: ExecutionRow): boolean[] | null {
    const { tables, pools } = this.dependencies;
    const intent = tables.intents.get(intentId);
    if (intent === undefined || intent.minMultiple === null || !isBuy(intent.action)) return null;
    const states = pools.since(marketContractAddress ?? '', this.laneReadAtMs.get(laneId) ?? Infinity);
    return states.map((state) => offersMultiple(state, intent));
  }

  private check(holds: boolean, invariant: string, detail: string): void {
    if (!holds) this.dependencies.world.violate(invariant, detail);
  }
}

/** Computes the contract's payout independently: the stake and its share of the other pool. */
function offersMultiple({ yesBaseUnits, noBaseUnits }: Pools, { action, amount, minMultiple }: IntentRecord): boolean {
  const stake = toBaseStake(amount);
  const [own, other] = action === 'buy_yes' ? [yesBaseUnits, noBaseUnits] : [noBaseUnits, yesBaseUnits];
  return isMultiple(stake + (stake * other) / (own + stake), { stake, minMultiple });
}

/** Whether the mined buy's payout is at least `min_multiple` of its stake. True for a buy without a minimum. */
export function keepsMultiple(payout: bigint | undefined, { amount, minMultiple }: IntentRecord): boolean {
  return (
    minMultiple === null || (payout !== undefined && isMultiple(payout, { stake: toBaseStake(amount), minMultiple }))
  );
}

function isMultiple(payout: bigint, { stake, minMultiple }: { stake: bigint; minMultiple: string | null }): boolean {
  return payout * 100n >= stake * BigInt(Math.round(Number(minMultiple) * 100));
}

function toBaseStake(amount: string | null): bigint {
  return BigInt(amount ?? 0) * BASE_UNITS;
}
