import { computeProfit, type Profit, type ProfitEvent } from './profit.js';

let seq = 0;
const event = (type: string, data: object): ProfitEvent => ({
  seq: (seq += 1),
  type,
  at: '2026-11-22T12:00:00.000Z',
  data: { market_id: 'rain', core_market_id: 'm1', ...data },
});
const stake = (cost: string, core_market_id = 'm1') => ({ core_market_id, cost });
const whole = (positions: ReturnType<typeof stake>[]) => ({ positions, is_truncated: false });
const changes = ({ points }: Profit): string[][] => points.map(({ change, profit }) => [change, profit]);

describe('computeProfit', () => {
  beforeEach(() => (seq = 0));

  it('costs the stakes at the decision and adds the payout', () => {
    const events = [
      event('market.resolved', { winning_outcome: 'YES' }),
      { ...event('payout.claimable', { amount: '11.25' }), at: '2026-11-22T12:00:00.004Z' },
    ];
    expect(changes(computeProfit(events, whole([stake('5'), stake('2.5'), stake('9', 'm2')])))).toEqual([
      ['3.75', '3.75'],
    ]);
  });

  it('sums up the changes', () => {
    const events = [
      event('market.resolved', {}),
      event('market.resolved', { core_market_id: 'm2' }),
      event('payout.claimable', { amount: '12', core_market_id: 'm2' }),
    ];
    expect(changes(computeProfit(events, whole([stake('5'), stake('9', 'm2')])))).toEqual([
      ['-5', '-5'],
      ['3', '-2'],
    ]);
  });

  it('is 0 after a refund, and ignores markets without a stake', () => {
    const events = [
      event('market.cancelled', {}),
      event('refund.claimable', { amount: '5' }),
      event('market.resolved', { core_market_id: 'm2' }),
    ];
    expect(computeProfit(events, whole([stake('5')]))).toMatchObject({
      points: [{ change: '0', profit: '0' }],
      leftOut: [],
    });
  });

  it('leaves out what a reorganisation undid', () => {
    const events = [
      event('market.resolved', {}),
      event('payout.claimable', { amount: '9' }),
      event('chain.reorganised', { undoes_seq: 2, undoes_type: 'payout.claimable' }),
      event('chain.reorganised', { undoes_seq: 1, undoes_type: 'market.resolved' }),
      event('market.resolved', {}),
    ];
    expect(changes(computeProfit(events, whole([stake('5')])))).toEqual([['-5', '-5']]);
  });

  it('leaves a payout to the older events that have its decision', () => {
    const events = [event('payout.claimable', { amount: '9' }), event('market.resolved', { core_market_id: 'm2' })];
    expect(changes(computeProfit(events, whole([stake('5'), stake('1', 'm2')])))).toEqual([['-1', '-1']]);
  });

  it('names the decided markets that a truncated portfolio leaves out', () => {
    const portfolio = whole([stake('1', 'other')]);
    const truncated = { ...portfolio, is_truncated: true };
    expect(computeProfit([event('market.resolved', {})], truncated)).toEqual({ points: [], leftOut: ['rain'] });
    expect(computeProfit([event('market.resolved', {})], portfolio).leftOut).toEqual([]);
  });
});
