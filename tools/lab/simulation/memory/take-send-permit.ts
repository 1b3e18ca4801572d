import type { AccountRow, LaneRow } from './rows.js';

/** Time after a lane's turn for which it is kept. */
const MAX_TURN_AGE_MS = 30_000;
/** Time after a slot for which its lane may send. */
const MAX_SLOT_AGE_MS = 5_000;
/** Time for which unused turns and slots accumulate. */
const BURST_MS = 1_000;

export interface TokenRequest {
  readonly lane: LaneRow;
  readonly account: AccountRow;
  readonly nowMs: number;
  /** Time between two tokens of the rate limit. */
  readonly intervalMs: number;
}

/**
 * In-memory model of the rate limit's statement: a lane reserves a turn, and takes a slot when the turn has come. The
 * simulation has no worker tasks, so it has no time for their turns.
 * @returns time in ms until the lane's turn or slot; 0 when it may send
 */
export function takeSendPermit({ lane, account, nowMs, intervalMs }: TokenRequest): number {
  const reservedMs = lane.tokenDueMs !== null && lane.tokenDueMs > nowMs - MAX_TURN_AGE_MS ? lane.tokenDueMs : null;
  const hasSlot = lane.hasSendSlot && reservedMs !== null && reservedMs > nowMs - MAX_SLOT_AGE_MS;
  if (reservedMs !== null && (hasSlot || reservedMs > nowMs)) return waitUntil(reservedMs, nowMs);
  const earliestMs = nowMs - BURST_MS + intervalMs;
  const turnMs = reservedMs ?? Math.max(account.nextTokenMs, earliestMs);
  if (reservedMs === null) account.nextTokenMs = turnMs + intervalMs;
  lane.hasSendSlot = turnMs <= nowMs;
  lane.tokenDueMs = turnMs;
  if (lane.hasSendSlot) {
    lane.tokenDueMs = Math.max(account.nextSendMs, earliestMs);
    account.nextSendMs = lane.tokenDueMs + intervalMs;
  }
  return waitUntil(lane.tokenDueMs, nowMs);
}

function waitUntil(dueMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil(dueMs - nowMs));
}
