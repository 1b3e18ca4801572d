import type { KnownFacts, Wait } from '../domain/decide/decision.js';
import type { Execution } from '../domain/lane-work.js';

/** The execution after a write, with which the turn goes on without another read of the lane. */
export interface Carried {
  execution: Execution;
  /** Time of the write on the database's clock. */
  nowMs: number;
  /** Facts that the decision before has observed. */
  known: KnownFacts | undefined;
}

/** The lane was released together with its last execution. */
export const RELEASED = 'released';

/** The turn rests for `delayMs`. `execution` is as the turn's write left it, where the turn gives it. */
export type Rest = { again: false; execution?: Execution } & Wait;

/** Whether the turn goes on at once, with the carried execution or after a read of the lane, rests, or ends. */
export type StepResult = { again: true; carried: Carried | null } | Rest | typeof RELEASED;

export const AGAIN: StepResult = { again: true, carried: null };

export function rest({ delayMs, waitingFor }: Wait, execution?: Execution): Rest {
  return { again: false, delayMs, waitingFor, ...(execution && { execution }) };
}
