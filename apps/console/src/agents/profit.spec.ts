import { type ProfitEvent, profitOf } from './profit.js';

let seq = 0;
const event = (type: string, data: object): ProfitEvent => ({
  seq: (seq += 1),
  type,
  at: '2026-11-22T12:00:00.000Z',
  data: { market_id: 'rain', core_market_id: 'm1', ...data },
});

describe('profitOf', () => {
  beforeEach(() => (seq = 0));

  it('costs the stakes at the decision and adds the payout', () => {
    const events = [
      event('position.changed', { amount: '5' }),
      event('position.changed', { amount: '2.5' }),
      event('position.changed', { amount: '9', core_market_id: 'm2' }),
      event('market.resolved', { winning_outcome: 'YES' }),
      { ...event('payout.claimable', { amount: '11.25' }), at: '2026-11-22T12:00:00.004Z' },
    ];
    expect(profitOf(events).map(({ change, profit }) => [change, profit])).toEqual([['3.75', '3.75']]);
  });

  it('is 0 after a refund, and ignores markets without a stake', () => {
    const events = [
      event('position.changed', { amount: '5' }),
      event('market.cancelled', {}),
      event('refund.claimable', { amount: '5' }),
      event('market.resolved', { core_market_id: 'm2' }),
    ];
    expect(profitOf(events).map(({ profit }) => profit)).toEqual(['0']);
  });

  it('leaves out what a reorganisation undid', () => {
    const events = [
      event('position.changed', { amount: '5' }),
      event('position.changed', { amount: '100' }),
      event('chain.reorganised', { undoes_seq: 2, undoes_type: 'position.changed' }),
      event('market.resolved', {}),
    ];
    expect(profitOf(events).map(({ profit }) => profit)).toEqual(['-5']);
  });
});
