import type { ExecutionStatus, IntentRecord, WaitingReason } from '@app/agents';
import type { StepKind, StepStatus } from './states.js';

export interface Step {
  kind: StepKind;
  status: StepStatus;
  body: string | null;
  contractAddress: string | null;
  callData: string | null;
  deadlineMs: number | null;
  armedAtMs: number | null;
  armedFence: string | null;
  sendAttempts: number;
  lastSentAtMs: number | null;
  providerTransactionId: string | null;
  providerState: string | null;
  transactionHash: string | null;
  /** Every hash that was ever seen for this step, the current one included. */
  hashes: readonly string[];
  accelerations: number;
  /** Of an acceleration that has not been answered yet. */
  accelerationKey: string | null;
  acceleratedAtMs: number | null;
  blockNumber: number | null;
  blockHash: string | null;
  /** When its row last changed. */
  updatedAtMs: number;
}

export interface Execution {
  id: string;
  status: ExecutionStatus;
  /** Lower-case. */
  walletAddress: string;
  attempt: number;
  ref: string;
  waitingFor: WaitingReason | null;
  broadcastPerformed: boolean;
  /** Tries before arming that did not get through. */
  tries: number;
  createdAtMs: number;
  /** Of the HTTP request that asked for it, and of the trace that it belongs to; null for one that nobody asked for here. */
  requestId: string | null;
  traceParent: string | null;
  intent: IntentRecord;
  /** The approval first, where there is one. */
  steps: readonly Step[];
}

/** What a lane's holder sees: the execution whose turn it is, with everything that a decision needs. */
export interface LaneWork {
  /** The database's clock. */
  nowMs: number;
  providerWalletId: string | null;
  /** The provider refuses our credentials: nothing new is sent until a probe gets through. */
  breakerOpen: boolean;
  execution: Execution | null;
}
