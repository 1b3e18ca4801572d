import type { ExecutionStatus, IntentStatus } from '@app/agents';
import type { Lease } from '../../../libs/engine/src/domain/ports/engine-store.js';
import type { StepStatus } from '../../../libs/engine/src/domain/states.js';
import type { ExecutionRow, StepRow } from '../memory/rows.js';

/** Told of every write in the moment in which it is made; whoever listens changes nothing. */
export abstract class Observer {
  abstract accepted(execution: ExecutionRow): void;
  /** A lease's holder reads what to do next. */
  abstract read(lease: Lease): void;
  /** A lease's holder writes. */
  abstract wrote(lease: Lease): void;
  abstract executionMoved(execution: ExecutionRow, from: ExecutionStatus, to: ExecutionStatus): void;
  abstract stepMoved(step: StepRow, from: StepStatus, to: StepStatus): void;
  abstract intentMoved(intentId: string, from: IntentStatus, to: IntentStatus): void;
  /** Key and body are stored: from now on they may be sent. */
  abstract armed(execution: ExecutionRow, step: StepRow): void;
  abstract resendCounted(execution: ExecutionRow, step: StepRow): void;
  /** The engine asked for a move that the tables of moves do not have. */
  abstract illegalMove(detail: string): void;
  /** A request leaves a worker for the provider. */
  abstract leaves(body: string): void;
  /** Counts the requests that nobody waits for any more and that will still arrive. */
  abstract onItsWay(body: string, change: 1 | -1): void;
  abstract listed(providerWalletId: string): void;
}
