import { canonicalJson, sha256Hex } from '@app/common';
import { errorCodeOf, FAILURE_TEXTS, type FailureReason } from '@app/engine';
import { EXECUTION_MOVES } from '@app/engine';
import { checkStepStory } from './check-step-events.js';
import type { Report } from './finding.js';
import type { ExecutionRow } from './records.js';
import { lastOf, type Told, toTold } from './event-payload.js';

/** A row is written in the transaction that its event is written in; their clocks differ by no more than that takes. */
const SAME_MOMENT_MS = 60_000;
const FIRST_EVENTS: ReadonlySet<string> = new Set(['execution.accepted', 'execution.restored']);
/** After the end only a late readback is told. */
const EPILOGUE = 'execution.readback_filled';

/** The story is whole, its hashes chain, and every row says what the story ends with. */
export function checkEvents(execution: ExecutionRow, report: Report): readonly Told[] {
  checkChain(execution, report);
  const story = execution.events.map((event) => toTold(event));
  checkBeginning(execution, story, report);
  checkMoves(execution.id, story, report);
  checkEnd(execution, story, report);
  for (const step of execution.steps) checkStepStory(execution.id, step, { story, report });
  checkReadback(execution, story, report);
  return story;
}

function checkChain({ id, events }: ExecutionRow, report: Report): void {
  let previous = '';
  events.forEach((event, index) => {
    if (event.seq !== index + 1) report('event_missing', id, `the story jumps to event ${event.seq}`);
    if (event.previous_hash !== previous) report('event_chain_broken', id, `before event ${event.seq}`);
    const parts = [id, event.seq, event.at_ms, event.type, event.data, event.previous_hash];
    if (sha256Hex(parts.join('|')) !== event.hash) report('event_altered', id, `event ${event.seq}, ${event.type}`);
    previous = event.hash;
  });
}

function checkBeginning(execution: ExecutionRow, [first]: readonly Told[], report: Report): void {
  const { id, intent_id, action, created_ms } = execution;
  if (first === undefined || !FIRST_EVENTS.has(first.type)) {
    return report('story_without_beginning', id, 'no event says that it was accepted');
  }
  if (first.data['intentId'] !== intent_id) report('intent_differs', id, 'accepted for another intent');
  if (first.data['action'] !== action) report('action_differs', id, `accepted as ${String(first.data['action'])}`);
  if (Math.abs(first.atMs - created_ms) > SAME_MOMENT_MS) report('time_differs', id, 'created at another time');
}

/** From status to status by legal moves alone. */
function checkMoves(id: string, story: readonly Told[], report: Report): void {
  let status: string | null = null;
  for (const next of story.map(({ data }) => data['status']).filter((one) => typeof one === 'string')) {
    if (status !== null && next !== status && !isMove(status, next))
      report('illegal_move', id, `from ${status} to ${next}`);
    status = next;
  }
}

function isMove(from: string, to: string): boolean {
  const moves: Readonly<Record<string, readonly string[]>> = EXECUTION_MOVES;
  return moves[from]?.includes(to) ?? false;
}

function checkEnd(execution: ExecutionRow, story: readonly Told[], report: Report): void {
  const { id, status, completed_ms } = execution;
  const told = lastOf(story, 'status');
  if (told !== status) report('status_differs', id, `the row says ${status}, the story ${String(told)}`);
  const endings = story.filter(({ data }) => ['executed', 'failed', 'cancelled'].includes(String(data['status'])));
  if (endings.length > 1) report('ended_twice', id, 'the story has several ends');
  const [ending] = endings;
  const after = ending === undefined ? [] : story.slice(story.indexOf(ending) + 1);
  if (after.some(({ type }) => type !== EPILOGUE)) report('story_after_end', id, 'something happened after the end');
  if ((ending === undefined) !== (completed_ms === null)) report('time_differs', id, 'an end without its time');
  if (ending !== undefined && Math.abs(ending.atMs - (completed_ms ?? 0)) > SAME_MOMENT_MS) {
    report('time_differs', id, 'completed at another time');
  }
  checkFailure(execution, ending, report);
}

function checkFailure(execution: ExecutionRow, ending: Told | undefined, report: Report): void {
  const { id, status, error_code, error_message, retry_safe } = execution;
  const reason = ending?.type === 'execution.failed' ? String(ending.data['reason']) : null;
  const known = reason !== null && isFailureReason(reason) ? reason : null;
  const text = known === null ? null : FAILURE_TEXTS[known];
  if (error_message !== text) report('error_differs', id, 'the error text is not that of the failure');
  if (error_code !== (known === null ? null : errorCodeOf(known)))
    report('error_differs', id, `the error code is ${error_code}`);
  const safe = status === 'failed' ? true : status === 'executed' || status === 'unknown' ? false : retry_safe;
  if (retry_safe !== safe) report('retry_safe_differs', id, `retry_safe is ${retry_safe} of what is ${status}`);
}

function checkReadback({ id, readback }: ExecutionRow, story: readonly Told[], report: Report): void {
  const told = lastOf(story, 'readbackHash');
  const hash = readback === null ? null : sha256Hex(canonicalJson(readback));
  if (told !== hash) report('readback_differs', id, 'not what was read back from the chain');
}

function isFailureReason(text: string): text is FailureReason {
  return Object.hasOwn(FAILURE_TEXTS, text);
}
