import type { Candle, HistoryResponse } from '@presage/sdk';
import { withNewest, withOlder } from './candles.js';

const prices = { open: '0.5', high: '0.5', low: '0.5', close: '0.5', trades: 1 };

function candle(minute: number, volume = '1'): Candle {
  return { ...prices, start_at: new Date(minute * 60_000).toISOString(), volume };
}

function page(minutes: readonly number[], next_cursor: string | null, volume?: string): HistoryResponse {
  const candles = minutes.map((minute) => candle(minute, volume));
  return { history: { market_id: 'm', interval: '1m', candles, as_of_block: 1 }, next_cursor };
}

describe('candles', () => {
  const first = withNewest(undefined, page([9, 8, 7], 'before-7'));
  const all = withOlder(first, page([6, 5], 'before-5'));

  it('continue with older pages', () => {
    expect(all).toEqual({ list: [9, 8, 7, 6, 5].map((minute) => candle(minute)), olderCursor: 'before-5' });
  });

  it('keep the older ones when the newest page is read again', () => {
    expect(withNewest(all, page([10, 9, 8], 'before-8', '2'))).toEqual({
      list: [candle(10, '2'), candle(9, '2'), candle(8, '2'), candle(7), candle(6), candle(5)],
      olderCursor: 'before-5',
    });
  });

  it('forget the older ones when the newest page begins after them', () => {
    const later = page([14, 13, 12], 'before-12');
    expect(withNewest(all, later)).toEqual({ list: later.history.candles, olderCursor: 'before-12' });
  });

  it('are those of the newest page when a reorganisation leaves no older ones', () => {
    expect(withNewest(all, page([], null))).toEqual({ list: [], olderCursor: null });
    expect(withNewest(all, page([4], null))).toEqual({ list: [candle(4)], olderCursor: null });
    expect(withNewest(all, page([9, 8], null))).toEqual({ list: [candle(9), candle(8)], olderCursor: null });
  });
});
