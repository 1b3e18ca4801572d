import { decodeContractEvent, impliedProbability } from '@app/chain';
import { Random } from '../../../tools/support/random.js';
import { ROLES, YEAR } from '../../../contracts/testing/fixture.js';
import { IndexerFixture } from '../../../test/support/indexer/indexer-fixture.js';

const SEED = Number(process.env.INDEX_TEST_SEED ?? 11);
const { alice, bob, creator } = ROLES;
const DAY = 86_400;

interface Candle {
  open: string;
  high: string;
  low: string;
  close: string;
  volume: bigint;
  trades: number;
}

describe(`the price history after random buys (seed ${SEED})`, () => {
  const random = new Random(SEED).next;
  let set: IndexerFixture;
  let market: string;

  beforeAll(async () => {
    set = await IndexerFixture.start();
    market = await set.contracts.market({ closeTimestampSeconds: set.contracts.chain.now + YEAR });
  });
  afterAll(() => set?.stop());

  async function buys(count: number): Promise<void> {
    const { contracts } = set;
    for (let done = 0; done < count; done += 1) {
      if (random() < 0.5) await contracts.chain.setNextTime(contracts.chain.now + 1 + Math.floor(10 ** (random() * 5)));
      const amount = BigInt(1 + Math.floor(random() * 5_000_000));
      await contracts.buy(random() < 0.5 ? alice : bob, market, random() < 0.5 ? 'YES' : 'NO', amount);
    }
  }

  /** Recomputes the candles in TypeScript from the chain's logs. */
  async function expected(seconds: number): Promise<Record<string, Candle>> {
    const { blockNumber } = await set.source.head();
    const { logs } = await set.source.logs({ fromBlock: 0, toBlock: blockNumber });
    const candles: Record<string, Candle> = {};
    for (const log of logs) {
      const event = decodeContractEvent(log);
      if (event?.name !== 'Bought') continue;
      const start = new Date(Math.floor((log.timestampMs ?? 0) / 1000 / seconds) * seconds * 1000).toISOString();
      const pools = { yesBaseUnits: event.totalYesBaseUnits, noBaseUnits: event.totalNoBaseUnits };
      const price = impliedProbability(pools, 'YES') ?? '';
      const candle = (candles[start] ??= { open: price, high: price, low: price, close: price, volume: 0n, trades: 0 });
      if (Number(price) > Number(candle.high)) candle.high = price;
      if (Number(price) < Number(candle.low)) candle.low = price;
      candle.close = price;
      candle.volume += event.amountBaseUnits;
      candle.trades += 1;
    }
    return candles;
  }

  async function kept(seconds: number): Promise<Record<string, Candle>> {
    const rows = await set.database.query<Omit<Candle, 'volume'> & { start: Date; volume: string }>(
      `SELECT start_at AS start, trim_scale(open)::text AS open, trim_scale(high)::text AS high,
         trim_scale(low)::text AS low, trim_scale(close)::text AS close, volume_base_units AS volume, trades
       FROM market_candles WHERE market_contract_address = $1 AND interval_seconds = $2`,
      [market.toLowerCase(), seconds],
    );
    return Object.fromEntries(
      rows.map(({ start, volume, ...prices }) => [start.toISOString(), { ...prices, volume: BigInt(volume) }]),
    );
  }

  it.each([25, 40, 60])('equals the events after %i more buys', async (count) => {
    await buys(count);
    await set.index();
    const found = new Set<number>();
    for (const seconds of [60, 300, 3_600, DAY]) {
      const candles = await kept(seconds);
      expect(candles).toEqual(await expected(seconds));
      found.add(Object.keys(candles).length);
    }
    expect(found.size).toBeGreaterThan(2);
  });

  it('rolls back every interval in a reorganisation', async () => {
    const { chain } = set.contracts;
    const snapshot = await chain.rpc<string>('evm_snapshot', []);
    const before = await set.rows();
    await buys(20);
    await set.index();
    await chain.rpc('evm_revert', [snapshot]);
    await chain.start();
    await chain.rpc('anvil_mine', ['0x20']);
    await chain.start();
    await set.index();
    expect((await set.rows()).market_candles).toEqual(before.market_candles);
    await set.contracts.act(creator, market, { function: 'cancelMarket' });
  });
});
