import { canonicalJson, sha256Hex } from '@app/common';
import type { SqlSession } from '@app/persistence';
import { EXECUTION_MOVES, FAILURE_TEXTS, isFinished, type StepFailure, toErrorCode } from '@app/engine';
import { bodyHashIn, type ParsedEvent, parseEvent } from './event-payload.js';
import type { Report } from './finding.js';
import { hashSteps } from './hash-steps.js';
import { readLaterEvents, type StoredExecution } from './records.js';

/** Tolerance for a row's time after its event's: corrections of the clock. */
const MAX_EARLY_MS = 60_000;
/** Tolerance before it: an event gets its time in the commit of its row, which may wait for locks. */
const MAX_COMMIT_MS = 3_600_000;
/** Statuses that an execution enters without an event, but for its first one. */
const UNLOGGED: ReadonlySet<string> = new Set(['queued', 'submitting']);
/** The only event that may follow the one that ends an execution. */
const EVENT_AFTER_END = 'execution.readback_filled';

/**
 * Checks that execution and steps agree with the events in the agent's log. Expired events are no findings. One with findings
 * is checked again with the events up to the head of the log: a commit may have been slow.
 */
export async function checkLoggedExecution(sql: SqlSession, execution: StoredExecution, report: Report): Promise<void> {
  let findings = 0;
  checkEvents(execution, () => (findings += 1));
  if (findings > 0) checkEvents({ ...execution, events: await readLaterEvents(sql, execution) }, report);
}

export function checkEvents(execution: StoredExecution, report: Report): void {
  const events = execution.events.map(parseEvent);
  checkFirstEvent(execution, events, report);
  checkMoves(execution, events, report);
  checkBodies(execution, events, report);
  checkEnd(execution, events, report);
  checkFailure(execution, report);
}

/** Whether the event may be of the transaction that gave a row this time. */
function isWrittenWith({ atMs }: ParsedEvent, rowMs: number): boolean {
  return atMs >= rowMs - MAX_EARLY_MS && atMs <= rowMs + MAX_COMMIT_MS;
}

/** Whether events from this time on must be in the log. */
function isKept({ keptSinceMs }: StoredExecution, ms: number): boolean {
  return keptSinceMs === null || ms > keptSinceMs;
}

function checkFirstEvent(execution: StoredExecution, [first]: readonly ParsedEvent[], report: Report): void {
  const { id, intentId, action, createdMs } = execution;
  if (first?.status !== 'queued') {
    if (isKept(execution, createdMs)) report('first_event_missing', id, 'no event records its acceptance');
    return;
  }
  if (first.data['intent_id'] !== intentId) report('intent_differs', id, 'accepted for another intent');
  if (first.data['action'] !== action) report('action_differs', id, `accepted as ${String(first.data['action'])}`);
  if (!isWrittenWith(first, createdMs)) report('time_differs', id, 'created at another time');
}

/** Checks that every status follows the one before by legal moves, up to the status of the row. */
function checkMoves(execution: StoredExecution, events: readonly ParsedEvent[], report: Report): void {
  const { id, status } = execution;
  const logged = events.flatMap((event) => event.status ?? []);
  logged.forEach((to, index) => {
    const from = logged[index - 1];
    if (from !== undefined && !isReached(from, to)) report('illegal_move', id, `from ${from} to ${to}`);
  });
  const last = logged.at(-1);
  if (last === status || (last === undefined && !isKept(execution, execution.createdMs))) return;
  if (last === undefined || !UNLOGGED.has(status) || !isReached(last, status))
    report('status_differs', id, `the row has ${status}, the events ${String(last)}`);
}

/** Whether legal moves lead from one status to the other, over statuses without an event. */
function isReached(from: string, to: string): boolean {
  const moves: Readonly<Record<string, readonly string[]>> = EXECUTION_MOVES;
  const passed = new Set([from]);
  for (const status of passed) {
    for (const next of moves[status] ?? []) {
      if (next === to) return true;
      if (UNLOGGED.has(next)) passed.add(next);
    }
  }
  return false;
}

/** Checks the armed bodies against the last events that state them. */
function checkBodies({ id, steps }: StoredExecution, events: readonly ParsedEvent[], report: Report): void {
  for (const { kind, body } of steps) {
    const stated = events.findLast((event) => bodyHashIn(event, kind) !== undefined);
    if (stated === undefined || stated.type === 'step.unarmed') continue;
    if (bodyHashIn(stated, kind) !== (body === null ? null : sha256Hex(body)))
      report('body_hash_differs', `${id}/${kind}`, `not the body of ${stated.type}`);
  }
}

function checkEnd(execution: StoredExecution, events: readonly ParsedEvent[], report: Report): void {
  const { id, status, completedMs, readback, steps } = execution;
  if (isFinished(status) !== (completedMs !== null)) report('time_differs', id, 'an end without its time');
  const ends = events.findLastIndex((event) => event.status !== null);
  const ending = events[ends];
  if (ending?.status !== status || completedMs === null) return; // reported, or expired
  if (!isWrittenWith(ending, completedMs)) report('time_differs', id, 'completed at another time');
  const after = events.slice(ends + 1);
  if (after.some(({ type }) => type !== EVENT_AFTER_END)) report('event_after_end', id, 'an event follows the end');
  if (status === 'cancelled') return;
  if (ending.data['steps_sha256'] !== hashSteps(steps)) report('steps_altered', id, `not the steps of ${ending.type}`);
  if (ending.data['error_code'] !== execution.errorCode) report('error_differs', id, 'ended with another error code');
  const stated = events.slice(ends).findLast(({ data }) => data['readback_sha256'] !== undefined);
  const hash = readback === null ? undefined : sha256Hex(canonicalJson(readback));
  if (stated?.data['readback_sha256'] !== hash)
    report('readback_differs', id, 'not the values read back from the chain');
}

function checkFailure(execution: StoredExecution, report: Report): void {
  const { id, status, errorCode, errorMessage, retrySafe, steps } = execution;
  const name = steps.find(({ failureReason }) => failureReason !== null)?.failureReason ?? null;
  const reason = status === 'failed' && name !== null && isStepFailure(name) ? name : null;
  if (errorMessage !== (reason === null ? null : FAILURE_TEXTS[reason]))
    report('error_differs', id, 'the error text is not that of the failure');
  if (errorCode !== (reason === null ? null : toErrorCode(reason)))
    report('error_differs', id, `the error code is ${errorCode}`);
  const safe = status === 'failed' ? true : status === 'executed' || status === 'unknown' ? false : retrySafe;
  if (retrySafe !== safe) report('retry_safe_differs', id, `retry_safe is ${retrySafe} while it is ${status}`);
}

function isStepFailure(text: string): text is StepFailure {
  return Object.hasOwn(FAILURE_TEXTS, text);
}
