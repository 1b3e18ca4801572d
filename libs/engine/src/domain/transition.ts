import type { Effect, Receipt } from '@app/chain';
import type { ProviderFailure } from './classify.js';
import { FEE_REFUSED } from './decide/send-memo.js';
import type { StepFailure } from './failure-reason.js';
import type { Execution, Step } from './lane-work.js';
import type { ProviderTransaction } from './ports/custody.js';
import type { ExecutionChange, StepChange } from './ports/engine-store.js';

export interface StepInExecution {
  execution: Execution;
  step: Step;
}

/** A move of the step: statuses and fields to write, and the event to log. */
export interface Transition {
  event: string;
  /** Facts for the log that no row stores. */
  facts?: ProviderFailure['facts'];
  execution?: ExecutionChange;
  step?: Omit<StepChange, 'kind'>;
}

/** Ends step and execution. Only for steps that are proven never to take effect. */
export function failed(reason: StepFailure, facts: ProviderFailure['facts'] = {}): Transition {
  return {
    event: 'execution.failed',
    facts,
    execution: { to: 'failed', failureReason: reason, waitingFor: null },
    step: { to: 'failed', failure: reason },
  };
}

export type NeedlessReason = Extract<StepFailure, 'already_claimed' | 'nothing_to_claim'>;

/** Cancels an automatic claim that has nothing to do. Nothing was sent. */
export function needless(reason: NeedlessReason): Transition {
  return {
    event: 'execution.cancelled',
    facts: { reason },
    execution: { to: 'cancelled', waitingFor: null },
    step: { to: 'failed', failure: reason },
  };
}

/** A transaction of the step was mined and reverted. */
export function reverted({ blockNumber, blockHash }: Receipt): Transition {
  const { step, ...transition } = failed('reverted_on_chain');
  return { ...transition, step: { ...step, blockNumber, blockHash } };
}

/** The provider returned an id for the request. The hash is null where the custody signs later and shows it then. */
export function sent(
  subject: StepInExecution,
  { transactionId: providerTransactionId, transactionHash }: { transactionId: string; transactionHash: string | null },
): Transition {
  const { execution, step } = subject;
  const shown = transactionHash === null ? null : broadcast(subject, transactionHash);
  return {
    event: 'step.sent',
    step: {
      to: 'sent',
      providerTransactionId,
      ...shown?.step,
      ...(step.providerState === FEE_REFUSED && { providerState: 'sent' }),
    },
    execution: { ...resumed(execution), ...shown?.execution },
  };
}

/** The provider rejected the only send, and its body is not sent again. The step is armed with a new body later. */
export function unarmed({ execution, step }: StepInExecution, facts: ProviderFailure['facts']): Transition {
  // Not one that was broadcast before: another transaction took its nonce.
  const wasQueued = execution.steps[0]?.kind === step.kind && execution.status === 'submitting';
  return {
    event: 'step.send_refused',
    facts,
    step: { to: 'planned' },
    execution: { waitingFor: 'provider', ...(wasQueued && { to: 'queued' }) },
  };
}

/**
 * A confirmed block has another transaction of the nonce. No body of the step is mined any more, so it is armed with a new one.
 * Its hashes stay followed: a reorganisation may free the nonce.
 */
export function nonceTaken({ step }: StepInExecution): Transition {
  return {
    event: 'step.nonce_taken',
    step: { to: 'planned', providerTransactionId: null, transactionHash: null, accelerationKey: null },
    execution: { ...toHashChange(step, null), tries: 0 },
  };
}

/** The custody has made another body of the transaction. Its hash is followed from now on if one was before. */
export function renewed(
  { step }: StepInExecution,
  { body, hash, seal }: { body: string; hash: string; seal: string },
): Transition {
  const isShown = step.hashes.length > 0;
  return {
    event: 'step.renewed',
    step: { body, seal, ...(isShown && { transactionHash: hash }) },
    execution: isShown ? toHashChange(step, hash) : {},
  };
}

/** Continues the step with a transaction that the provider lists under its refId. */
export function found({ execution, step }: StepInExecution, { id, state }: ProviderTransaction): Transition {
  return {
    event: 'step.found',
    step: { ...(step.status === 'sent' ? {} : { to: 'sent' }), providerTransactionId: id, providerState: state },
    execution: resumed(execution),
  };
}

/** The provider does not know the id that it returned, so whether it sent anything is unknown. */
export function forgotten(): Transition {
  return {
    event: 'step.forgotten_by_provider',
    step: { to: 'unknown', providerTransactionId: null },
    execution: { to: 'unknown', waitingFor: 'provider' },
  };
}

