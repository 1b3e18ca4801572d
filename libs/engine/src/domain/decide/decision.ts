import type { CallRequest, Effect, Readback, Receipt, RefState } from '@app/chain';
import type { Allowance, AllowanceMode } from '../allowance.js';
import type { WaitingReason } from '../execution.js';
import type { StepFailure } from '../failure-reason.js';
import type { PlanContext } from '../intent-plan.js';
import type { RuleResult } from '../chain-rules.js';
import type { EncodedStep } from '../encode-step.js';
import type { Acceleration, ProviderTransaction } from '../ports/custody.js';
import type { StepKind } from '../states.js';
import type { SealViolation } from '../step-seal.js';
import { failed, type Transition } from '../transition.js';

export interface DecisionSettings {
  plan: PlanContext;
  allowance: AllowanceMode;
  /** Time from arming to the deadline in the call data, after which the chain refuses the step. */
  deadlineMs: number;
  /** Depth, the transaction's own block included, from which a transaction is final. */
  confirmations: number;
  /** Age up to which a sent request is resent without a lookup at the provider. */
  resendWithoutLookupMs: number;
  /** Age from which a sent transaction that is not mined is accelerated, and time between two accelerations. */
  stuckAfterMs: number;
  /** Accelerations after which a step is only reported. */
  maxAccelerations: number;
}

/** Input of a decision. The first four fields are always present, the others once they were queried. */
export interface KnownFacts {
  /** The database's clock. */
  nowMs: number;
  providerWalletId: string | null;
  breakerOpen: boolean;
  /** Random number from 0 to 1, for backoff. */
  jitter: number;
  /** Whether the lane waits for its turn to send, or has a send permit, since an earlier decision. */
  hasReservation?: boolean;
  /** Milliseconds until the lane expects its turn to send; 0 when it may send. */
  sendPermit?: number;
  /** Why the armed step must not be sent; null for a genuine one. */
  seal?: SealViolation | null;
  /** Whether gas for the wallet is on its way. */
  gas?: boolean | 'no_answer';
  /** Whether the wallet's earlier transactions that no block has were sent again. */
  earlierSent?: true | 'no_answer';
  /**
   * Failure of the first chain rule that does not hold, or why the rules could not be evaluated. `others_in_flight`: one does
   * not hold on the pending block, which proves nothing. When all hold: null, or the approval that comes first.
   */
  rules?: RuleResult['failure'] | Allowance | 'node_unreachable' | 'node_behind' | 'others_in_flight' | 'unanswered';
  /** Receipts of the queried hashes that are in a block. */
  receipts?: readonly Receipt[];
  /** A receipt read after the chain's head, so that it is at least as deep as computed. */
  confirmed?: { receipt: Receipt | null; depth: number };
  /** Call of the queried transaction. */
  transaction?: CallRequest | null;
  /** The step's transaction at the provider. */
  provider?: ProviderTransaction | null | 'no_answer';
  /** The provider's transactions under the step's refId, the likeliest to take effect first. */
  listed?: readonly ProviderTransaction[] | 'no_answer';
  /** Whether the ref is used in the newest confirmed block, that block's number and its time. */
  refState?: RefState;
  /** Transaction that used the ref. */
  effect?: Effect | null;
  /** Market's allowance; null when the node did not answer. */
  allowance?: bigint | null;
  /** Contract values after the step. */
  readback?: Readback | null;
}

/** Facts of a decision that the next one need not observe again. */
export type ReusableFacts = Pick<KnownFacts, 'receipts'>;

/** A fact to observe before the decision. Its result has the same name in the observation. */
export type FactRequest =
  | {
      what:
        | ('sendPermit' | 'seal' | 'gas' | 'earlierSent' | 'rules' | 'provider' | 'listed')
        | ('refState' | 'effect' | 'allowance');
    }
  /** Optional: there are none when the node does not answer. */
  | { what: 'receipts'; hashes: readonly string[]; optional?: true }
  | { what: 'confirmed' | 'transaction'; transactionHash: string }
  | { what: 'readback'; marketAddress: string; blockNumber: number };

export interface Wait {
  delayMs: number;
  waitingFor: WaitingReason;
}

/**
 * A planned step waits for those in flight, and is looked at again whenever the lane is served for them. What a node answers
 * about a block that is not mined yet proves no failure.
 */
export const AWAIT_OTHERS = wait(5_000, 'lane');

/** A step ready to be armed. */
export interface ReadyStep extends EncodedStep {
  kind: StepKind;
  /** Of an approval, or of a permit with the action. */
  allowance: Allowance | null;
  deadlineMs: number;
}

/** Action that the runner performs in one transaction. */
export type Move =
  | ({ kind: 'wait' } & Wait)
  /** Write the transition; then rest, or decide again, with what is known of the facts that this decision asks for. */
  | { kind: 'write'; transition: Transition; waitFor: Wait | null; known?: ReusableFacts }
  /** Store key and body, then send them. */
  | { kind: 'arm'; ready: ReadyStep }
  /** Count a send, then repeat the armed body. */
  | { kind: 'resend' }
  /** Store the key of an acceleration. */
  | { kind: 'arm_acceleration' }
  /** Request the acceleration under its stored key. */
  | { kind: 'accelerate'; request: Pick<Acceleration, 'transactionId' | 'idempotencyKey'> }
  /** Report the violation, write the transition once, and wait. */
  | ({ kind: 'stop_lane'; violation: SealViolation; transition: Transition | null } & Wait)
  /** Tell operators that the transaction stays unmined, and wait. */
  | ({ kind: 'report_stuck' } & Wait);

export type Decision = { kind: 'observe'; query: FactRequest } | Move;

export function needFact(query: FactRequest): Decision {
  return { kind: 'observe', query };
}

export function wait(delayMs: number, waitingFor: WaitingReason): Extract<Move, { kind: 'wait' }> {
  return { kind: 'wait', delayMs: Math.max(0, Math.ceil(delayMs)), waitingFor };
}

export function write(transition: Transition, waitFor: Wait | null = null): Extract<Move, { kind: 'write' }> {
  return { kind: 'write', transition, waitFor };
}

export function fail(reason: StepFailure, facts?: Transition['facts']): Extract<Move, { kind: 'write' }> {
  return write(failed(reason, facts));
}
