import { INDEXED_BLOCK, recordHolding, recordIndexedBlock } from '../../../../test/agents/holdings.js';
import { randomAddress } from '../../../../test/agents/requests.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { createMarket } from '../../../../test/conformance/support/bodies.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { MALFORMED_IDS, UNKNOWN_ID } from '../../../../test/conformance/support/ids.js';
import { SELECT_CANDLES_SQL } from '../../../../libs/markets/src/candles.repository.js';

const HOURS = 30;
interface Body {
  history: { candles: { start_at: string }[] };
  next_cursor: string | null;
}

describe('GET /markets/{id}/history', () => {
  let api: TestApi;
  let client: Client;
  let id: string;

  /** Since 2026-01-01, every second hour and minute has a buy. */
  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
    await recordIndexedBlock(api.database);
    for (const marketAddress of [randomAddress(), randomAddress()]) {
      await recordHolding(api.database, { walletAddress: randomAddress(), marketAddress });
      await api.database.query(
        `INSERT INTO market_candles (market_contract_address, interval_seconds, start_at, open, high, low, close,
           volume_base_units, trades)
         SELECT $1, seconds, timestamptz '2026-01-01T00:00:00Z' + n * 2 * make_interval(secs => seconds), 0.5, 0.75, 0.25,
           n::numeric / 100, 1500000, 2
         FROM generate_series(0, ${HOURS - 1}) AS n, (VALUES (60), (3600)) AS i (seconds)`,
        [marketAddress],
      );
      const row = await api.database.queryOne<{ id: string }>(
        'SELECT record_id AS id FROM chain_markets WHERE market_contract_address = $1',
        [marketAddress],
      );
      id = row?.id ?? '';
    }
    await api.database.query('ANALYZE market_candles, chain_markets, markets');
  });
  afterAll(() => api?.stop());

  async function read(query: string): Promise<Body> {
    const { status, body } = await client.get(`/markets/${id}/history?${query}`);
    expect(status).toBe(200);
    return body as unknown as Body;
  }
  const startsOf = ({ history }: Body): string[] => history.candles.map(({ start_at }) => start_at);

  it('200 with hours by default, newest first', async () => {
    const body = await read('');
    expect(body.history).toMatchObject({ market_id: id, interval: '1h', as_of_block: INDEXED_BLOCK });
    expect(startsOf(body)).toHaveLength(HOURS);
    expect(body.history.candles[0]).toEqual({
      start_at: '2026-01-03T10:00:00.000Z',
      open: '0.5',
      high: '0.75',
      low: '0.25',
      close: '0.29',
      volume: '1.5',
      trades: 2,
    });
    expect(body.next_cursor).toBeNull();
  });

  it('200 with a range: from inclusive, to exclusive', async () => {
    const body = await read('interval=1m&from=2026-01-01T00:10:00Z&to=2026-01-01T01:20:00%2B01:00');
    expect(startsOf(body)).toEqual(['18', '16', '14', '12', '10'].map((minute) => `2026-01-01T00:${minute}:00.000Z`));
    expect(startsOf(await read('from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z'))).toEqual([]);
  });

  it('200 with pages of a range without gaps or repeats', async () => {
    const range = 'interval=1h&to=2026-01-03T00:00:00Z&limit=7';
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Body = await read(`${range}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...startsOf(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(startsOf(await read('interval=1h&to=2026-01-03T00:00:00Z')));
    expect(seen).toHaveLength(24);
  });

  it('200 with an empty page without buys or without a contract', async () => {
    expect(startsOf(await read('interval=1d'))).toEqual([]);
    const { id: record } = await createMarket(client);
    const { status, body } = await client.get(`/markets/${record}/history`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ history: { candles: [], as_of_block: INDEXED_BLOCK }, next_cursor: null });
  });

  it('reads a page by the primary key only', async () => {
    const rows = await api.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${SELECT_CANDLES_SQL}`, [
      id,
      3_600,
      '-infinity',
      'infinity',
      8,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan Backward using market_candles_pkey on market_candles');
    expect(plan).not.toMatch(/Sort|Seq Scan on (?!chain_index|markets|chain_markets)/);
  });

  it.each([
    ['interval=2h', 'interval must be one of 1m, 5m, 1h, 1d'],
    ['from=yesterday', 'from must be an RFC 3339 timestamp'],
    ['to=', 'to must be an RFC 3339 timestamp'],
    ['limit=0', 'limit must be a whole number from 1 to 500'],
    ['limit=501', 'limit must be a whole number from 1 to 500'],
    ['cursor=abc', 'cursor does not belong to this list'],
    ['since=1', 'since is unknown; known fields are interval, from, to, limit, cursor'],
  ])('400 invalid_query for %s', async (query, detail) => {
    const answer = await client.get(`/markets/${id}/history?${query}`);
    expectError(answer, 400, 'invalid_query');
    expect(answer.body.error.details).toEqual([detail]);
  });

  it('400 invalid_query for a cursor of another history', async () => {
    const { next_cursor } = await read('interval=1h&limit=3');
    expectError(
      await client.get(`/markets/${id}/history?interval=1m&limit=3&cursor=${next_cursor}`),
      400,
      'invalid_query',
    );
  });

  it.each([UNKNOWN_ID, ...MALFORMED_IDS])('404 market_not_found for %s', async (unknown) => {
    expectError(await client.get(`/markets/${unknown}/history`), 404, 'market_not_found');
  });
});
