import type { PlanContext } from '@app/agents';

export interface EngineSettings {
  plan: PlanContext;
  /** How long after arming the chain still takes a step. */
  deadlineMs: number;
  /** Blocks, its own included, after which a transaction counts as mined. */
  confirmations: number;
  /** Up to this age a sent request is repeated without a look whether it arrived. */
  resendWithoutLookupMs: number;
  /** From this age on, a transaction that is sent and not mined is accelerated. */
  stuckAfterMs: number;
  leaseMs: number;
}
