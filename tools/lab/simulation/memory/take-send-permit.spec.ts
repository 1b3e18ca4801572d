import type { AccountRow, LaneRow } from './rows.js';
import { takeSendPermit } from './take-send-permit.js';

/** Four tokens a second. */
const INTERVAL_MS = 250;

/** Lanes of one account that has been idle for an hour. */
function setUp(count: number) {
  const account: AccountRow = { breakerOpen: false, probeAtMs: null, nextTokenMs: 0, nextSendMs: 0 };
  const lanes = Array.from({ length: count }, (_, index) => buildLane(`lane-${index}`));
  const takeAll = (nowMs: number) =>
    lanes.map((lane) => takeSendPermit({ lane, account, nowMs, intervalMs: INTERVAL_MS }));
  return { lanes, takeAll };
}

function buildLane(id: string): LaneRow {
  const lease = { version: 1, seenVersion: 0, wakeAtMs: null, fence: 1, leaseUntilMs: null, waitBlock: null };
  return { id, ...lease, tokenDueMs: null, hasSendSlot: false, failures: 0, quarantined: false };
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
    expect(takeAll(START_MS + 22_000)).toEqual(late.map(() => 0));
  });

  it('gives a lane a new turn when it did not come for its turn in 30 s', () => {
    const { lanes, takeAll } = setUp(1);
    takeAll(START_MS);
    const dueMs = lanes[0]?.tokenDueMs;
    takeAll(START_MS + 31_000);
    expect(lanes[0]?.tokenDueMs).toBeGreaterThan(Number(dueMs));
  });
});
