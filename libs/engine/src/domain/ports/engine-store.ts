import type { Effect, EffectQuery, Readback } from '@app/chain';
import type { Allowance } from '../allowance.js';
import type { ExecutionStatus, WaitingReason } from '../execution.js';
import type { StepFailure } from '../failure-reason.js';
import type { Execution, LaneWork } from '../lane-work.js';
import type { StepKind, StepStatus } from '../states.js';

/** Exclusive, time-limited right to act for a lane. Every write is checked against its fence. */
export interface Lease {
  laneId: string;
  fence: string;
  /** Account of the lane's agent, with which lanes share in turns; null for none. Not needed to act under the lease. */
  accountId?: string | null;
}

/** Block that a lane waits for. */
export interface BlockWait {
  number: number;
  /** Whether the lane could send another execution before. */
  hasRoom: boolean;
}

/** The lease expired or another worker took the lane: write and send nothing more. */
export class LeaseLostError extends Error {
  constructor(readonly laneId: string) {
    super('the lease on the lane was lost');
    this.name = 'LeaseLostError';
  }
}

/** A compare-and-set failed: the row has left the status that the move starts from. */
export class StaleMoveError extends Error {
  constructor(readonly executionId: string) {
    super('the execution has moved on');
    this.name = 'StaleMoveError';
  }
}

export interface Arming {
  executionId: string;
  /** An approval need not have a row. */
  kind: StepKind;
  /** Of an approval or a permit, which is refused under another policy. */
  allowance: Allowance | null;
  idempotencyKey: string;
  contractAddress: string;
  /** Bytes that every send repeats. */
  body: string;
  /** Transaction hash; null when the custody signs later. */
  transactionHash: string | null;
  /** Deadline in the call data; a multiple of 1,000. */
  deadlineMs: number;
  /** Seals the step under the version of the wallet's policy that permits it. */
  sealUnder: (policyVersion: string) => string;
}

/**
 * Whether the step is armed. A refusal follows from the wallet's policy at this moment, not at acceptance. `outdated`: the
 * policy is not the one that gave the allowance.
 */
export type ArmingResult =
  { armed: true; armedAtMs: number } | { armed: false; reason: StepFailure | 'paused' | 'outdated' };

export interface ExecutionChange {
  to?: ExecutionStatus;
  waitingFor?: WaitingReason | null;
  broadcastPerformed?: boolean;
  /** Null clears a hash that is not the step's. */
  approveTransactionHash?: string | null;
  transactionHash?: string | null;
  marketContractAddress?: string | null;
  readback?: Readback | null;
  readbackDueAtMs?: number | null;
  failureReason?: StepFailure;
  tries?: number;
}

export interface StepChange {
  kind: StepKind;
  to?: StepStatus;
  providerTransactionId?: string | null;
  providerState?: string;
  /** Also added to the step's list of seen hashes. */
  transactionHash?: string | null;
  /** Seen hash of a transaction that is not the step's. */
  foreignHash?: string;
  blockNumber?: number | null;
  blockHash?: string | null;
  /** Stored and counted before the acceleration is requested; null after its answer. */
  accelerationKey?: string | null;
  /** Renewed body with its seal, stored before its first send. */
  body?: string;
  seal?: string;
  failure?: StepFailure;
}

/** One move of an execution and one of its steps, written atomically. */
export interface Change {
  executionId: string;
  /** Expected statuses for the compare-and-set. */
  from: { execution: ExecutionStatus; step: StepStatus };
  execution?: ExecutionChange;
  step: StepChange;
}

export interface Applied {
  /** Time of the write. */
  writtenAtMs: number;
  /** Whether the write released the lane. */
  released: boolean;
}

/** Storage of lanes and executions. Times are those of the store's clock. */
export abstract class EngineStore {
  /** Leases the lane; null while another worker holds it. */
  abstract acquire(laneId: string): Promise<Lease | null>;

  /** Extends the leases. @returns the lanes whose lease is still valid */
  abstract renew(leases: readonly Lease[]): Promise<ReadonlySet<string>>;

  /**
   * Releases the lane, due again after `delayMs`, never when null. Lanes that wait for a block are also due once it exists.
   * @returns whether the lane's version changed while it was held; it is then due at once
   */
  abstract release(lease: Lease, delayMs: number | null, block?: BlockWait): Promise<boolean>;

  /**
   * Releases the lane after an unexpected error, due after a growing delay. After many in a row it is quarantined.
   * @returns whether it is quarantined: not served until an operator releases it
   */
  abstract releaseFailed(lease: Lease): Promise<boolean>;

  /**
   * Reads the lane and its next executions: all that have begun, in the order of acceptance, and behind them the first queued
   * ones of actions that are not paused, while there are fewer than `depth` in all.
   */
  abstract load(lease: Lease, depth: number): Promise<LaneWork>;

  /** The wallet's ended executions of the last hour with a step in a block, at most `limit`, the last accepted first. */
  abstract listEnded(lease: Lease, limit: number): Promise<Execution[]>;

  /** Checks policy, pauses, status and fence, and stores key and body if none of them has changed meanwhile. */
  abstract arm(lease: Lease, arming: Arming): Promise<ArmingResult>;

  /** Counts a resend before it happens. */
  abstract countSend(lease: Lease, step: { executionId: string; kind: StepKind }): Promise<void>;

  /**
   * Moves execution and step by compare-and-set. A final move also ends the intent, and releases a lane that has no other
   * unfinished execution and whose version is as it was at the start of the lease.
   */
  abstract apply(lease: Lease, change: Change): Promise<Applied>;

  /** Records what the execution waits for, without a move. */
  abstract setWaitingFor(lease: Lease, note: { executionId: string; waitingFor: WaitingReason }): Promise<void>;

  /** Transaction in which the sender used the ref, by the product's own index of the chain; null when it is not indexed. */
  abstract findIndexedEffect(query: Pick<EffectQuery, 'sender' | 'ref' | 'marketAddress'>): Promise<Effect | null>;

  /** Whether no lane is due, held or waits for a time. */
  abstract isIdle(): Promise<boolean>;

  /**
   * Leases up to `limit` due lanes that no worker holds, in turns of accounts, first of those with the fewest in service.
   * @param served lanes in service by account
   */
  abstract claimDueLanes(limit: number, served?: ReadonlyMap<string, number>): Promise<Lease[]>;

  /** Leases up to `limit` lanes that wait for this block or an earlier one and that no worker holds. */
  abstract claimLanesForBlock(block: number, limit: number): Promise<Lease[]>;

  /** Whether a lane that no worker holds waits for this block or an earlier one. */
  abstract hasLanesForBlock(block: number): Promise<boolean>;

  /**
   * Takes a send permit of the rate limit that all workers share, or makes a reservation for the lane. A permit stays with
   * the lane for some seconds, until it is used or given back.
   * @returns time in ms until the lane expects its turn; 0 when the lane may send
   */
  abstract takeSendPermit(lease: Lease): Promise<number>;

  /** Gives back the lane's send permit, if it has one under which nothing was sent. */
  abstract returnSendPermit(lease: Lease): Promise<void>;

  /** Uses up the lane's send permit, before a request that neither arms a step nor counts a send. */
  abstract useSendPermit(lease: Lease): Promise<void>;

  /** Stops sends until a probe shows that the provider accepts the credentials again. */
  abstract openBreaker(): Promise<void>;
}
