import { randomUUID } from 'node:crypto';
import { type BlockRef, encodeApproval, LogSource, LogSourceError, type RangeLogs } from '@app/chain';
import { Random } from '../../../../tools/support/random.js';
import { ROLES } from '../../../../contracts/testing/fixture.js';
import { IndexerFixture } from '../../../../test/support/indexer/indexer-fixture.js';
import { RandomTrading } from '../../../../test/support/indexer/random-trading.js';

const { creator, resolver, alice, bob } = ROLES;
const SEED = Number(process.env.INDEX_TEST_SEED ?? 20_261);

/** Fails now and then, anywhere, as nodes do. */
class UnreliableSource extends LogSource {
  failures = 0;

  constructor(
    private readonly source: LogSource,
    private readonly fails: () => boolean,
  ) {
    super();
  }

  head(): Promise<BlockRef> {
    return this.pass('head', () => this.source.head());
  }

  blocks(blockNumbers: readonly number[]): Promise<(BlockRef | null)[]> {
    return this.pass('blocks', () => this.source.blocks(blockNumbers));
  }

  logs(range: { fromBlock: number; toBlock: number }): Promise<RangeLogs> {
    return this.pass('logs', () => this.source.logs(range));
  }

  private async pass<T>(operation: string, ask: () => Promise<T>): Promise<T> {
    const answer = await ask();
    if (!this.fails()) return answer;
    this.failures += 1;
    throw new LogSourceError(operation);
  }
}

