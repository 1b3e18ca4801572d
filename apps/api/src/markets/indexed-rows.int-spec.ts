import { expect } from '@jest/globals';
import { toChecksumAddress } from '@app/common';
import { recordHolding, recordIndexedBlock } from '../../../../test/agents/holdings.js';
import { randomAddress } from '../../../../test/agents/requests.js';
import { ISO_TIMESTAMP, LOWER_CASE_UUID } from '../../../../test/conformance/support/bodies.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { DEMO_USER_ID } from '../../../../test/conformance/support/ids.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';

const MARKET_ID = '00000000-0000-4000-8000-000000000101';
const TX_HASH = `0x${'ab'.repeat(32)}`;

/** Rows that only the indexer writes. */
describe('rows of the indexer', () => {
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
  });

  afterAll(async () => {
    await api.stop();
  });

  it('lists positions by user and by market', async () => {
    await api.database.query(
      `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price, realized_pnl) VALUES
       ($1, $2, 'YES', 999999999999999999.999999999999999999, 0.500000, -1.2300)`,
      [DEMO_USER_ID, MARKET_ID],
    );
    const position = {
      id: LOWER_CASE_UUID,
      user_id: DEMO_USER_ID,
      market_id: MARKET_ID,
      outcome: 'YES',
      quantity: '999999999999999999.999999999999999999',
      average_entry_price: '0.5',
      realized_pnl: '-1.23',
      created_at: ISO_TIMESTAMP,
      updated_at: ISO_TIMESTAMP,
    };
    const expected = { status: 200, body: { positions: [position], next_cursor: null } };
    expect(await client.get(`/users/${DEMO_USER_ID}/positions`)).toMatchObject(expected);
    expect(await client.get(`/markets/${MARKET_ID}/positions`)).toMatchObject(expected);
  });

  it('returns the resolution, a pending and a settled settlement', async () => {
    await api.database.query(
      `INSERT INTO resolutions (market_id, winning_outcome, evidence_reference, resolved_at)
       VALUES ($1, 'YES', $2, '2026-01-02T03:04:05.678Z')`,
      [MARKET_ID, TX_HASH],
    );
    const { body } = await client.get(`/markets/${MARKET_ID}/resolution`);
    expect(body).toEqual({
      resolution: {
        id: LOWER_CASE_UUID,
        market_id: MARKET_ID,
        winning_outcome: 'YES',
        status: 'RESOLVED',
        resolver_type: 'manual',
        evidence_reference: TX_HASH,
        evidence: null,
        due_at: null,
        overdue: null,
        resolved_at: '2026-01-02T03:04:05.678Z',
        created_at: ISO_TIMESTAMP,
        updated_at: ISO_TIMESTAMP,
      },
    });

    await api.database.query(
      `INSERT INTO settlements (market_id, user_id, resolution_id, outcome, amount, status, tx_hash, settled_at, created_at)
       SELECT market_id, $1::uuid, id, 'YES', 40.000000, 'SETTLED', $2, resolved_at, now() FROM resolutions
       UNION ALL
       SELECT market_id, $1::uuid, NULL, 'NO', 0.5, 'PENDING', NULL, NULL, now() - interval '1 s' FROM resolutions`,
      [DEMO_USER_ID, TX_HASH],
    );
    const settled = {
      id: LOWER_CASE_UUID,
      market_id: MARKET_ID,
      user_id: DEMO_USER_ID,
      resolution_id: LOWER_CASE_UUID,
      outcome: 'YES',
      amount: '40',
      status: 'SETTLED',
      tx_hash: TX_HASH,
      settled_at: '2026-01-02T03:04:05.678Z',
      created_at: ISO_TIMESTAMP,
      updated_at: ISO_TIMESTAMP,
    };
    const pending = {
      outcome: 'NO',
      amount: '0.5',
      status: 'PENDING',
      resolution_id: null,
      tx_hash: null,
      settled_at: null,
    };
    const expected = { status: 200, body: { settlements: [settled, { ...settled, ...pending }], next_cursor: null } };
    expect(await client.get(`/users/${DEMO_USER_ID}/settlements`)).toMatchObject(expected);
    expect(await client.get(`/markets/${MARKET_ID}/settlements`)).toMatchObject(expected);
  });

  it('returns the statuses that only the chain sets', async () => {
    for (const status of ['RESOLVED', 'SETTLED', 'CANCELLED', 'TRADING_CLOSED']) {
      await api.database.query(
        `UPDATE markets SET status = $1, winning_outcome = 'YES', resolved_at = now(), settled_at = now() WHERE id = $2`,
        [status, MARKET_ID],
      );
      const { market } = (await client.get(`/markets/${MARKET_ID}`)).body;
      expect(market).toMatchObject({
        status,
        winning_outcome: 'YES',
        resolved_at: ISO_TIMESTAMP,
        settled_at: ISO_TIMESTAMP,
      });
      expect((await client.get(`/markets?status=${status}`)).body.markets).toEqual([market]);
    }
  });

  describe('markets found by their contract', () => {
    const addresses = { open: randomAddress(), over: randomAddress(), closed: randomAddress() };
    const holder = randomAddress();

    beforeAll(async () => {
      await recordIndexedBlock(api.database);
      await recordHolding(api.database, { walletAddress: holder, marketAddress: addresses.open });
      await recordHolding(
        api.database,
        { walletAddress: randomAddress(), marketAddress: addresses.over },
        { yes: '0' },
      );
      const closed = { walletAddress: randomAddress(), marketAddress: addresses.closed };
      await recordHolding(api.database, closed, { phase: 'closed' });
      await api.database.query(
        `UPDATE chain_markets SET closes_at = now(), onchain_id = 'over' WHERE market_contract_address = $1`,
        [addresses.over],
      );
    });

    const found = async (query: string): Promise<string[]> => {
      const { body } = await client.get(query);
      const contracts = body.markets.map(({ onchain }) => onchain as { market_contract_address: string } | null);
      const names = contracts.map((contract) =>
        Object.entries(addresses).find(([, address]) => address === contract?.market_contract_address.toLowerCase()),
      );
      return names.map((entry) => entry?.[0] ?? 'another').sort();
    };

    it.each([
      ['tradable=true', ['open']],
      ['tradable=true&sort=closes_at&status=OPEN', ['open']],
      ['tradable=true&status=RESOLVED', []],
      ['onchain_market_id=rain-in-lisbon', ['closed', 'open']],
      ['onchain_market_id=rain', []],
      ['onchain_market_id=rain-in-lisbon&tradable=true', ['open']],
      [`market_contract_address=${addresses.over}`, ['over']],
      [`market_contract_address=${toChecksumAddress(addresses.closed)}`, ['closed']],
      [`market_contract_address=${randomAddress()}`, []],
      [`market_contract_address=${addresses.closed}&onchain_market_id=over`, []],
    ])('lists with %s', async (query, names) => {
      for (const path of ['/markets', '/agent/markets']) expect(await found(`${path}?${query}`)).toEqual(names);
    });

    it('pages through a filter, and not with a cursor of another one', async () => {
      const path = '/markets?onchain_market_id=rain-in-lisbon&limit=1';
      const first = await client.get(path);
      const second = await client.get(`${path}&cursor=${first.body.next_cursor}`);
      expect(second.body.markets).toHaveLength(1);
      expect([second.body.markets[0]?.id === first.body.markets[0]?.id, second.body.next_cursor]).toEqual([
        false,
        null,
      ]);
      const other = await client.get(`/markets?onchain_market_id=over&cursor=${first.body.next_cursor}`);
      expectError(other, 400, 'invalid_query');
    });

    it.each(['tradable=false', 'tradable=1', 'market_contract_address=0x1', 'onchain_market_id=%00'])(
      'refuses %s with invalid_query',
      async (query) => {
        expectError(await client.get(`/agent/markets?${query}`), 400, 'invalid_query');
      },
    );

    it('names the contract in summaries, and the stakes of resolver and creator', async () => {
      const [summary] = (await client.get(`/agent/markets?market_contract_address=${addresses.open}`)).body.markets;
      const [market] = (await client.get(`/markets?market_contract_address=${addresses.open}`)).body.markets;
      expect(summary).toMatchObject({
        market_contract_address: toChecksumAddress(addresses.open),
        onchain: market?.['onchain'],
      });
      expect(market).toMatchObject({
        resolution_terms: { resolver_holds_position: true, creator_holds_position: true },
      });
      const [other] = (await client.get(`/markets?market_contract_address=${addresses.over}`)).body.markets;
      expect(other).toMatchObject({
        resolution_terms: { resolver_holds_position: false, creator_holds_position: false },
      });
      await api.database.query(`UPDATE chain_markets SET creator = $2 WHERE market_contract_address = $1`, [
        addresses.over,
        holder,
      ]);
      await api.database.query(
        `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price)
         SELECT u.id, c.record_id, 'NO', 1, 0.5 FROM users AS u, chain_markets AS c
         WHERE u.wallet_address = $2 AND c.market_contract_address = $1`,
        [addresses.over, holder],
      );
      const [staked] = (await client.get(`/markets?market_contract_address=${addresses.over}`)).body.markets;
      expect(staked).toMatchObject({
        resolution_terms: { resolver_holds_position: false, creator_holds_position: true },
      });
    });

    it('tells how to find a market by a name that is no id', async () => {
      const answer = await client.get('/markets/rain-in-lisbon');
      expectError(answer, 404, 'market_not_found');
      expect(answer.body.error.message).toContain('GET /markets?onchain_market_id=');
    });
  });
});
