import type { AccountRow, LaneRow } from './rows.js';

/** Time after a lane's expected turn for which its place is kept. */
const MAX_TURN_AGE_MS = 30_000;
/** Time after a slot for which its lane may send, and after which others no longer wait for a lane that does not come. */
const MAX_SLOT_AGE_MS = 5_000;
/** Time for which unused slots accumulate. */
const BURST_MS = 1_000;

export interface HeldPermit {
  readonly lane: LaneRow;
  readonly account: AccountRow;
  readonly nowMs: number;
  /** Time between two slots of the rate limit. */
  readonly intervalMs: number;
}

export interface PermitRequest extends HeldPermit {
  readonly lanes: Iterable<LaneRow>;
}

let lastTicket = 0;

/**
 * In-memory model of the rate limit's statement: lanes wait for slots in rounds. The simulation has no worker tasks, so it
 * has no time for their turns.
 * @returns time in ms until the lane expects its turn; 0 when it may send
 */
export function takeSendPermit({ lane, lanes, account, nowMs, intervalMs }: PermitRequest): number {
  if (isKept(lane, nowMs)) {
    if (lane.hasSendSlot) return 0;
    if (Number(lane.tokenDueMs) > nowMs) return Math.ceil(Number(lane.tokenDueMs) - nowMs);
  } else {
    lane.sendRound = null;
  }
  const waiting = [...lanes].filter((one) => one !== lane && isAwaited(one, account, nowMs));
  if (lane.sendRound === null) {
    const own = waiting.filter(({ accountId }) => accountId !== null && accountId === lane.accountId);
    lane.sendRound = 1 + Math.max(account.sendRound, ...own.map(({ sendRound }) => Number(sendRound)));
    lane.sendTicket = lastTicket += 1;
  }
  lane.sendRound = Math.max(lane.sendRound, account.sendRound);
  const ahead = waiting.filter((one) => isBefore(one, lane)).length;
  const slotMs = Math.max(account.nextSendMs, nowMs - BURST_MS + intervalMs);
  const dueMs = slotMs + ahead * intervalMs;
  lane.hasSendSlot = dueMs <= nowMs;
  lane.tokenDueMs = lane.hasSendSlot ? nowMs : dueMs;
  if (!lane.hasSendSlot) return Math.ceil(dueMs - nowMs);
  account.nextSendMs = slotMs + intervalMs;
  account.sendRound = Math.max(account.sendRound, lane.sendRound);
  lane.sendRound = null;
  return 0;
}

/** In-memory model of the statement that gives back a permit under which nothing was sent. */
export function returnSendPermit({ lane, account, nowMs, intervalMs }: HeldPermit): void {
  if (!lane.hasSendSlot || !isKept(lane, nowMs)) return;
  lane.tokenDueMs = null;
  lane.hasSendSlot = false;
  account.nextSendMs -= intervalMs;
}

function isKept({ tokenDueMs, hasSendSlot }: LaneRow, nowMs: number): boolean {
  return tokenDueMs !== null && tokenDueMs > nowMs - (hasSendSlot ? MAX_SLOT_AGE_MS : MAX_TURN_AGE_MS);
}

/** Whether the lane waits in the present round or a later one, and is not late for its turn. */
function isAwaited({ sendRound, tokenDueMs }: LaneRow, account: AccountRow, nowMs: number): boolean {
  if (sendRound === null || tokenDueMs === null) return false;
  return sendRound >= account.sendRound && tokenDueMs > nowMs - MAX_SLOT_AGE_MS;
}

function isBefore(one: LaneRow, other: LaneRow): boolean {
  const rounds = Number(one.sendRound) - Number(other.sendRound);
  return rounds < 0 || (rounds === 0 && Number(one.sendTicket) < Number(other.sendTicket));
}
