import type { MarketState } from '@app/chain';
import { type Action, ruleOf } from '@app/common';
import type { StepFailure } from './failure-reason.js';

/** Why the market's phase forbids the action at this time, for any caller; null when it does not. */
export function phaseFailure(action: Action, { phase, closesAtMs }: MarketState, nowMs: number): StepFailure | null {
  const { when } = ruleOf(action);
  if (when === null) return null;
  if (!when.phases.includes(phase)) return when.otherwise;
  if (when.closing === 'before' && nowMs >= closesAtMs) return when.otherwise;
  return when.closing === 'after' && nowMs < closesAtMs ? 'too_early' : null;
}
