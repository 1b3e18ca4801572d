import { randomUUID } from 'node:crypto';
import { Secret } from '@app/common';
import { advanceMarkets } from '@app/markets';
import { type SqlParameter, SqlSession } from '@app/persistence';
import type { QueryResultRow } from 'pg';
import { deployContracts, encodeApproval, LogSourceError } from '@app/chain';
import { FIRST_ACCOUNT_KEY } from '../../../contracts/testing/anvil.js';
import { buildTransaction, HOUR, ROLES } from '../../../contracts/testing/fixture.js';
import { readIndexStatus } from './persistence/index-status.js';
import { removeAll, rollBack } from './persistence/roll-back.js';
import { IndexerFixture } from '../../../test/support/indexer/indexer-fixture.js';

const { creator, resolver, alice, bob, carol } = ROLES;
const usdc = (amount: number): bigint => BigInt(amount * 1_000_000);

/** Counts the rows that statements return. */
class CountingSql extends SqlSession {
  maxRows = 0;

  constructor(private readonly tx: SqlSession) {
    super(tx.manager);
  }

  async query<Row extends QueryResultRow>(text: string, parameters?: readonly SqlParameter[]): Promise<Row[]> {
    const rows = await this.tx.query<Row>(text, parameters);
    this.maxRows = Math.max(this.maxRows, rows.length);
    return rows;
  }
}

