import { sha256Hex } from '@app/common';
import { lastValue, type ParsedEvent } from './event-payload.js';
import type { Report } from './finding.js';
import type { StoredStep } from './records.js';

/** Events whose hash must be in the step's list of seen hashes. */
const HASH_EVENTS: ReadonlySet<string> = new Set([
  'step.sent',
  'step.broadcast',
  'step.mined',
  'step.proven_by_ref',
  'step.settled_by_operator',
  'step.done',
  'execution.executed',
]);

type StepReport = (code: string, detail: string) => void;

/** Checks every column of a step that moves write against the events of its execution. */
export function checkStepEvents(
  executionId: string,
  step: StoredStep,
  { events, report }: { events: readonly ParsedEvent[]; report: Report },
): void {
  const subject = `${executionId}/${step.kind}`;
  const own = events.filter(({ data }) => data['step'] === step.kind);
  const reportStep: StepReport = (code, detail) => report(code, subject, detail);
  const status = lastValue(own, 'stepStatus') ?? 'planned';
  if (status !== step.status)
    reportStep('step_status_differs', `the row has ${step.status}, the events ${String(status)}`);
  checkArming(step, own, reportStep);
  checkHashes(step, own, reportStep);
  checkProvider(step, own, reportStep);
  checkBlock(step, own, reportStep);
  const reason = own.findLast(({ type }) => type === 'execution.failed')?.data['reason'] ?? null;
  if (reason !== step.failureReason) reportStep('error_differs', 'another reason of the failure');
}

function checkArming(step: StoredStep, own: readonly ParsedEvent[], report: StepReport): void {
  const armed = own.findLast(({ type }) => type === 'step.armed')?.data ?? {};
  const bodyHash = step.body === null ? null : sha256Hex(step.body);
  if ((lastValue(own, 'bodyHash') ?? null) !== bodyHash) report('body_hash_differs', 'armed with another body');
  if ((armed['deadlineMs'] ?? null) !== step.deadlineMs) report('deadline_differs', 'armed with another deadline');
  if ((armed['fence'] ?? null) !== step.armedFence) report('fence_differs', 'armed under another fence');
}

function checkHashes(step: StoredStep, own: readonly ParsedEvent[], report: StepReport): void {
  const recorded = new Set(own.map(({ data }) => data['transactionHash']));
  for (const hash of new Set([...step.hashes, ...(step.transactionHash === null ? [] : [step.transactionHash])])) {
    if (!recorded.has(hash)) report('hash_without_event', `${hash} is in no event`);
  }
  for (const { type, data } of own.filter((event) => HASH_EVENTS.has(event.type))) {
    if (type === 'step.sent' && data['transactionHash'] === undefined) continue; // the custody signs later
    if (!step.hashes.includes(String(data['transactionHash']))) report('hash_forgotten', `recorded by ${type}`);
  }
}

function checkProvider(step: StoredStep, own: readonly ParsedEvent[], report: StepReport): void {
  const ids = own.map(({ data }) => data['providerTransactionId']).filter((id) => id !== undefined);
  const isAccelerated = own.some(({ type }) => type === 'step.accelerated');
  if (step.providerTransactionId !== null && !isAccelerated && ids.at(-1) !== step.providerTransactionId) {
    report('provider_id_differs', 'not the transaction id that the provider returned');
  }
  const attempts = own.map(({ data }) => data['sendAttempts']).filter((count) => typeof count === 'number');
  if (step.sendAttempts < Math.max(0, ...attempts))
    report('send_attempts_differ', 'fewer sends than the events record');
}

/** Only events after the last reorganisation of the step's block count. */
function checkBlock(step: StoredStep, own: readonly ParsedEvent[], report: StepReport): void {
  const vanished = own.findLastIndex(({ type }) => type === 'step.receipt_vanished');
  const recorded = lastValue(own.slice(vanished + 1), 'blockNumber');
  if (recorded !== step.blockNumber) {
    report('block_differs', `the row has ${step.blockNumber}, the events ${String(recorded)}`);
  }
}
