import type { AccountRow, LaneRow } from './rows.js';
import { returnSendPermit, takeSendPermit } from './take-send-permit.js';

/** Four tokens a second. */
const INTERVAL_MS = 250;

/** Lanes under a provider account that has been idle for an hour. */
function setUp(count: number, accountOf: (index: number) => string | null = () => null) {
  const account: AccountRow = { breakerOpen: false, probeAtMs: null, sendRound: 0, nextSendMs: 0 };
  const lanes = Array.from({ length: count }, (_, index) => buildLane(`lane-${index}`, accountOf(index)));
  const take = (lane: LaneRow | undefined, nowMs: number): number => {
    if (lane === undefined) throw new Error('no such lane');
    return takeSendPermit({ lane, lanes, account, nowMs, intervalMs: INTERVAL_MS });
  };
  const takeAll = (nowMs: number) => lanes.map((lane) => take(lane, nowMs));
  return { account, lanes, take, takeAll };
}

function buildLane(id: string, accountId: string | null): LaneRow {
  const lease = { version: 1, seenVersion: 0, wakeAtMs: null, fence: 1, leaseUntilMs: null, waitBlock: null };
  const place = { accountId, sendRound: null, sendTicket: null };
  return { id, ...lease, ...place, tokenDueMs: null, hasSendSlot: false, failures: 0, quarantined: false };
}

describe('takeSendPermit', () => {
  const START_MS = 3_600_000;

  it('gives a second’s worth at once, then returns each lane the time until its turn', () => {
    const { takeAll } = setUp(8);
    expect(takeAll(START_MS)).toEqual([0, 0, 0, 0, 250, 500, 750, 1_000]);
    expect(takeAll(START_MS)).toEqual([0, 0, 0, 0, 250, 500, 750, 1_000]);
    expect(takeAll(START_MS + 500)).toEqual([0, 0, 0, 0, 0, 0, 250, 500]);
  });

  it('paces lanes that come late for their turn', () => {
    const { takeAll } = setUp(12);
    takeAll(START_MS);
    const late = takeAll(START_MS + 20_000);
    expect(late).toEqual([0, 0, 0, 0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000]);
    expect(takeAll(START_MS + 22_000)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 250, 500, 750, 1_000]);
  });

  it('gives a lane a new turn when it did not come for its turn in 30 s', () => {
    const { lanes, takeAll } = setUp(1);
    takeAll(START_MS);
    const dueMs = lanes[0]?.tokenDueMs;
    takeAll(START_MS + 31_000);
    expect(lanes[0]?.tokenDueMs).toBeGreaterThan(Number(dueMs));
  });

  it('gives accounts a turn each, whatever the number of their lanes', () => {
    const { lanes, take, takeAll } = setUp(41, (index) => (index === 40 ? 'small' : 'large'));
    takeAll(START_MS);
    const [late, small] = [lanes[39], lanes[40]];
    expect(take(late, START_MS)).toBe(36 * INTERVAL_MS);
    expect(take(small, START_MS)).toBeLessThanOrEqual(2 * INTERVAL_MS);
    expect(take(small, START_MS + 2 * INTERVAL_MS)).toBe(0);
  });

  it('gives lanes without an account a turn each, in the order in which they came', () => {
    const { lanes, take, takeAll } = setUp(6);
    takeAll(START_MS);
    expect(take(lanes[5], START_MS + INTERVAL_MS)).toBe(INTERVAL_MS);
    expect(take(lanes[4], START_MS + INTERVAL_MS)).toBe(0);
  });

  it('takes a permit back, once', () => {
    const { account, lanes, takeAll } = setUp(4);
    takeAll(START_MS);
    const [lane] = lanes;
    if (lane === undefined) throw new Error('no such lane');
    const before = account.nextSendMs;
    for (let times = 0; times < 2; times += 1) {
      returnSendPermit({ lane, account, nowMs: START_MS, intervalMs: INTERVAL_MS });
    }
    expect(account.nextSendMs).toBe(before - INTERVAL_MS);
  });
});