describe('rows derived from events', () => {
  let set: IndexerFixture;

  beforeAll(async () => {
    set = await IndexerFixture.start();
  });
  afterAll(() => set?.stop());

  async function readRecord(market: string): Promise<Record<string, unknown>> {
    const row = await set.database.queryOne(
      `SELECT r.* FROM markets AS r JOIN chain_markets AS m ON m.record_id = r.id WHERE m.market_contract_address = $1`,
      [market.toLowerCase()],
    );
    return row ?? {};
  }

  /** `account outcome quantity average_entry_price realized_pnl` of each position. */
  async function readPositions(market: string): Promise<string[]> {
    const rows = await set.database.query<{ line: string }>(
      `SELECT concat_ws(' ', u.wallet_address, p.outcome, trim_scale(quantity), trim_scale(average_entry_price),
         trim_scale(realized_pnl)) AS line
       FROM positions AS p JOIN users AS u ON u.id = p.user_id JOIN chain_markets AS m ON m.record_id = p.market_id
       WHERE m.market_contract_address = $1 ORDER BY p.created_at, p.outcome DESC`,
      [market.toLowerCase()],
    );
    return rows.map(({ line }) => line.replace(/^0x\w+/, nameOf));
  }

  /** `account outcome amount status` of each settlement, and whether it has a resolution, a hash and a time. */
  async function readSettlements(market: string): Promise<string[]> {
    const rows = await set.database.query<{ line: string }>(
      `SELECT concat_ws(' ', u.wallet_address, s.outcome, trim_scale(s.amount), s.status,
         CASE WHEN s.resolution_id IS NULL THEN 'refund' ELSE 'payout' END,
         CASE WHEN s.tx_hash IS NOT NULL AND s.settled_at IS NOT NULL THEN 'claimed' END) AS line
       FROM settlements AS s JOIN users AS u ON u.id = s.user_id JOIN chain_markets AS m ON m.record_id = s.market_id
       WHERE m.market_contract_address = $1 ORDER BY line`,
      [market.toLowerCase()],
    );
    return rows.map(({ line }) => line.replace(/^0x\w+/, nameOf)).sort();
  }

  function nameOf(address: string): string {
    return Object.entries(ROLES).find(([, known]) => known.toLowerCase() === address)?.[0] ?? address;
  }

  it('derives positions, resolution, one settlement per winner and the record of a resolved market', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', usdc(10));
    await contracts.buy(bob, market, 'NO', usdc(30));
    await contracts.buy(alice, market, 'YES', usdc(20));
    await contracts.buy(carol, market, 'YES', usdc(1));
    await set.index();
    expect(await readRecord(market)).toMatchObject({ title: 'Will it rain?', status: 'OPEN', from_chain: true });
    expect(await readPositions(market)).toEqual([
      // 10 at 1, and 20 at 30/60.
      'alice YES 30 0.666666666666666666 0',
      'bob NO 30 0.75 0',
      'carol YES 1 0.508196721311475409 0',
    ]);
    expect(await readSettlements(market)).toEqual([]);

    await contracts.toCloseTime(market);
    await contracts.act(creator, market, { function: 'closeMarket' });
    await set.index();
    expect((await readRecord(market)).status).toBe('TRADING_CLOSED');

    const { timestamp } = await contracts.act(resolver, market, { function: 'resolve', outcome: 'YES' });
    await set.index();
    expect(await readRecord(market)).toMatchObject({
      status: 'RESOLVED',
      winning_outcome: 'YES',
      resolved_at: new Date(timestamp * 1000),
      settled_at: null,
    });
    expect((await readPositions(market))[1]).toBe('bob NO 30 0.75 -30');
    expect(await readSettlements(market)).toEqual([
      'alice YES 59.032258 PENDING payout',
      'carol YES 1.967741 PENDING payout',
    ]);

    await contracts.act(alice, market, { function: 'claimPayout' });
    await set.index();
    expect((await readPositions(market))[0]).toBe('alice YES 30 0.666666666666666666 29.032258');
    expect((await readSettlements(market))[0]).toBe('alice YES 59.032258 SETTLED payout claimed');
    expect(await readRecord(market)).toMatchObject({ status: 'RESOLVED', settled_at: null });
    const last = await contracts.act(carol, market, { function: 'claimPayout' });
    await set.index();
    expect(await readRecord(market)).toMatchObject({ status: 'SETTLED', settled_at: new Date(last.timestamp * 1000) });
  });

  it('stores the resolving transaction as evidence', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(bob, market, 'NO', usdc(3));
    await contracts.toCloseTime(market);
    const data = buildTransaction(resolver, market, { function: 'resolve', outcome: 'NO' });
    const hash = await contracts.chain.rpc<string>('eth_sendTransaction', [data]);
    await contracts.chain.start();
    await set.index();
    const { id } = await readRecord(market);
    expect(await set.database.query('SELECT * FROM resolutions WHERE market_id = $1', [String(id)])).toEqual([
      expect.objectContaining({ evidence_reference: hash, winning_outcome: 'NO', status: 'RESOLVED' }),
    ]);
  });

  it('derives one refund per outcome of a cancelled market, which stays cancelled after the claims', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', usdc(4));
    await contracts.buy(alice, market, 'NO', usdc(6));
    await contracts.act(creator, market, { function: 'cancelMarket' });
    await set.index();
    expect(await readSettlements(market)).toEqual(['alice NO 6 PENDING refund', 'alice YES 4 PENDING refund']);
    const { timestamp } = await contracts.act(alice, market, { function: 'claimRefund' });
    await set.index();
    expect(await readSettlements(market)).toEqual([
      'alice NO 6 SETTLED refund claimed',
      'alice YES 4 SETTLED refund claimed',
    ]);
    expect(await readRecord(market)).toMatchObject({
      status: 'CANCELLED',
      winning_outcome: null,
      resolved_at: null,
      settled_at: new Date(timestamp * 1000),
    });
    expect(await readPositions(market)).toEqual(['alice YES 4 1 0', 'alice NO 6 0.6 0']);
  });

  it('cancels a market resolved to an outcome without stakes', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', usdc(2));
    await contracts.toCloseTime(market);
    await contracts.act(resolver, market, { function: 'resolve', outcome: 'NO' });
    await set.index();
    expect(await readRecord(market)).toMatchObject({ status: 'CANCELLED', winning_outcome: null, settled_at: null });
    expect(await readSettlements(market)).toEqual(['alice YES 2 PENDING refund']);
  });

  it('assigns rows to the agent’s user, and other accounts to a user of kind address', async () => {
    const { contracts } = set;
    const wallet = `0x${randomUUID().replaceAll('-', '')}00000000`;
    await contracts.chain.rpc('anvil_impersonateAccount', [wallet]);
    await contracts.chain.rpc('anvil_setBalance', [wallet, '0xde0b6b3a7640000']);
    const agent = await set.agent(wallet);
    const market = await contracts.market({ id: 'of-an-agent' }, []);
    await contracts.mint(wallet, usdc(5));
    await contracts.approve(wallet, market, usdc(5));
    await contracts.buy(wallet, market, 'NO', usdc(5));
    await set.index();
    expect(await set.database.query('SELECT user_id FROM positions WHERE user_id = $1', [agent])).toHaveLength(1);
    const { creator_user_id } = await readRecord(market);
    expect(
      await set.database.query('SELECT kind, agent_id FROM users WHERE id = $1', [String(creator_user_id)]),
    ).toEqual([{ kind: 'address', agent_id: null }]);
  });

  describe('links a market', () => {
    const someoneElse = randomUUID();

    async function record(ownerId: string): Promise<string> {
      const row = await set.database.queryOne<{ id: string }>(
        `INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset,
           chain, opens_at, closes_at)
         VALUES ($1, 'As the creator wrote it', 'DRAFT', 'Ja', 'Nein', 'USDC', 'CHAIN-TESTNET',
           now() + interval '48 h', now() + interval '90 days') RETURNING id`,
        [ownerId],
      );
      return row?.id ?? '';
    }

    async function readUser(address: string): Promise<string> {
      const row = await set.database.queryOne<{ id: string }>('SELECT id FROM users WHERE wallet_address = $1', [
        address.toLowerCase(),
      ]);
      return row?.id ?? '';
    }

    beforeAll(async () => {
      await set.database.query(`INSERT INTO users (id, kind) VALUES ($1, 'person')`, [someoneElse]);
    });

    it('to the record with its id and owner, and takes over the contract’s times', async () => {
      const id = await record(await readUser(creator));
      const market = await set.contracts.market({ id, question: 'As the chain has it' });
      await set.index();
      const { now } = set.contracts.chain;
      expect(await readRecord(market)).toMatchObject({
        id,
        title: 'As the creator wrote it',
        outcome_yes_label: 'Ja',
        status: 'OPEN',
        opens_at: null,
        from_chain: false,
      });
      expect(Number((await readRecord(market)).closes_at)).toBeLessThan((now + 2 * HOUR) * 1000);
    });

    it('never to a foreign or missing record, or one with another spelling of the id', async () => {
      const id = await record(someoneElse);
      const mine = await record(await readUser(creator));
      for (const name of [id, randomUUID(), mine.toUpperCase(), ` ${mine}`]) {
        const market = await set.contracts.market({ id: name }, []);
        await set.index();
        expect(await readRecord(market)).toMatchObject({ title: 'Will it rain?', from_chain: true });
      }
    });

    it('never to the record of another market', async () => {
      const first = await set.contracts.market({}, []);
      await set.index();
      const { id } = await readRecord(first);
      const second = await set.contracts.market({ id: String(id) }, []);
      await set.index();
      expect((await readRecord(second)).id).not.toBe(id);
    });
  });

  it.each([
    ['NUL and control characters', 'a\0b\u0007', 'a\uFFFDb\u0007'],
    ['white space alone', ' \t\n ', 'Untitled market'],
    ['nothing', '', 'Untitled market'],
    ['far too much', '🌧'.repeat(3_000), '🌧'.repeat(500)],
  ])('keeps a question of %s as a title that a record may have', async (_what, question, title) => {
    const market = await set.contracts.market({ question, id: `x\0${question}`.slice(0, 3_000) }, []);
    await set.index();
    expect((await readRecord(market)).title).toBe(title);
    expect(await set.database.query('SELECT 1 FROM chain_markets WHERE length(onchain_id) > 200')).toEqual([]);
  });

  it('ignores events of another factory and its markets', async () => {
    const { contracts } = set;
    const before = await set.rows();
    const other = await deployContracts({
      rpcUrl: contracts.chain.url,
      deployerKey: new Secret(FIRST_ACCOUNT_KEY),
      collateral: contracts.collateral,
    });
    await contracts.chain.start();
    const created = await contracts.act(creator, other.factory, {
      function: 'createMarket',
      id: 'alike',
      question: 'Is this ours?',
      closeTimestampSeconds: contracts.chain.now + HOUR,
      resolver,
      collateralToken: contracts.collateral,
    });
    const [event] = created.events;
    const market = event?.name === 'MarketCreated' ? event.market : '';
    const { callData } = encodeApproval(market, usdc(1));
    await contracts.chain.mustSend({ from: alice, to: contracts.collateral, data: callData });
    expect((await contracts.buy(alice, market, 'YES', usdc(1))).events).toHaveLength(1);
    await set.index();
    expect(await set.rows()).toEqual(before);
  });

  it('reads again what a failover of the database has lost', async () => {
    const { contracts, database } = set;
    const market = await contracts.market({}, [alice]);
    const indexer = set.indexer();
    await indexer.poll();
    const kept = await database.queryOneOrFail<{ number: number; hash: string }>(
      'SELECT block_number::integer AS number, block_hash AS hash FROM chain_index',
    );
    await contracts.buy(alice, market, 'YES', usdc(1));
    await indexer.poll();
    await database.longTransaction(async (tx) => {
      await rollBack(tx, kept.number);
      await tx.query('UPDATE chain_index SET block_number = $1, block_hash = $2', [kept.number, kept.hash]);
    });
    await contracts.buy(alice, market, 'YES', usdc(2));
    await expect(indexer.poll()).rejects.toThrow('another block');
    await indexer.poll();
    await indexer.close();
    const found = await set.rows();
    await set.clear();
    await set.index();
    expect(found).toEqual(await set.rows());
  });

  it('reads blocks by address when the node refuses even one block by topic', async () => {
    const before = await set.rows();
    await set.clear();
    const { source } = set;
    const read = source.logs.bind(source);
    let refusals = 0;
    source.logs = (range) => {
      if (range.addresses !== undefined) return read(range);
      refusals += 1;
      return Promise.reject(new LogSourceError('eth_getLogs'));
    };
    const indexer = set.indexer({ source });
    await expect(indexer.poll()).rejects.toBeInstanceOf(LogSourceError); // it may be an outage
    await indexer.poll();
    await indexer.close();
    expect(refusals).toBe(2);
    expect(await set.rows()).toEqual(before);
  });

  it('indexes only confirmed blocks', async () => {
    const { contracts } = set;
    const market = await contracts.market({}, [alice]);
    await contracts.buy(alice, market, 'YES', usdc(1));
    await set.index({ confirmations: 3 });
    expect(await readPositions(market)).toEqual([]);
    await contracts.chain.rpc('anvil_mine', ['0x2']);
    await contracts.chain.start();
    await set.index({ confirmations: 3 });
    expect(await readPositions(market)).toHaveLength(1);
    await set.index();
  });

  it('reports its lag', async () => {
    await set.contracts.chain.rpc('anvil_mine', ['0x5']);
    await set.contracts.chain.start();
    await set.index({ confirmations: 3 });
    const { blockNumber, headNumber, lagBlocks } = await readIndexStatus(set.database);
    expect([blockNumber, lagBlocks]).toEqual([Number(headNumber) - 2, 0]);
    await set.database.query('UPDATE chain_index SET head_number = head_number + 7');
    expect((await readIndexStatus(set.database)).lagBlocks).toBe(7);
    // An index that cannot even begin is behind as well.
    const begun = await set.database.queryOne<{ hash: string }>('SELECT block_hash AS hash FROM chain_index');
    await set.database.query('UPDATE chain_index SET block_number = NULL, block_hash = NULL');
    expect((await readIndexStatus(set.database)).lagBlocks).toBe(Number(headNumber) + 7 - 1);
    await set.database.query('UPDATE chain_index SET block_number = $1, block_hash = $2', [
      blockNumber,
      String(begun?.hash),
    ]);
    await set.index();
  });

  it('starts again for another factory, and again for this one', async () => {
    const before = await set.rows();
    await set.index({ factory: bob });
    expect(await set.database.query('SELECT 1 FROM chain_events')).toEqual([]);
    await set.index();
    expect(await set.rows()).toEqual(before);
  });

  it('is cleared without reading its events', async () => {
    const { events } = await set.database.queryOneOrFail<{ events: number }>(
      'SELECT count(*)::integer AS events FROM chain_events',
    );
    const undo = new Error('undo');
    const clearing = set.database.transaction(async (tx) => {
      const counting = new CountingSql(tx);
      expect(await removeAll(counting)).toBe(events);
      expect(counting.maxRows).toBeLessThan(events / 2);
      throw undo;
    });
    await expect(clearing).rejects.toBe(undo);
  });

  it('gives the same rows from block zero, independent of the clock', async () => {
    await advanceMarkets(set.database);
    const before = await set.rows();
    await set.clear();
    await set.index();
    expect(await set.rows()).toEqual(before);
  });
});
