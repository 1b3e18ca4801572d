import type { Report } from './finding.js';
import type { StepRow } from './records.js';
import { lastOf, type Told } from './event-payload.js';

/** Events whose hash is also kept in the list of every hash that was seen. */
const HASH_EVENTS: ReadonlySet<string> = new Set([
  'step.broadcast',
  'step.mined',
  'step.proven_by_ref',
  'step.settled_by_operator',
]);

/** Every column of a step that a move writes is what its execution's events told of it. */
export function checkStepStory(
  executionId: string,
  step: StepRow,
  { story, report }: { story: readonly Told[]; report: Report },
): void {
  const subject = `${executionId}/${step.kind}`;
  const own = story.filter(({ data }) => data['step'] === step.kind);
  const say: Say = (code, detail) => report(code, subject, detail);
  const told = lastOf(own, 'stepStatus') ?? 'planned';
  if (told !== step.status) say('step_status_differs', `the row says ${step.status}, the story ${String(told)}`);
  checkArming(step, own, say);
  checkHashes(step, own, say);
  checkProvider(step, own, say);
  checkBlock(step, own, say);
  const reason = own.findLast(({ type }) => type === 'execution.failed')?.data['reason'] ?? null;
  if (reason !== step.failure_reason) say('error_differs', 'another reason of the failure');
}

type Say = (code: string, detail: string) => void;

function checkArming(step: StepRow, own: readonly Told[], say: Say): void {
  const armed = own.findLast(({ type }) => type === 'step.armed')?.data ?? {};
  if ((armed['bodyHash'] ?? null) !== step.body_hash) say('body_hash_differs', 'armed with another body');
  if ((armed['deadlineMs'] ?? null) !== step.deadline_ms) say('deadline_differs', 'armed with another deadline');
  if ((armed['fence'] ?? null) !== step.armed_fence) say('fence_differs', 'armed under another fence');
}

function checkHashes(step: StepRow, own: readonly Told[], say: Say): void {
  const told = new Set(own.map(({ data }) => data['transactionHash']));
  for (const hash of new Set([...step.hashes, ...(step.transaction_hash === null ? [] : [step.transaction_hash])])) {
    if (!told.has(hash)) say('hash_untold', `${hash} appears in no event`);
  }
  for (const { type, data } of own.filter((event) => HASH_EVENTS.has(event.type))) {
    if (!step.hashes.includes(String(data['transactionHash']))) say('hash_forgotten', `named by ${type}`);
  }
}

function checkProvider(step: StepRow, own: readonly Told[], say: Say): void {
  const ids = own.map(({ data }) => data['providerTransactionId']).filter((one) => one !== undefined);
  const isAccelerated = own.some(({ type }) => type === 'step.accelerated');
  if (step.provider_transaction_id !== null && !isAccelerated && ids.at(-1) !== step.provider_transaction_id) {
    say('provider_id_differs', 'not the transaction that the provider named');
  }
  const attempts = own.map(({ data }) => data['sendAttempts']).filter((one) => typeof one === 'number');
  if (step.send_attempts < Math.max(0, ...attempts)) say('send_attempts_differ', 'fewer sends than told');
}

/** A block that a reorganisation took away is forgotten until another has the transaction. */
function checkBlock(step: StepRow, own: readonly Told[], say: Say): void {
  const vanished = own.findLastIndex(({ type }) => type === 'step.receipt_vanished');
  const told = lastOf(own.slice(vanished + 1), 'blockNumber');
  if (told !== (step.block_number === null ? null : Number(step.block_number))) {
    say('block_differs', `the row says ${step.block_number}, the story ${told}`);
  }
}
