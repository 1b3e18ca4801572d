import type { Holding } from './holding.js';
import { toMarketStatus, toPosition, toSettlements } from './value-holding.js';

const CLOSES_AT = new Date('2030-01-01T00:00:00Z');
const BLOCK_TIME = new Date('2029-12-31T00:00:00Z');

function holding(fields: Partial<Holding> = {}): Holding {
  return {
    marketId: 'rain',
    recordId: '00000000-0000-4000-8000-000000000101',
    marketContractAddress: `0x${'e'.repeat(40)}`,
    phase: 'open',
    closesAt: CLOSES_AT,
    outcome: 'YES',
    stake: '10',
    due: null,
    transactionHash: null,
    settledAt: null,
    ...fields,
  };
}

describe('toPosition', () => {
  it('values an undecided stake at its cost', () => {
    expect(toPosition(holding(), BLOCK_TIME)).toEqual({
      marketId: 'rain',
      recordId: '00000000-0000-4000-8000-000000000101',
      marketContractAddress: `0x${'e'.repeat(40)}`,
      marketStatus: 'OPEN',
      outcome: 'YES',
      quantity: '10',
      cost: '10',
      currentValue: '10',
      realizedPnl: '0',
      unrealizedPnl: '0',
      claimable: '0',
      refundable: '0',
      claimAction: null,
    });
  });

  it('shows a pending payout as claimable', () => {
    expect(toPosition(holding({ phase: 'resolved', due: '40' }), BLOCK_TIME)).toMatchObject({
      marketStatus: 'RESOLVED',
      currentValue: '40',
      realizedPnl: '0',
      unrealizedPnl: '30',
      claimable: '40',
      refundable: '0',
      claimAction: 'claim_payout',
    });
  });

  it('realises the profit with the claim', () => {
    const claimed = holding({ phase: 'resolved', due: '40', transactionHash: '0xabc', settledAt: CLOSES_AT });
    expect(toPosition(claimed, BLOCK_TIME)).toMatchObject({
      currentValue: '0',
      realizedPnl: '30',
      unrealizedPnl: '0',
      claimable: '0',
      claimAction: null,
    });
  });

  it('realises a loss with the resolution', () => {
    expect(toPosition(holding({ phase: 'resolved' }), BLOCK_TIME)).toMatchObject({
      currentValue: '0',
      realizedPnl: '-10',
      unrealizedPnl: '0',
      claimAction: null,
    });
  });

  it('shows the stake of a cancelled market as refundable', () => {
    expect(toPosition(holding({ phase: 'cancelled', due: '10' }), BLOCK_TIME)).toMatchObject({
      claimable: '0',
      refundable: '10',
      unrealizedPnl: '0',
      claimAction: 'claim_refund',
    });
  });
});

describe('toSettlements', () => {
  it('is empty for an undecided market and for a loss', () => {
    expect(toSettlements(holding())).toEqual([]);
    expect(toSettlements(holding({ phase: 'resolved' }))).toEqual([]);
  });

  it('is pending until the claim', () => {
    expect(toSettlements(holding({ phase: 'resolved', due: '40' }))).toEqual([
      expect.objectContaining({ outcome: 'YES', amount: '40', status: 'PENDING', transactionHash: null }),
    ]);
    const claim = { transactionHash: '0xabc', settledAt: CLOSES_AT };
    expect(toSettlements(holding({ phase: 'resolved', due: '40', ...claim }))).toEqual([
      expect.objectContaining({ amount: '40', status: 'SETTLED', ...claim }),
    ]);
  });
});

describe('toMarketStatus', () => {
  it.each([
    ['open', BLOCK_TIME, 'OPEN'],
    ['open', CLOSES_AT, 'TRADING_CLOSED'],
    ['closed', BLOCK_TIME, 'TRADING_CLOSED'],
    ['resolved', CLOSES_AT, 'RESOLVED'],
    ['cancelled', BLOCK_TIME, 'CANCELLED'],
  ] as const)('%s at %p is %s', (phase, blockTime, status) => {
    expect(toMarketStatus(holding({ phase }), blockTime)).toBe(status);
  });
});
