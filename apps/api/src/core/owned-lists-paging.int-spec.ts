import { Client } from '../../../../test/conformance/support/client.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';

const MARKET_ID = '00000000-0000-4000-8000-000000000102';
const AMOUNTS = {
  positions: [
    ['quantity', 1],
    ['average_entry_price', 1],
  ],
  settlements: [
    ['amount', 1],
    ['status', "'PENDING'"],
  ],
} as const;

type List = keyof typeof AMOUNTS;
type Owner = 'market' | 'user';

/** The rows are written by a worker, at any time, also between two pages. */
describe('lists of what the chain says', () => {
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
  });

  afterAll(async () => {
    await api.stop();
  });

  async function newUser(): Promise<string> {
    return id(await api.database.queryOne(`INSERT INTO users (kind) VALUES ('address') RETURNING id`));
  }

  async function newMarket(): Promise<string> {
    const row = await api.database.queryOne(
      `INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain, closes_at)
       SELECT creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain, closes_at
       FROM markets WHERE id = $1 RETURNING id`,
      [MARKET_ID],
    );
    return id(row);
  }

  /** A row of the owner's: of a market with ever another user, of a user in ever another market. */
  async function insert(list: List, owner: Owner, ownerId: string, createdAt: Date | null): Promise<string> {
    const columns = AMOUNTS[list];
    const row = await api.database.queryOne(
      `INSERT INTO ${list} (market_id, user_id, outcome, created_at, ${columns.map(([name]) => name).join(', ')})
       VALUES ($1, $2, 'YES', coalesce($3::timestamptz, now()), ${columns.map(([, value]) => value).join(', ')})
       RETURNING id`,
      [owner === 'market' ? ownerId : await newMarket(), owner === 'user' ? ownerId : await newUser(), createdAt],
    );
    return id(row);
  }

  it.each<[List, Owner]>([
    ['positions', 'market'],
    ['positions', 'user'],
    ['settlements', 'market'],
    ['settlements', 'user'],
  ])(
    'page through the %s of a %s once, those of one millisecond too, while others are being written',
    async (list, owner) => {
      const ownerId = owner === 'market' ? await newMarket() : await newUser();
      const before: string[] = [];
      for (let index = 0; index < 23; index += 1) {
        before.push(await insert(list, owner, ownerId, new Date(Date.UTC(2026, 0, 1, 0, 0, 0, Math.floor(index / 8)))));
      }
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { body } = await client.get(`/${owner}s/${ownerId}/${list}?limit=5${after}`);
        seen.push(...(body as unknown as Record<List, { id: string }[]>)[list].map((row) => row.id));
        cursor = body.next_cursor;
        await insert(list, owner, ownerId, null);
        await insert(list, owner, ownerId, new Date(Date.UTC(2026, 0, 1)));
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((one) => before.includes(one)).toSorted()).toEqual(before.toSorted());
    },
  );
});

function id(row: { id?: string } | null): string {
  if (row?.id === undefined) throw new Error('nothing was inserted');
  return row.id;
}
