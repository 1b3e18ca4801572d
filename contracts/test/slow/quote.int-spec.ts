import {
  computeMinPayout,
  computeQuote,
  type LaterBet,
  type MarketOutcome,
  type Pools,
  type Quote,
  reachesMultiple,
} from '@app/chain';
import { toBaseUnits } from '@app/common';
import { Random } from '../../../tools/support/random.js';
import { view } from '../../testing/chain.js';
import { ROLES, ContractFixture, buildTransaction } from '../../testing/fixture.js';

const SEED = Number(process.env.QUOTE_TEST_SEED ?? 20_261_121);
const ITERATIONS = 40;
const DECIMALS = 6;
const FUNDS = 10n ** 40n;
const { resolver, alice, bob, carol } = ROLES;
const other = (outcome: MarketOutcome): MarketOutcome => (outcome === 'YES' ? 'NO' : 'YES');

describe(`computeQuote compared with the contract (seed ${SEED})`, () => {
  const random = new Random(SEED).next;
  let fixture: ContractFixture;
  let market: string;

  beforeAll(async () => {
    fixture = await ContractFixture.start();
    market = await fixture.market({}, []);
    for (const account of [alice, bob, carol]) {
      await fixture.mint(account, FUNDS);
      await fixture.approve(account, market, FUNDS);
    }
  });
  afterAll(() => fixture?.stop());

  /** Returns an amount from 1 base unit up to 10^30, with a uniform number of digits. */
  function amount(): bigint {
    const digits = Math.floor(random() * 30);
    return 1n + BigInt(Math.floor(random() * 1e9)) * 10n ** BigInt(Math.max(0, digits - 9));
  }

  const outcome = (): MarketOutcome => (random() < 0.5 ? 'YES' : 'NO');
  const payoutIn = async (act: () => Promise<void>, won: MarketOutcome): Promise<bigint> =>
    withRevert(async () => {
      await act();
      await fixture.toCloseTime(market);
      await fixture.act(resolver, market, { function: 'resolve', outcome: won });
      return fixture.chain.read(view(['market', market], 'claimablePayout', [carol]));
    });

  /** Runs `act` and reverts the chain to the state before it. */
  async function withRevert<T>(act: () => Promise<T>): Promise<T> {
    const snapshot = await fixture.chain.rpc<string>('evm_snapshot', []);
    const result = await act();
    await fixture.chain.rpc('evm_revert', [snapshot]);
    await fixture.chain.start();
    return result;
  }

  async function expectAsQuoted(quote: Quote): Promise<void> {
    const base = (text: string): bigint => toBaseUnits(text, DECIMALS) ?? -1n;
    const buy = (from: string, side: MarketOutcome, text: string) => async (): Promise<void> => {
      await fixture.buy(from, market, side, base(text));
    };
    const { outcome: side } = quote;
    expect(await payoutIn(buy(carol, side, quote.amount), side)).toBe(base(quote.payoutIfWon));
    const bet = quote.laterBets[Math.floor(random() * quote.laterBets.length)] as LaterBet;
    for (const [laterSide, terms] of [
      [side, bet.onSameOutcome],
      [other(side), bet.onOtherOutcome],
    ] as const) {
      const both = async (): Promise<void> => {
        await buy(carol, side, quote.amount)();
        await buy(bob, laterSide, bet.amount)();
      };
      expect(await payoutIn(both, side)).toBe(base(terms.payoutIfWon));
    }
  }

  async function poolsOfMarket(): Promise<Pools> {
    const [yesBaseUnits, noBaseUnits] = await fixture.chain.readAll([
      view(['market', market], 'totalYes', []),
      view(['market', market], 'totalNo', []),
    ]);
    return { yesBaseUnits, noBaseUnits };
  }

  /** Error of a buy with this minimum payout in the next block, or null. */
  function simulateBuy(side: MarketOutcome, amountBaseUnits: bigint, minPayoutBaseUnits: bigint): Promise<unknown> {
    const call = { function: side === 'YES' ? 'buyYes' : 'buyNo', amountBaseUnits, minPayoutBaseUnits } as const;
    return fixture.chain.simulate(buildTransaction(carol, market, call, fixture.freshOnce()));
  }

  it('predicts the payout to the base unit, at once and after later bets', async () => {
    for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
      if (iteration > 0) await fixture.buy(random() < 0.5 ? alice : bob, market, outcome(), amount());
      const pools = await poolsOfMarket();
      await expectAsQuoted(computeQuote({ pools, outcome: outcome(), amountBaseUnits: amount(), decimals: DECIMALS }));
    }
  });

  it('reaches a multiple exactly where the contract accepts its minimum payout', async () => {
    const seen = new Set<boolean>();
    for (let iteration = 0; iteration < 5 * ITERATIONS; iteration += 1) {
      if (iteration % 5 === 0) await fixture.buy(random() < 0.5 ? alice : bob, market, outcome(), amount());
      const buy = { pools: await poolsOfMarket(), outcome: outcome(), amountBaseUnits: amount() };
      const { payoutIfWon, payoutMultiple } = computeQuote({ ...buy, decimals: DECIMALS });
      const payout = toBaseUnits(payoutIfWon, DECIMALS) ?? -1n;
      expect(await simulateBuy(buy.outcome, buy.amountBaseUnits, payout)).toBeNull();
      expect(await simulateBuy(buy.outcome, buy.amountBaseUnits, payout + 1n)).toBe('PayoutBelowMinimum');
      const near = Number(payoutMultiple) * (0.9 + random() * 0.2);
      const multiple = near >= 1e18 || random() < 0.2 ? payoutMultiple : near.toFixed(Math.floor(random() * 12));
      const reached = reachesMultiple(buy, multiple);
      seen.add(reached);
      const error = await simulateBuy(
        buy.outcome,
        buy.amountBaseUnits,
        computeMinPayout(buy.amountBaseUnits, multiple),
      );
      expect({ iteration, multiple, error }).toEqual({
        iteration,
        multiple,
        error: reached ? null : 'PayoutBelowMinimum',
      });
    }
    expect(seen.size).toBe(2);
  });
});
