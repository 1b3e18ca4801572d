import { canonicalJson, sha256Hex } from '@app/common';
import { EXECUTION_MOVES, FAILURE_TEXTS, type StepFailure, toErrorCode } from '@app/engine';
import { checkStepEvents } from './check-step-events.js';
import { lastValue, type ParsedEvent, parseEvent } from './event-payload.js';
import type { Report } from './finding.js';
import type { StoredExecution } from './records.js';

/** Tolerance between a row's time and its event's, which are written in one transaction. */
const MAX_TIME_DIFFERENCE_MS = 60_000;
const FIRST_EVENTS: ReadonlySet<string> = new Set(['execution.accepted', 'execution.restored']);
/** The only event that may follow the final one, except for a reopening. */
const EVENT_AFTER_END = 'execution.readback_filled';
/** A reorganisation took the effect back, so that the execution ends once more. */
const REOPENING = 'execution.reopened';

/** Checks that the event history is complete and hash-chained, and that execution and steps agree with it. */
export function checkEvents(execution: StoredExecution, report: Report): void {
  checkHashChain(execution, report);
  const events = execution.events.map((event) => parseEvent(event));
  checkFirstEvent(execution, events, report);
  checkMoves(execution.id, events, report);
  checkEnd(execution, events, report);
  for (const step of execution.steps) checkStepEvents(execution.id, step, { events, report });
  checkApproval(execution, events, report);
  checkReadback(execution, events, report);
}

/** Checks that no event is missing, and that each hashes itself and the one before. */
export function checkHashChain({ id, events }: Pick<StoredExecution, 'id' | 'events'>, report: Report): void {
  let previous = '';
  events.forEach((event, index) => {
    if (event.seq !== index + 1) report('event_missing', id, `the history jumps to event ${event.seq}`);
    const parts = [id, event.seq, event.atMs, event.type, event.data, previous];
    if (sha256Hex(parts.join('|')) !== event.hash) report('event_altered', id, `event ${event.seq}, ${event.type}`);
    previous = event.hash;
  });
}

function checkFirstEvent(execution: StoredExecution, [first]: readonly ParsedEvent[], report: Report): void {
  const { id, intentId, action, createdMs } = execution;
  if (first === undefined || !FIRST_EVENTS.has(first.type)) {
    return report('first_event_missing', id, 'no event records its acceptance');
  }
  if (first.data['intentId'] !== intentId) report('intent_differs', id, 'accepted for another intent');
  if (first.data['action'] !== action) report('action_differs', id, `accepted as ${String(first.data['action'])}`);
  if (Math.abs(first.atMs - createdMs) > MAX_TIME_DIFFERENCE_MS) {
    report('time_differs', id, 'created at another time');
  }
}

/** Checks that every status follows the one before by a legal move. */
function checkMoves(id: string, events: readonly ParsedEvent[], report: Report): void {
  let status: string | null = null;
  for (const next of events.map(({ data }) => data['status']).filter((value) => typeof value === 'string')) {
    if (status !== null && next !== status && !isMove(status, next))
      report('illegal_move', id, `from ${status} to ${next}`);
    status = next;
  }
}

function isMove(from: string, to: string): boolean {
  const moves: Readonly<Record<string, readonly string[]>> = EXECUTION_MOVES;
  return moves[from]?.includes(to) ?? false;
}

function checkEnd(execution: StoredExecution, events: readonly ParsedEvent[], report: Report): void {
  const { id, status, completedMs } = execution;
  const recorded = lastValue(events, 'status');
  if (recorded !== status) report('status_differs', id, `the row has ${status}, the events ${String(recorded)}`);
  const periods = splitAt(events, REOPENING);
  for (const period of periods) checkPeriod(id, period, report);
  for (const period of periods.slice(0, -1)) {
    if (lastValue(period, 'status') !== 'executed') report('illegal_move', id, 'reopened without being executed');
  }
  const ending = periods.at(-1)?.find(isEnding);
  if ((ending === undefined) !== (completedMs === null)) report('time_differs', id, 'an end without its time');
  if (ending !== undefined && Math.abs(ending.atMs - (completedMs ?? 0)) > MAX_TIME_DIFFERENCE_MS) {
    report('time_differs', id, 'completed at another time');
  }
  checkFailure(execution, ending, report);
}

/** Checks that one event at most ends the execution, as the last of the period. */
function checkPeriod(id: string, period: readonly ParsedEvent[], report: Report): void {
  if (period.filter(isEnding).length > 1) report('ended_twice', id, 'several events end it');
  const end = period.findIndex(isEnding);
  const after = end === -1 ? [] : period.slice(end + 1);
  if (after.some(({ type }) => type !== EVENT_AFTER_END)) report('event_after_end', id, 'an event follows the end');
}

function isEnding({ data }: ParsedEvent): boolean {
  return ['executed', 'failed', 'cancelled'].includes(String(data['status']));
}

/** Splits the events into periods; each event of the type begins another one. */
function splitAt(events: readonly ParsedEvent[], type: string): ParsedEvent[][] {
  const periods: ParsedEvent[][] = [[]];
  for (const event of events) {
    if (event.type === type) periods.push([]);
    periods.at(-1)?.push(event);
  }
  return periods;
}

function checkFailure(execution: StoredExecution, ending: ParsedEvent | undefined, report: Report): void {
  const { id, status, errorCode, errorMessage, retrySafe } = execution;
  const name = ending?.type === 'execution.failed' ? String(ending.data['reason']) : null;
  const reason = name !== null && isStepFailure(name) ? name : null;
  if (errorMessage !== (reason === null ? null : FAILURE_TEXTS[reason]))
    report('error_differs', id, 'the error text is not that of the failure');
  if (errorCode !== (reason === null ? null : toErrorCode(reason)))
    report('error_differs', id, `the error code is ${errorCode}`);
  const safe = status === 'failed' ? true : status === 'executed' || status === 'unknown' ? false : retrySafe;
  if (retrySafe !== safe) report('retry_safe_differs', id, `retry_safe is ${retrySafe} while it is ${status}`);
}

/** An approval has a row from its arming on. */
function checkApproval({ id, steps }: StoredExecution, events: readonly ParsedEvent[], report: Report): void {
  const isArmed = events.some(({ data }) => data['step'] === 'approve');
  if (isArmed && !steps.some(({ kind }) => kind === 'approve')) report('steps_differ', id, 'it lacks its approval');
}

function checkReadback({ id, readback }: StoredExecution, events: readonly ParsedEvent[], report: Report): void {
  const recorded = lastValue(events, 'readbackHash');
  const hash = readback === null ? null : sha256Hex(canonicalJson(readback));
  if (recorded !== hash) report('readback_differs', id, 'not the values read back from the chain');
}

function isStepFailure(text: string): text is StepFailure {
  return Object.hasOwn(FAILURE_TEXTS, text);
}
