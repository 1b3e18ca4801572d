import { computeMinPayout, computeQuote, reachesMultiple } from './quote.js';

const usdc = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const pools = (yes: number, no: number) => ({ yesBaseUnits: usdc(yes), noBaseUnits: usdc(no) });

describe('a quote', () => {
  it('returns the new probability and the payout of a buy', () => {
    const quote = computeQuote({ pools: pools(10, 30), outcome: 'YES', amountBaseUnits: usdc(10), decimals: 6 });
    expect(quote).toEqual({
      outcome: 'YES',
      amount: '10',
      yesPool: '10',
      noPool: '30',
      impliedProbabilityBefore: '0.25',
      impliedProbabilityAfter: '0.4',
      payoutIfWon: '25',
      profitIfWon: '15',
      payoutMultiple: '2.5',
      breakEvenProbability: '0.4',
      laterBets: [
        {
          amount: '5',
          onSameOutcome: { payoutIfWon: '22', payoutMultiple: '2.2' },
          onOtherOutcome: { payoutIfWon: '27.5', payoutMultiple: '2.75' },
        },
        {
          amount: '25',
          onSameOutcome: { payoutIfWon: '16.666666', payoutMultiple: '1.6666666' },
          onOtherOutcome: { payoutIfWon: '37.5', payoutMultiple: '3.75' },
        },
        {
          amount: '50',
          onSameOutcome: { payoutIfWon: '14.285714', payoutMultiple: '1.4285714' },
          onOtherOutcome: { payoutIfWon: '50', payoutMultiple: '5' },
        },
      ],
    });
  });

  it('into empty pools, and against an empty one, brings the stake back', () => {
    for (const [before, outcome, probability] of [
      [pools(0, 0), 'NO', null],
      [pools(0, 7), 'NO', '1'],
    ] as const) {
      expect(computeQuote({ pools: before, outcome, amountBaseUnits: usdc(3), decimals: 6 })).toMatchObject({
        impliedProbabilityBefore: probability,
        impliedProbabilityAfter: '1',
        payoutIfWon: '3',
        profitIfWon: '0',
        payoutMultiple: '1',
        breakEvenProbability: '1',
      });
    }
  });

  it('rounds against the buyer: the multiple down, the break-even probability up', () => {
    const quote = computeQuote({
      pools: { yesBaseUnits: 2n, noBaseUnits: 1n },
      outcome: 'YES',
      amountBaseUnits: 1n,
      decimals: 0,
    });
    expect(quote).toMatchObject({ payoutIfWon: '1', impliedProbabilityAfter: '0.75', breakEvenProbability: '1' });
    const third = computeQuote({
      pools: { yesBaseUnits: 0n, noBaseUnits: 1n },
      outcome: 'YES',
      amountBaseUnits: 3n,
      decimals: 0,
    });
    expect(third).toMatchObject({
      payoutIfWon: '4',
      payoutMultiple: '1.333333333333333333',
      breakEvenProbability: '0.75',
    });
    expect(
      computeQuote({ pools: { yesBaseUnits: 0n, noBaseUnits: 2n }, outcome: 'YES', amountBaseUnits: 1n, decimals: 0 })
        .breakEvenProbability,
    ).toBe('0.333333333333333334');
  });

  it.each([
    ['2.5', true],
    ['2.500000000000000001', false],
    ['2.4999999', true],
    ['1', true],
    ['0.5', true],
    ['3', false],
  ])('reaches a multiple of %s: %s', (minMultiple, reached) => {
    const request = { pools: pools(10, 30), outcome: 'YES' as const, amountBaseUnits: usdc(10) };
    expect(reachesMultiple(request, minMultiple)).toBe(reached);
  });

  it.each([
    [10n, '2.5', 25n],
    [10n, '2.51', 26n],
    [10n, '1', 10n],
    [10n, '0.5', 5n],
    [1n, '0.000000000000000001', 1n],
    [3n, '1.333333333333333333', 4n],
    [10n ** 24n, '999999999999999999.999999999999999999', 999999999999999999999999999999999999n * 10n ** 6n],
  ])('needs of a stake of %p at a multiple of %s a payout of %p, rounded up', (stake, multiple, payout) => {
    expect(computeMinPayout(stake, multiple)).toBe(payout);
  });

  it('reaches the multiple that it shows', () => {
    for (let amount = 1n; amount < 200n; amount += 1n) {
      const request = {
        pools: { yesBaseUnits: 97n, noBaseUnits: 331n },
        outcome: 'NO' as const,
        amountBaseUnits: amount,
      };
      expect(reachesMultiple(request, computeQuote({ ...request, decimals: 6 }).payoutMultiple)).toBe(true);
    }
  });
});
