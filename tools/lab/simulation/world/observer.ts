import type { ExecutionStatus, IntentStatus } from '@app/engine';
import type { Lease } from '../../../../libs/engine/src/domain/ports/engine-store.js';
import type { StepStatus } from '../../../../libs/engine/src/domain/states.js';
import type { ExecutionRow, StepRow } from '../memory/rows.js';

/** Receives every write of the model at the moment it is made. Implementations must not change state. */
export abstract class Observer {
  abstract accepted(execution: ExecutionRow): void;
  /** The holder of a lease reads its lane. */
  abstract read(lease: Lease): void;
  /** The holder of a lease writes. */
  abstract wrote(lease: Lease): void;
  abstract executionMoved(execution: ExecutionRow, from: ExecutionStatus, to: ExecutionStatus): void;
  abstract stepMoved(step: StepRow, from: StepStatus, to: StepStatus): void;
  abstract intentMoved(intentId: string, from: IntentStatus, to: IntentStatus): void;
  /** Key and body are stored and may be sent. */
  abstract armed(execution: ExecutionRow, step: StepRow): void;
  abstract resendCounted(execution: ExecutionRow, step: StepRow): void;
  /** The engine requested a move that the table of legal moves does not contain. */
  abstract illegalMove(detail: string): void;
  /** A worker sends a request to the provider. */
  abstract sent(body: string): void;
  /** A worker learns that the custody has the body. */
  abstract taken(body: string, transactionId: string): void;
  /** Counts timed-out requests that still reach the provider later. */
  abstract requestInTransit(body: string, change: 1 | -1): void;
  abstract listed(providerWalletId: string): void;
}