describe('a reorganised chain', () => {
  let set: IndexerFixture;

  beforeEach(async () => {
    set = await IndexerFixture.start();
  });
  afterEach(() => set?.stop());

  /** The rows as they are, and as an indexer makes them that has never seen another chain. */
  async function expectAsFromZero(): Promise<void> {
    const followed = await set.rows();
    await set.clear();
    await set.index();
    expect(followed).toEqual(await set.rows());
  }

  /** State after a killed worker's lease has expired. */
  async function letLeaseRunOut(): Promise<void> {
    await set.database.query(`UPDATE chain_index SET lease_until = now() - interval '1 second'`);
  }

  async function revert(snapshot: string): Promise<void> {
    await set.contracts.chain.rpc('evm_revert', [snapshot]);
    await set.contracts.chain.start();
  }

  it('rolls back a resolution, its settlements and a claim, then indexes the new blocks', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', 10_000_000n);
    await contracts.buy(bob, market, 'NO', 30_000_000n);
    await set.index();
    const before = await set.rows();
    const snapshot = await contracts.chain.rpc<string>('evm_snapshot', []);
    await contracts.toCloseTime(market);
    await contracts.act(resolver, market, { function: 'resolve', outcome: 'YES' });
    await contracts.act(alice, market, { function: 'claimPayout' });
    await set.index();
    expect((await set.rows()).settlements).toHaveLength(1);

    await revert(snapshot);
    await contracts.chain.rpc('anvil_mine', ['0x4']);
    await contracts.chain.start();
    await set.index();
    expect(await set.rows()).toEqual(before);

    await contracts.act(creator, market, { function: 'cancelMarket' });
    await set.index();
    const rows = await set.rows();
    expect([rows.settlements?.length, rows.resolutions]).toEqual([2, []]);
    await expectAsFromZero();
  });

  it('detects anvil_reorg at the same height', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await set.index();
    const before = await set.rows();
    await contracts.buy(alice, market, 'YES', 5_000_000n);
    await contracts.buy(bob, market, 'NO', 5_000_000n);
    await set.index();
    await contracts.chain.rpc('anvil_reorg', [2, []]);
    await set.index();
    expect(await set.rows()).toEqual(before);
  });

  it('does not mistake a lagging node for a reorganisation', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', 5_000_000n);
    await set.index();
    const before = await set.rows();
    const full = set.source;
    const head = await full.head();
    const behind = new UnreliableSource(full, () => false);
    behind.head = async () => (await full.blocks([head.blockNumber - 1]))[0] ?? head;
    await set.index({ source: behind });
    expect(await set.rows()).toEqual(before);
  });

  it('does not mistake a node that lacks the last blocks of another for a reorganisation', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', 5_000_000n);
    await contracts.chain.rpc('anvil_mine', ['0x2']);
    await contracts.chain.start();
    await set.index({ confirmations: 3 });
    const before = await set.rows();
    const full = set.source;
    const { blockNumber } = await full.head();
    const behind = new UnreliableSource(full, () => false);
    behind.blocks = async (numbers) =>
      (await full.blocks(numbers)).map((block) => (Number(block?.blockNumber) > blockNumber - 3 ? null : block));
    await set.index({ source: behind, confirmations: 3 });
    expect(await set.rows()).toEqual(before);
  });

  it('restores a linked record, and keeps a record with trades as cancelled', async () => {
    const { contracts, database } = set;
    const owner = await database.queryOne<{ id: string }>(
      `INSERT INTO users (kind, wallet_address) VALUES ('agent', $1) RETURNING id`,
      [creator.toLowerCase()],
    );
    const record = await database.queryOne<{ id: string }>(
      `INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain,
         opens_at, closes_at)
       VALUES ($1, 'Mine', 'DRAFT', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() + interval '1 day',
         now() + interval '2 days') RETURNING id`,
      [String(owner?.id)],
    );
    const before = await set.rows();
    const snapshot = await contracts.chain.rpc<string>('evm_snapshot', []);
    await contracts.market({ id: String(record?.id) }, []);
    const own = await contracts.market({ id: 'own' }, []);
    await set.index();
    const linked = (await set.rows()).markets?.find((row) => row.includes('Mine'));
    expect(linked).toContain('"status": "OPEN"');
    await database.query(
      `INSERT INTO trades (user_id, market_id, outcome, side, quantity, price, collateral_amount)
       SELECT $1, record_id, 'YES', 'BUY', 1, 0.5, 0.5 FROM chain_markets WHERE market_contract_address = $2`,
      [randomUUID(), own.toLowerCase()],
    );
    await revert(snapshot);
    await contracts.chain.rpc('anvil_mine', ['0x9']);
    await contracts.chain.start();
    await set.index();
    const { markets = [] } = await set.rows();
    expect(markets).toHaveLength(2);
    expect(markets).toContain(before.markets?.[0]);
    expect(markets.find((row) => row !== before.markets?.[0])).toContain('"status": "CANCELLED"');

    await contracts.market({ id: 'own' }, []);
    await set.index();
    expect((await set.rows()).markets?.filter((row) => row.includes('"status": "OPEN"'))).toHaveLength(1);
  });

  it('starts again on a new chain', async () => {
    const { contracts } = set;
    const snapshot = await contracts.chain.rpc<string>('evm_snapshot', []);
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', 5_000_000n);
    await set.index();
    await set.database.query(`UPDATE chain_blocks SET block_hash = 'of another chain'`);
    await set.database.query(`UPDATE chain_events SET block_hash = 'of another chain'`);
    await set.database.query(`UPDATE chain_index SET block_hash = 'of another chain'`);
    await revert(snapshot);
    await set.index();
    expect(await set.database.query('SELECT 1 FROM chain_events')).toEqual([]);
    await set.index();
    await contracts.buy(bob, await contracts.market(), 'NO', 1n);
    await set.index();
    await expectAsFromZero();
  });

  it(`gives the same rows after random trades, reorganisations, failures and kills (seed ${SEED})`, async () => {
    const generator = new Random(SEED);
    const random = generator.next;
    const trading = new RandomTrading(set.contracts, generator);
    await trading.steps(30);
    const unreliable = new UnreliableSource(set.source, () => random() < 0.15);
    let indexer = set.indexer({ source: unreliable });
    let [reorganisations, deaths] = [0, 0];
    for (let turn = 0; turn < 14; turn += 1) {
      const snapshot = await set.contracts.chain.rpc<string>('evm_snapshot', []);
      await trading.steps(1 + Math.floor(random() * 12));
      await indexer.poll().catch(() => undefined);
      if (random() < 0.4) {
        await revert(snapshot);
        reorganisations += 1;
        await trading.steps(1 + Math.floor(random() * 20));
      }
      if (random() < 0.4) {
        indexer = set.indexer({ source: unreliable });
        deaths += 1;
        await letLeaseRunOut();
      }
      await indexer.poll().catch(() => undefined);
    }
    await letLeaseRunOut();
    await set.index();
    expect([reorganisations > 0, deaths > 0, unreliable.failures > 0]).toEqual([true, true, true]);
    const { settlements = [], positions = [] } = await set.rows();
    expect([settlements.length > 0, positions.length > 5]).toEqual([true, true]);
    await expectAsFromZero();
  });

  it('two indexers write everything once, even if one returns after its lease expired', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await set.index();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const slow = new UnreliableSource(set.source, () => false);
    const { source } = set;
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    slow.logs = async (range) => {
      const logs = await source.logs(range);
      asked();
      await held;
      return logs;
    };
    await contracts.buy(alice, market, 'YES', 1_000_000n);
    const late = set.indexer({ source: slow });
    const latePoll = late.poll();
    await isAsked;
    const other = set.indexer();
    await other.poll();
    expect((await set.rows()).positions).toEqual([]);
    await letLeaseRunOut();
    await other.poll();
    expect((await set.rows()).positions).toHaveLength(1);
    letGo();
    await latePoll;
    await Promise.all([late.poll(), other.poll()]);
    await late.close();
    await other.close();

    const several = [set.indexer(), set.indexer(), set.indexer()];
    const { callData } = encodeApproval(market, 1_000n);
    for (let turn = 0; turn < 6; turn += 1) {
      await contracts.chain.mustSend({ from: bob, to: contracts.collateral, data: callData });
      await contracts.buy(bob, market, 'NO', 7n);
      if (turn % 2 === 1) await letLeaseRunOut();
      await Promise.all(several.map((indexer) => indexer.poll()));
    }
    for (const indexer of several) await indexer.close();
    expect(await set.database.query(`SELECT 1 FROM chain_events WHERE name = 'Bought'`)).toHaveLength(7);
    await expectAsFromZero();
  });
});
