import type { Execution } from '../lane-work.js';
import type { StepKind } from '../states.js';

export interface WatchedTurn {
  execution: Execution;
  step: StepKind;
  /** What is done about it, by the name of the move. */
  move: string;
}

/** Stands around every move of an execution, so that logs and traces can say whose it was. */
export interface TurnWatch {
  /** Does the work, and whatever comes of it comes of this. */
  turn<T>(turn: WatchedTurn, work: () => Promise<T>): Promise<T>;
}

export const UNWATCHED_TURNS: TurnWatch = { turn: (_turn, work) => work() };
