import { toBaseUnits } from '@app/common';
import { type LaterBet, type MarketOutcome, type Quote, quoteOf } from '@app/contracts';
import { seededRandom } from '../../test/e2e/support/seeded-random.js';
import { view } from '../testing/chain.js';
import { ROLES, Stage } from '../testing/stage.js';

const SEED = Number(process.env.QUOTE_TEST_SEED ?? 20_261_121);
const ROUNDS = 40;
const DECIMALS = 6;
const PLENTY = 10n ** 40n;
const { resolver, alice, bob, carol } = ROLES;
const other = (outcome: MarketOutcome): MarketOutcome => (outcome === 'YES' ? 'NO' : 'YES');

describe(`a quote, held against the contract (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  let stage: Stage;
  let market: string;

  beforeAll(async () => {
    stage = await Stage.set();
    market = await stage.market({}, []);
    for (const account of [alice, bob, carol]) {
      await stage.mint(account, PLENTY);
      await stage.approve(account, market, PLENTY);
    }
  });
  afterAll(() => stage?.stop());

  /** From one unit to more than any token has, every length alike. */
  function amount(): bigint {
    const digits = Math.floor(random() * 30);
    return 1n + BigInt(Math.floor(random() * 1e9)) * 10n ** BigInt(Math.max(0, digits - 9));
  }

  const outcome = (): MarketOutcome => (random() < 0.5 ? 'YES' : 'NO');
  const payoutIn = async (act: () => Promise<void>, won: MarketOutcome): Promise<bigint> =>
    later(async () => {
      await act();
      await stage.toCloseTime(market);
      await stage.act(resolver, market, { function: 'resolve', outcome: won });
      return stage.chain.read(view(['market', market], 'claimablePayout', [carol]));
    });

  /** What comes of it, and then it has never been. */
  async function later<T>(act: () => Promise<T>): Promise<T> {
    const snapshot = await stage.chain.rpc<string>('evm_snapshot', []);
    const result = await act();
    await stage.chain.rpc('evm_revert', [snapshot]);
    await stage.chain.start();
    return result;
  }

  async function expectAsQuoted(quote: Quote): Promise<void> {
    const base = (text: string): bigint => toBaseUnits(text, DECIMALS) ?? -1n;
    const buy = (from: string, side: MarketOutcome, text: string) => async (): Promise<void> => {
      await stage.buy(from, market, side, base(text));
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

  it('pays to the last unit what it says, now and after later bets, whatever the pools', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await stage.buy(random() < 0.5 ? alice : bob, market, outcome(), amount());
      const [yesBaseUnits, noBaseUnits] = await stage.chain.readAll([
        view(['market', market], 'totalYes', []),
        view(['market', market], 'totalNo', []),
      ]);
      const pools = { yesBaseUnits, noBaseUnits };
      await expectAsQuoted(quoteOf({ pools, outcome: outcome(), amountBaseUnits: amount(), decimals: DECIMALS }));
    }
  });
});
