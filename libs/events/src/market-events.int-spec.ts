import { IndexStore } from '@app/indexer';
import { CHAIN_ID } from '../../../contracts/testing/anvil.js';
import { ROLES } from '../../../contracts/testing/fixture.js';
import { DECIMALS, IndexerFixture } from '../../../test/support/indexer/indexer-fixture.js';
import { EventsRepository } from './events.repository.js';
import { agentLog, marketLog } from './logs.js';
import { hashOfEvent, type WireEvent } from './wire-event.js';

const { creator, resolver, alice, bob } = ROLES;

describe('the logs of markets', () => {
  let set: IndexerFixture;
  /** Agents of the accounts. */
  let agents: Record<'alice' | 'bob' | 'resolver', string>;

  beforeAll(async () => {
    set = await IndexerFixture.start();
    agents = {
      alice: await readAgent(alice),
      bob: await readAgent(bob),
      resolver: await readAgent(resolver),
    };
  });
  afterAll(() => set?.stop());

  async function readAgent(address: string): Promise<string> {
    const userId = await set.agent(address);
    const agentId = `agent_${userId}`;
    await set.database.query(
      `INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, wallet_provider, chain, allowed_actions, status)
       VALUES ($1, $2, $3, 'p', 'CHAIN-TESTNET', '{buy_yes}', 'active')`,
      [agentId, userId, address.toLowerCase()],
    );
    return agentId;
  }

  async function readRecord(market: string): Promise<string> {
    const row = await set.database.queryOneOrFail<{ id: string }>(
      'SELECT record_id AS id FROM chain_markets WHERE market_contract_address = $1',
      [market.toLowerCase()],
    );
    return row.id;
  }

  /** Events of a log about a market, those of other markets left out. */
  async function readEvents(log: string, market: string): Promise<WireEvent[]> {
    const page = await new EventsRepository(set.database).readPage({ log, after: 0, types: null, limit: 1_000 });
    expect(page.events.map(hashOfEvent)).toEqual(page.events.map(({ hash }) => hash));
    expect(page.events.map(({ seq }) => seq)).toEqual(page.events.map((_, index) => index + 1));
    return page.events.filter(({ data }) => data['market_contract_address'] === market.toLowerCase());
  }

  const typesOf = (events: readonly WireEvent[]): string[] => events.map(({ type }) => type);

  it('have every event of the chain, and tell agents what concerns them', async () => {
    const { contracts } = set;
    const market = await contracts.market({ question: 'Rain?\nSnow?' });
    await contracts.buy(alice, market, 'YES', 10_000_000n);
    await contracts.buy(bob, market, 'NO', 2_500_000n);
    await contracts.toCloseTime(market);
    await contracts.act(resolver, market, { function: 'resolve', outcome: 'YES' });
    await contracts.act(alice, market, { function: 'claimPayout' });
    await set.index();
    const recordId = await readRecord(market);
    const events = await readEvents(marketLog(recordId), market);
    expect(typesOf(events)).toEqual([
      ...['market.created', 'position.changed', 'position.changed', 'market.resolved', 'payout.claimed'],
    ]);
    expect(events[2]).toMatchObject({
      subject: { kind: 'position' },
      data: {
        core_market_id: recordId,
        account: bob.toLowerCase(),
        outcome: 'NO',
        amount: '2.5',
        yes_pool: '10',
        no_pool: '2.5',
      },
      block: { number: expect.any(Number), hash: expect.stringMatching(/^0x/) },
    });
    const own = await readEvents(agentLog(agents.alice), market);
    expect(typesOf(own)).toEqual(['position.changed', 'market.resolved', 'payout.claimable', 'payout.claimed']);
    expect(own.slice(2).map(({ data }) => data['amount'])).toEqual(['12.5', '12.5']);
    expect(typesOf(await readEvents(agentLog(agents.bob), market))).toEqual(['position.changed', 'market.resolved']);
    expect(typesOf(await readEvents(agentLog(agents.resolver), market))).toEqual(['market.resolved']);
  });

  it('have the close of a market', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', 2_000_000n);
    await contracts.toCloseTime(market);
    await contracts.act(resolver, market, { function: 'closeMarket' });
    await set.index();
    const recordId = await readRecord(market);
    const closed = {
      type: 'market.closed',
      subject: { kind: 'market', id: recordId },
      data: { core_market_id: recordId },
    };
    for (const log of [marketLog(recordId), agentLog(agents.alice), agentLog(agents.resolver)]) {
      expect((await readEvents(log, market)).at(-1)).toMatchObject(closed);
    }
    expect(await readEvents(agentLog(agents.bob), market)).toEqual([]);
  });

  it('have the refund of a cancelled market, claimable and claimed', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(bob, market, 'NO', 4_000_000n);
    await contracts.act(creator, market, { function: 'cancelMarket' });
    await contracts.act(bob, market, { function: 'claimRefund' });
    await set.index();
    const own = await readEvents(agentLog(agents.bob), market);
    expect(typesOf(own)).toEqual(['position.changed', 'market.cancelled', 'refund.claimable', 'refund.claimed']);
    expect(own.slice(2).map(({ data }) => [data['account'], data['amount']])).toEqual([
      [bob.toLowerCase(), '4'],
      [bob.toLowerCase(), '4'],
    ]);
    const log = await readEvents(marketLog(await readRecord(market)), market);
    expect(typesOf(log).slice(-2)).toEqual(['market.cancelled', 'refund.claimed']);
    expect(typesOf(await readEvents(agentLog(agents.alice), market))).toEqual([]);
  });

  it('compensate what a reorganisation takes back, once, and log what replaces it', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await set.index();
    const snapshot = await contracts.chain.rpc<string>('evm_snapshot', []);
    await contracts.buy(alice, market, 'YES', 5_000_000n);
    await set.index();
    const log = marketLog(await readRecord(market));
    const [, bought] = await readEvents(log, market);

    await contracts.chain.rpc('evm_revert', [snapshot]);
    await contracts.chain.start();
    await contracts.chain.rpc('anvil_mine', ['0x3']);
    await contracts.chain.start();
    await contracts.buy(alice, market, 'NO', 7_000_000n);
    await set.index();
    await set.index();
    for (const each of [log, agentLog(agents.alice)]) {
      const events = (await readEvents(each, market)).filter(({ type }) => type !== 'market.created');
      expect(typesOf(events)).toEqual(['position.changed', 'chain.reorganised', 'position.changed']);
      expect(events[1]).toMatchObject({
        subject: events[0]?.subject,
        data: { undoes_seq: events[0]?.seq, undoes_id: events[0]?.id, undoes_type: 'position.changed' },
        block: bought?.block,
      });
      expect(events[2]?.data).toMatchObject({ outcome: 'NO', amount: '7' });
    }
  });

  it('compensate everything when the index starts over after a reorganisation', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(bob, market, 'YES', 1_000_000n);
    await set.index();
    const log = marketLog(await readRecord(market));
    await set.clear();
    await set.index();
    expect(typesOf(await readEvents(log, market))).toEqual([
      ...['market.created', 'position.changed', 'chain.reorganised', 'chain.reorganised', 'market.created'],
      'position.changed',
    ]);
  });

  it('stay as they are when an operator rebuilds the index', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', 1_000_000n);
    await contracts.act(creator, market, { function: 'cancelMarket' });
    await set.index();
    const before = await heads();
    expect(await deleteIndex()).toBeGreaterThan(0);
    await set.index();
    expect(await heads()).toEqual(before);
    const log = agentLog(agents.alice);
    expect(typesOf(await readEvents(log, market))).toEqual([
      'position.changed',
      'market.cancelled',
      'refund.claimable',
    ]);
  });

  it('compensate once what a reorganisation takes back during a rebuild, and repeat nothing', async () => {
    const { contracts } = set;
    const market = await contracts.market();
    await contracts.buy(bob, market, 'NO', 3_000_000n);
    const snapshot = await contracts.chain.rpc<string>('evm_snapshot', []);
    await contracts.buy(alice, market, 'YES', 5_000_000n);
    const orphan = await contracts.market();
    await contracts.chain.rpc('anvil_mine', ['0x2']);
    await set.index();
    const log = marketLog(await readRecord(market));
    const orphanLog = marketLog(await readRecord(orphan));
    const undone = (await readEvents(log, market)).at(-1);

    await deleteIndex();
    await contracts.chain.rpc('evm_revert', [snapshot]);
    await contracts.chain.start();
    await contracts.chain.rpc('anvil_mine', ['0x5']);
    await contracts.chain.start();
    await contracts.buy(alice, market, 'NO', 7_000_000n);
    await set.index();
    const types = ['position.changed', 'chain.reorganised', 'position.changed'];
    const events = await readEvents(log, market);
    expect(typesOf(events)).toEqual(['market.created', 'position.changed', ...types]);
    expect(events[3]).toMatchObject({
      subject: undone?.subject,
      data: { undoes_seq: undone?.seq, undoes_id: undone?.id, undoes_type: 'position.changed' },
      block: undone?.block,
    });
    expect(typesOf(await readEvents(agentLog(agents.alice), market))).toEqual(types);
    expect(typesOf(await readEvents(agentLog(agents.bob), market))).toEqual(['position.changed']);
    expect(typesOf(await readEvents(orphanLog, orphan))).toEqual(['market.created', 'chain.reorganised']);

    const after = await heads();
    await deleteIndex();
    await set.index();
    expect(await heads()).toEqual(after);
  });

  const heads = (): Promise<unknown[]> => set.database.query('SELECT log, head_seq FROM event_logs ORDER BY log');

  /** Deletes the index as `ops index rebuild` does. @returns number of deleted events */
  async function deleteIndex(): Promise<number> {
    const factoryAddress = set.contracts.factory.toLowerCase();
    const store = new IndexStore(
      set.database,
      { chainId: CHAIN_ID, factoryAddress, decimals: DECIMALS, confirmations: 1 },
      10_000,
    );
    const lease = await store.takeOver();
    const deleted = await store.clear(lease);
    await store.release(lease);
    return deleted;
  }
});
