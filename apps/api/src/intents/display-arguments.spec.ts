import { listArguments, type MarketCall } from '@app/chain';
import { toDisplayArguments } from './display-arguments.js';

const [RESOLVER, TOKEN] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];

describe('toDisplayArguments', () => {
  it.each<[MarketCall, string[]]>([
    [{ function: 'buyYes', amountBaseUnits: 10_500_000n, minPayoutBaseUnits: 15_000_000n }, ['10.5', '15']],
    [{ function: 'buyNo', amountBaseUnits: 1n, minPayoutBaseUnits: 0n }, ['0.000001', '0']],
    [{ function: 'resolve', outcome: 'NO' }, ['NO']],
    [{ function: 'claimRefund' }, []],
    [
      {
        ...{ function: 'createMarket', id: 'rain', question: 'Rain?', closeTimestampSeconds: 1_900_000_000 },
        ...{ resolver: RESOLVER, collateralToken: TOKEN },
      },
      ['rain', 'Rain?', '2030-03-17T17:46:40.000Z', RESOLVER, TOKEN],
    ],
  ])('shows %j', (call, expected) => {
    expect(toDisplayArguments(call, 6)).toEqual(expected);
    expect(listArguments(call)).toHaveLength(expected.length);
  });

  it('shows an approval in display units', () => {
    expect(toDisplayArguments({ function: 'approve', spender: TOKEN, amountBaseUnits: 2_000_000n }, 6)).toEqual([
      TOKEN,
      '2',
    ]);
  });
});
