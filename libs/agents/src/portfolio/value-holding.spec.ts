import type { MarketHolding } from './holding.js';
import { marketStatusOf, valueHolding } from './value-holding.js';

const CLOSES_AT = new Date('2030-01-01T00:00:00Z');
const CONTEXT = { blockTime: new Date('2029-12-31T00:00:00Z'), decimals: 6 };

function holding(fields: Partial<MarketHolding> = {}): MarketHolding {
  return {
    marketId: 'rain',
    marketContractAddress: `0x${'e'.repeat(40)}`,
    phase: 'open',
    closesAt: CLOSES_AT,
    winningOutcome: null,
    yesBaseUnits: 10_000_000n,
    noBaseUnits: 0n,
    totalYesBaseUnits: 10_000_000n,
    totalNoBaseUnits: 30_000_000n,
    claim: null,
    ...fields,
  };
}

describe('valueHolding', () => {
  it('values an undecided stake at what was staked', () => {
    expect(valueHolding(holding(), CONTEXT)).toEqual({
      positions: [
        {
          marketId: 'rain',
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
        },
      ],
      settlements: [],
    });
  });

  it('owes a winner the stake and the share of the losing pool', () => {
    const resolved = holding({ phase: 'resolved', winningOutcome: 'YES' });
    const { positions, settlements } = valueHolding(resolved, CONTEXT);
    expect(positions).toEqual([
      expect.objectContaining({
        marketStatus: 'RESOLVED',
        currentValue: '40',
        realizedPnl: '0',
        unrealizedPnl: '30',
        claimable: '40',
        refundable: '0',
        claimAction: 'claim_payout',
      }),
    ]);
    expect(settlements).toEqual([
      expect.objectContaining({ outcome: 'YES', amount: '40', status: 'PENDING', transactionHash: null }),
    ]);
  });

  it('realises the profit with the claim', () => {
    const claim = { transactionHash: '0xabc', settledAt: CLOSES_AT };
    const claimed = holding({ phase: 'resolved', winningOutcome: 'YES', claim });
    const { positions, settlements } = valueHolding(claimed, CONTEXT);
    expect(positions).toEqual([
      expect.objectContaining({ currentValue: '0', realizedPnl: '30', unrealizedPnl: '0', claimAction: null }),
    ]);
    expect(settlements).toEqual([expect.objectContaining({ amount: '40', status: 'SETTLED', ...claim })]);
  });

  it('rounds a share down, as the contract does', () => {
    const odd = holding({
      phase: 'resolved',
      winningOutcome: 'YES',
      yesBaseUnits: 1n,
      totalYesBaseUnits: 3n,
      totalNoBaseUnits: 10n,
    });
    expect(valueHolding(odd, CONTEXT).positions).toEqual([expect.objectContaining({ claimable: '0.000004' })]);
  });

  it('takes a loss as final with the resolution, and owes nothing for it', () => {
    const lost = holding({ phase: 'resolved', winningOutcome: 'NO' });
    const { positions, settlements } = valueHolding(lost, CONTEXT);
    expect(positions).toEqual([
      expect.objectContaining({ currentValue: '0', realizedPnl: '-10', unrealizedPnl: '0', claimAction: null }),
    ]);
    expect(settlements).toEqual([]);
  });

  it('returns both stakes of a cancelled market', () => {
    const cancelled = holding({ phase: 'cancelled', noBaseUnits: 5_000_000n });
    const { positions, settlements } = valueHolding(cancelled, CONTEXT);
    expect(positions.map((p) => [p.outcome, p.refundable, p.claimable, p.claimAction, p.unrealizedPnl])).toEqual([
      ['YES', '10', '0', 'claim_refund', '0'],
      ['NO', '5', '0', 'claim_refund', '0'],
    ]);
    expect(settlements.map((s) => [s.outcome, s.amount, s.status])).toEqual([
      ['YES', '10', 'PENDING'],
      ['NO', '5', 'PENDING'],
    ]);
  });

  it('shows no position without a stake', () => {
    expect(valueHolding(holding({ yesBaseUnits: 0n }), CONTEXT)).toEqual({ positions: [], settlements: [] });
  });
});

describe('marketStatusOf', () => {
  it.each([
    ['open', CONTEXT.blockTime, 'OPEN'],
    ['open', CLOSES_AT, 'TRADING_CLOSED'],
    ['closed', CONTEXT.blockTime, 'TRADING_CLOSED'],
    ['resolved', CLOSES_AT, 'RESOLVED'],
    ['cancelled', CONTEXT.blockTime, 'CANCELLED'],
  ] as const)('%s at %p is %s', (phase, blockTime, status) => {
    expect(marketStatusOf(holding({ phase }), blockTime)).toBe(status);
  });
});
