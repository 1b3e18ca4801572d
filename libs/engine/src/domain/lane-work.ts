import type { IntentRecord } from '../persistence/entities/intent.entity.js';
import type { AllowanceLimits } from './allowance.js';
import type { ExecutionStatus, WaitingReason } from './execution.js';
import type { StepKind, StepStatus } from './states.js';

export interface Step {
  kind: StepKind;
  status: StepStatus;
  body: string | null;
  /** Base units that an approval covers, or the permit of a buy; null for none. */
  allowanceBaseUnits: string | null;
  idempotencyKey: string | null;
  /** MAC over the armed step; null for a step armed without one. */
  seal: string | null;
  /** Version of the wallet's policy that permitted the step. */
  policyVersion: string | null;
  deadlineMs: number | null;
  armedAtMs: number | null;
  sendAttempts: number;
  lastSentAtMs: number | null;
  providerTransactionId: string | null;
  providerState: string | null;
  transactionHash: string | null;
  /** Block of its transaction; null as well for a step that is done by another one. */
  blockNumber: number | null;
  /** Every transaction hash seen for this step, the current one included, but for foreign ones. */
  hashes: readonly string[];
  /** Hashes seen for this step of transactions that are not its own. */
  foreignHashes: readonly string[];
  accelerations: number;
  /** Idempotency key of an acceleration without an answer so far. */
  accelerationKey: string | null;
  acceleratedAtMs: number | null;
  /** Last change of the step's row. */
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
  /** Failed attempts before arming. */
  tries: number;
  createdAtMs: number;
  /** HTTP request that accepted it; null for an execution restored from the chain. */
  requestId: string | null;
  /** W3C `traceparent` of the accepting request; null without tracing. */
  traceParent: string | null;
  intent: IntentRecord;
  /** In order of execution: the approval, once one is armed, and the action. */
  steps: readonly Step[];
}

/** Snapshot of a lane for the worker that holds it: its next executions and all that their moves depend on. */
export interface LaneWork {
  /** The database's clock. */
  nowMs: number;
  providerWalletId: string | null;
  limits: AllowanceLimits & { policyVersion: string };
  /** The provider rejects the credentials; nothing is sent until a probe succeeds. */
  breakerOpen: boolean;
  /** Highest block that the service has recorded: a refusal by a node below it proves nothing. 0 for none. */
  knownBlock: number;
  /** Whether funds that the faucet has granted may not be on the chain yet. */
  awaitsFunds: boolean;
  /** Whether the lane waits for its turn to send, or has a send permit. */
  hasReservation: boolean;
  /** Unfinished ones, those that have begun first, each part in the order of acceptance. */
  executions: readonly Execution[];
}

/** Step of an unfinished execution that is to be armed, or followed. */
export function presentStep({ steps }: Execution): Step {
  const step = steps.find(({ status }) => status !== 'done');
  if (step === undefined) throw new Error('a live execution has no step left');
  return step;
}

/** Whether a node has the step's transaction, or may have it. */
export function isInFlight({ status }: Step): boolean {
  return status === 'armed' || status === 'unknown' || isAccepted({ status });
}

/** Whether the custody has accepted the step's transaction. */
export function isAccepted({ status }: Pick<Step, 'status'>): boolean {
  return status === 'sent' || status === 'mined';
}
