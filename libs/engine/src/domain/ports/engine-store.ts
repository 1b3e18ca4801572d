import type { ExecutionStatus, Readback, WaitingReason } from '@app/agents';
import type { Json } from '@app/common';
import type { FailureReason } from '../failure.js';
import type { LaneWork } from '../lane-work.js';
import type { StepKind, StepStatus } from '../states.js';

/** The right to act for a lane, until it runs out or is taken. Every write proves it by the fence. */
export interface Lease {
  laneId: string;
  fence: string;
}

/** The lease ran out and somebody else may hold the lane: stop, write nothing, send nothing new. */
export class LeaseLostError extends Error {
  constructor(readonly laneId: string) {
    super('the lease on the lane was lost');
    this.name = 'LeaseLostError';
  }
}

/** A row was not in the status that the move started from: somebody else has moved it. */
export class StaleMoveError extends Error {
  constructor(readonly executionId: string) {
    super('the execution has moved on');
    this.name = 'StaleMoveError';
  }
}

export interface Arming {
  executionId: string;
  kind: StepKind;
  idempotencyKey: string;
  contractAddress: string;
  callData: string;
  /** Canonical JSON, as it will be sent. */
  body: string;
  /** Milliseconds of whole seconds: the deadline that the call data carries. */
  deadlineMs: number;
}

/** A refusal is about the wallet's policy as it is at this moment, not as it was when the execute was accepted. */
export type ArmingResult = { armed: true } | { armed: false; reason: FailureReason | 'paused' };

export interface ExecutionChange {
  to?: ExecutionStatus;
  waitingFor?: WaitingReason | null;
  broadcastPerformed?: boolean;
  approveTransactionHash?: string;
  transactionHash?: string;
  marketContractAddress?: string;
  readback?: Readback | null;
  readbackDueAtMs?: number | null;
  failure?: FailureReason;
  tries?: number;
}

export interface StepChange {
  kind: StepKind;
  to?: StepStatus;
  providerTransactionId?: string | null;
  providerState?: string;
  /** Also kept in the list of every hash that was ever seen for the step. */
  transactionHash?: string | null;
  blockNumber?: number | null;
  blockHash?: string | null;
  /** A key is stored before the acceleration that it is for, and counted; null once that was answered. */
  accelerationKey?: string | null;
  failure?: FailureReason;
}

/** What happens to an execution at one moment: all of it is written, or nothing. */
export interface Change {
  executionId: string;
  /** Where the caller read the execution and the step to be: a compare-and-set. */
  from: { execution: ExecutionStatus; step: StepStatus };
  execution?: ExecutionChange;
  step: StepChange;
  event: { type: string; data?: { [key: string]: Json } };
}

/** Where lanes and executions are kept. Times are the store's own clock. */
export abstract class EngineStore {
  /** Takes the lane if nobody holds it; null when somebody does. */
  abstract acquire(laneId: string): Promise<Lease | null>;

  /** Prolongs the leases that are still ours, and answers the lanes that are not. */
  abstract renew(leases: readonly Lease[]): Promise<ReadonlySet<string>>;

  /** Gives the lane back, due again after that time (never when null). True when something changed while it was held. */
  abstract release(lease: Lease, delayMs: number | null): Promise<boolean>;

  /** What is to be done in the lane now. */
  abstract load(lease: Lease): Promise<LaneWork>;

  /** One transaction: policy, pauses, status and fence are checked under their locks, then key and body are stored. */
  abstract arm(lease: Lease, arming: Arming): Promise<ArmingResult>;

  /** Counts a repeated send before it happens. */
  abstract countSend(lease: Lease, step: { executionId: string; kind: StepKind }): Promise<void>;

  /** Moves execution and step by compare-and-set and appends the event; the end of an execution ends its intent too. */
  abstract apply(lease: Lease, change: Change): Promise<void>;

  /** Says what the execution waits for, without a move. */
  abstract noteWaiting(lease: Lease, note: { executionId: string; waitingFor: WaitingReason }): Promise<void>;

  /** Takes due lanes from other sweepers' sight for a moment and answers what to ring. */
  abstract claimDueLanes(limit: number): Promise<{ laneId: string; version: string }[]>;

  /** Takes one write from the bucket that all workers share; false when it is empty. */
  abstract takeProviderToken(): Promise<boolean>;

  /** The provider refused our credentials: writes wait until a probe gets through. */
  abstract openBreaker(): Promise<void>;
}
