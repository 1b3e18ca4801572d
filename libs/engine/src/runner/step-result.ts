import type { ReusableFacts, Wait } from '../domain/decide/decision.js';
import type { Execution } from '../domain/lane-work.js';

/** The execution after a write, with which the turn goes on without another read of the lane. */
export interface Carried {
  execution: Execution;
  /** Time of the write on the database's clock. */
  nowMs: number;
  knownBlock: number;
  /** Facts that the decision before has observed. */
  known: ReusableFacts | undefined;
}

/** The lane was released together with its last execution. */
export const LANE_RELEASED = 'released';

/** The turn rests for `delayMs`. `execution` is as the turn's write left it, where the turn gives it. */
export type WaitingTurn = { again: false; execution?: Execution } & Wait;

/** Whether the turn goes on at once, with the carried execution or after a read of the lane, rests, or ends. */
export type StepResult = { again: true; carried: Carried | null } | WaitingTurn | typeof LANE_RELEASED;

export const CONTINUE: StepResult = { again: true, carried: null };

/** Ends the turn; the lane is served again when the wait is over. */
export function endTurn({ delayMs, waitingFor }: Wait, execution?: Execution): WaitingTurn {
  return { again: false, delayMs, waitingFor, ...(execution && { execution }) };
}
