import type { Action } from '@app/common';
import { toPlan, type PlannedIntent } from './intent-plan.js';

const FACTORY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const COLLATERAL = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const MARKET = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const RESOLVER = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
const CONTEXT = { factoryAddress: FACTORY.toLowerCase(), collateralAddress: COLLATERAL.toLowerCase(), decimals: 6 };

function intent(action: Action, fields: Partial<PlannedIntent> = {}): PlannedIntent {
  return {
    action,
    marketId: 'rain-2027',
    marketContractAddress: MARKET.toLowerCase(),
    amount: null,
    minMultiple: null,
    outcome: null,
    resolver: null,
    collateralToken: null,
    closeTimestamp: null,
    question: null,
    ...fields,
  };
}

describe('toPlan', () => {
  it('creates a market at the factory', () => {
    const creation = intent('create_market', {
      marketContractAddress: null,
      question: 'Rain?',
      closeTimestamp: new Date('2030-01-01T00:00:00Z'),
      resolver: RESOLVER.toLowerCase(),
      collateralToken: COLLATERAL.toLowerCase(),
    });
    expect(toPlan(creation, CONTEXT)).toEqual({
      approval: null,
      main: {
        contract: 'factory',
        to: FACTORY,
        call: {
          function: 'createMarket',
          id: 'rain-2027',
          question: 'Rain?',
          closeTimestampSeconds: 1_893_456_000,
          resolver: RESOLVER,
          collateralToken: COLLATERAL,
        },
      },
    });
  });

  it.each([
    ['buy_yes', 'buyYes'],
    ['buy_no', 'buyNo'],
  ] as const)('%s approves the given amount first, or nothing', (action, name) => {
    const amountBaseUnits = 10_500_000n;
    const main = { contract: 'market', to: MARKET, call: { function: name, amountBaseUnits, minPayoutBaseUnits: 0n } };
    const approve = { function: 'approve', spender: MARKET, amountBaseUnits: 42_000_000n };
    expect(toPlan(intent(action, { amount: '10.5' }), CONTEXT, 42_000_000n)).toEqual({
      approval: { contract: 'collateral', to: COLLATERAL, call: approve },
      main,
    });
    expect(toPlan(intent(action, { amount: '10.5' }), CONTEXT)).toEqual({ approval: null, main });
  });

  it('turns min_multiple into the minimum payout of the stake, rounded up', () => {
    const computeMinPayout = (minMultiple: string): unknown =>
      toPlan(intent('buy_yes', { amount: '0.000003', minMultiple }), CONTEXT).main.call;
    expect(computeMinPayout('1.5')).toMatchObject({ amountBaseUnits: 3n, minPayoutBaseUnits: 5n });
    expect(computeMinPayout('2')).toMatchObject({ amountBaseUnits: 3n, minPayoutBaseUnits: 6n });
  });

  it.each([
    ['yes', 'YES'],
    ['no', 'NO'],
  ] as const)('resolves %s as %s', (outcome, marketOutcome) => {
    expect(toPlan(intent('resolve_market', { outcome }), CONTEXT).main).toEqual({
      contract: 'market',
      to: MARKET,
      call: { function: 'resolve', outcome: marketOutcome },
    });
  });

  it.each([
    ['close_market', 'closeMarket'],
    ['claim_payout', 'claimPayout'],
    ['cancel_market', 'cancelMarket'],
    ['claim_refund', 'claimRefund'],
  ] as const)('%s is a single call of %s', (action, name) => {
    expect(toPlan(intent(action), CONTEXT)).toEqual({
      approval: null,
      main: { contract: 'market', to: MARKET, call: { function: name } },
    });
  });

  it('refuses an intent without a field that its action needs', () => {
    expect(() => toPlan(intent('buy_yes'), CONTEXT)).toThrow(RangeError);
    expect(() => toPlan(intent('buy_yes', { amount: '0.0000001' }), CONTEXT)).toThrow(RangeError);
    expect(() => toPlan(intent('resolve_market'), CONTEXT)).toThrow(RangeError);
    expect(() => toPlan(intent('close_market', { marketContractAddress: null }), CONTEXT)).toThrow(RangeError);
  });
});
