import type { Action } from '@app/common';

/**
 * The stages of an execution: `queued` from accepted to armed, `submitted` from armed to the provider's answer,
 * `broadcast` and `mined` from the last send to there, `confirmed` from mined to done, `total` from accepted to the end.
 * All but the first and the last are a step's, so a buy has two of each.
 */
export type ExecutionStage = 'queued' | 'submitted' | 'broadcast' | 'mined' | 'confirmed' | 'total';

/** Is told of executions that are accepted and cancelled, after it has been written. Must not throw. */
export interface AcceptanceObserver {
  accepted(action: Action): void;
  ended(action: Action, outcome: 'cancelled'): void;
}

/** Is told what becomes of executions, after it has been written. Must not throw. */
export interface ExecutionObserver {
  /** @param event by its name in the execution's story */
  written(executionId: string, event: string): void;
  stageTook(stage: ExecutionStage, ms: number): void;
  becameUnknown(action: Action): void;
  ended(action: Action, outcome: 'executed' | 'failed'): void;
}