/** The provider shows a hash that the step has not seen. */
export function broadcast({ execution, step }: StepInExecution, transactionHash: string): Transition {
  return {
    event: 'step.broadcast',
    step: { transactionHash },
    execution: {
      broadcastPerformed: true,
      waitingFor: 'block',
      ...(execution.status === 'submitting' && { to: 'broadcast' }),
      ...toHashChange(step, transactionHash),
    },
  };
}

/** The transaction under the hash is not the step's: the hash is never followed again. */
export function foreignHash({ step }: StepInExecution, transactionHash: string): Transition {
  const isShown = step.transactionHash === transactionHash;
  return {
    event: 'step.foreign_hash',
    step: { foreignHash: transactionHash, ...(isShown && { transactionHash: null }) },
    ...(isShown && { execution: toHashChange(step, null) }),
  };
}

/** A receipt shows that the step took effect. */
export function mined({ execution, step }: StepInExecution, receipt: Receipt): Transition {
  const { transactionHash, blockNumber, blockHash } = receipt;
  return {
    event: 'step.mined',
    step: { to: 'mined', transactionHash, blockNumber, blockHash },
    execution: {
      broadcastPerformed: true,
      // `submitting` with a known hash: the provider lost the transaction and a lookup found it again.
      ...(execution.status === 'submitting' && { to: 'broadcast' }),
      ...toHashChange(step, transactionHash),
    },
  };
}

/** The chain shows the ref as used: by the step's own transaction, or for an approval by the buy that needed it. */
export function executedByRef(
  { execution, step }: StepInExecution,
  { transactionHash, blockNumber, blockHash }: Effect,
): Transition {
  if (step.kind === 'approve') {
    return { event: 'step.not_needed', step: { to: 'done' }, execution: resumed(execution) };
  }
  return {
    event: 'step.proven_by_ref',
    step: { ...(step.status === 'mined' ? {} : { to: 'mined' }), transactionHash, blockNumber, blockHash },
    execution: {
      ...toHashChange(step, transactionHash),
      broadcastPerformed: true,
      waitingFor: 'block',
      ...(execution.status === 'broadcast' ? {} : { to: 'broadcast' }),
    },
  };
}

/** The allowance covers the amount, by whichever transaction. */
export function approvedByAllowance({ execution, step }: StepInExecution): Transition {
  return {
    event: 'step.proven_by_allowance',
    step: { to: 'done' },
    execution: {
      ...(execution.status === 'unknown' && { to: step.hashes.length > 0 ? 'broadcast' : 'submitting' }),
      tries: 0,
    },
  };
}

/** A reorganisation removed the block; another block may include the transaction. */
export function receiptVanished(): Transition {
  return { event: 'step.receipt_vanished', step: { to: 'sent', blockNumber: null, blockHash: null } };
}

/**
 * A reorganisation took the effect of an executed execution back; chain and provider decide again.
 * @param plannedMarketAddress market of the intent; null for a creation
 */
export function reopened(plannedMarketAddress: string | null): Transition {
  return {
    event: 'execution.reopened',
    step: { to: 'mined' },
    execution: {
      to: 'broadcast',
      waitingFor: 'block',
      marketContractAddress: plannedMarketAddress,
      readback: null,
      readbackDueAtMs: null,
    },
  };
}

/** The approval's transaction is final. The tries of the buy count from zero. */
export function approved(subject: StepInExecution, receipt: Receipt): Transition {
  const { execution, ...transition } = ended(mined(subject, receipt), 'step.done');
  return { ...transition, execution: { ...execution, tries: 0 } };
}

/** The action's transaction is final. */
export function executed(
  subject: StepInExecution,
  receipt: Receipt,
  result: Pick<ExecutionChange, 'marketContractAddress' | 'readback' | 'readbackDueAtMs'>,
): Transition {
  const { execution, ...transition } = ended(mined(subject, receipt), 'execution.executed');
  return { ...transition, execution: { ...execution, ...result, to: 'executed', waitingFor: null } };
}

/** Ends a step with the hash and block of its receipt, which may differ from those recorded at first. */
function ended({ step, ...transition }: Transition, event: string): Transition {
  return { ...transition, event, step: { ...step, to: 'done' } };
}

/** Execution fields that show the step's transaction. */
function toHashChange({ kind, allowanceBaseUnits }: Step, hash: string | null): ExecutionChange {
  if (kind === 'approve') return { approveTransactionHash: hash };
  return { transactionHash: hash, ...(allowanceBaseUnits !== null && { approveTransactionHash: hash }) };
}

/** An execution whose outcome was unknown is under way again. */
function resumed({ status }: Execution): ExecutionChange {
  return status === 'unknown' ? { to: 'submitting' } : {};
}
