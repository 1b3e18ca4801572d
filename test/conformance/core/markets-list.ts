import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { WireRecord } from '../support/answer.js';
import { createMarket, inDays, readAll } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import { DEMO_USER_ID, UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';

/** Unique per run, so that existing rows do not matter. Hex digits, so that no search below matches it. */
const MARK = `mark-${randomBytes(8).toString('hex')}`;

const TAG = `tag${MARK.slice(5)}`;

const COMPACT = [
  'id',
  'title',
  'status',
  'category',
  'tags',
  'collateral_asset',
  'chain',
  'closes_at',
  'resolution_source',
  'onchain',
];

export function marketsList({ client: api }: Product): void {
  describe.each(['/markets', '/agent/markets'])('GET %s', (path) => {
    const category = `${MARK}${path}`.replaceAll('/', '-');
    const created: WireRecord[] = [];

    beforeAll(async () => {
      for (let index = 0; index < 7; index++) {
        const changes = {
          category,
          title: `Market ${index} of ${category}`,
          ...(index < 2 && { tags: [TAG, ['first', 'second'][index]] }),
          closes_at: inDays(10 + ((index * 3) % 7)),
        };
        created.push(await createMarket(api, changes));
      }
      created.push(await createMarket(api, { category, title: `100% of _${category}_`, opens_at: inDays(1) }));
    });

    const idsOf = (rows: readonly WireRecord[]): string[] => rows.map(({ id }) => id);
    const mine = (query = ''): Promise<WireRecord[]> => readAll(api, `${path}?category=${category}${query}`, 3);

    describe('200', () => {
      it('returns at most 50, newest first', async () => {
        const { status, body } = await api.get(path);
        expect(status).toBe(200);
        expect(Object.keys(body)).toEqual(['markets', 'next_cursor']);
        expect(body.markets.length).toBeGreaterThan(8);
        expect(body.markets.length).toBeLessThanOrEqual(50);
        const times = body.markets.map(({ created_at }) => created_at);
        expect(times).toEqual(times.toSorted().reverse());
        expect(idsOf(body.markets)).toContain(created.at(-1)?.id);
      });

      it('shows the documented fields', async () => {
        const [row] = (await api.get(`${path}?category=${category}&limit=1`)).body.markets;
        const market = created.at(-1);
        if (path === '/markets') expect(row).toEqual(market);
        else {
          const compact = Object.fromEntries(COMPACT.map((key) => [key, market?.[key]]));
          expect(row).toEqual({ ...compact, market_contract_address: null });
        }
      });

      it('pages through all rows once, in order', async () => {
        expect(idsOf(await mine())).toEqual(idsOf(created).reverse());
      });

      it('neither skips nor repeats rows while markets are created', async () => {
        const before = await mine();
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const after: string = cursor === null ? '' : `&cursor=${cursor}`;
          const { body } = await api.get(`${path}?limit=5${after}`);
          seen.push(...idsOf(body.markets));
          cursor = body.next_cursor;
          if (seen.length < 40) await createMarket(api, { title: 'in between' });
        } while (cursor !== null && seen.length < 60);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => before.some((row) => row.id === id))).toEqual(idsOf(before));
      });

      it.each([
        ['created_at', (rows: WireRecord[]) => idsOf(rows)],
        ['-created_at', (rows: WireRecord[]) => idsOf(rows).reverse()],
        ['closes_at', (rows: WireRecord[]) => idsOf(rows.toSorted(byClosing))],
        ['-closes_at', (rows: WireRecord[]) => idsOf(rows.toSorted(byClosing)).reverse()],
      ])('sorts by %s', async (sort, expected) => {
        expect(idsOf(await mine(`&sort=${sort}`))).toEqual(expected(created));
      });

      it('filters by effective status', async () => {
        expect(idsOf(await mine('&status=DRAFT'))).toEqual([created.at(-1)?.id]);
        expect(idsOf(await mine('&status=OPEN'))).toEqual(idsOf(created.slice(0, -1)).reverse());
        for (const status of ['TRADING_CLOSED', 'RESOLVED', 'SETTLED', 'CANCELLED']) {
          expect(await mine(`&status=${status}`)).toEqual([]);
        }
      });

      it('filters by exact category', async () => {
        expect(await readAll(api, `${path}?category=${category.slice(0, -1)}`, 50)).toEqual([]);
        expect(await readAll(api, `${path}?category=${category.toUpperCase()}`, 50)).toEqual([]);
      });

      it('searches words of title, category and tags in any case', async () => {
        expect(idsOf(await mine(`&q=${encodeURIComponent('3 mARKET')}`))).toEqual([created[3]?.id]);
        expect(idsOf(await mine('&q=100'))).toEqual([created.at(-1)?.id]);
        expect(idsOf(await mine(`&q=${TAG}%20market&sort=created_at`))).toEqual(idsOf(created.slice(0, 2)));
        expect(await mine('&q=zqzqzqzqzq')).toEqual([]);
      });

      it('searches phrases, alternatives and excluded words', async () => {
        const search = async (q: string): Promise<string[]> =>
          idsOf(await mine(`&sort=created_at&q=${encodeURIComponent(q)}`));
        expect(await search('"market 3"')).toEqual([created[3]?.id]);
        expect(await search('"3 market"')).toEqual([]);
        expect(await search('market 3 or 4')).toEqual([created[3]?.id, created[4]?.id]);
        expect(await search('market -3')).toEqual(idsOf(created.slice(0, -1)).filter((id) => id !== created[3]?.id));
      });

      it.each(['%', '_', '\\', '()', '-market', '🌧'])(
        'finds nothing for %s, which has no word to look up',
        async (q) => {
          expect(await mine(`&q=${encodeURIComponent(q)}`)).toEqual([]);
        },
      );

      it('filters by every tag that is given', async () => {
        expect(idsOf(await mine(`&tag=${TAG}&sort=created_at`))).toEqual(idsOf(created.slice(0, 2)));
        expect(idsOf(await mine(`&tag=${TAG}&tag=second`))).toEqual([created[1]?.id]);
        expect(await mine(`&tag=${TAG.toUpperCase()}`)).toEqual([]);
      });

      it('filters by end of trading, creator, resolver, pool and conflict', async () => {
        const [first, second] = created.slice(0, -1).toSorted(byClosing);
        expect(idsOf(await mine(`&closes_before=${second?.closes_at}`))).toEqual([first?.id]);
        expect(idsOf(await mine(`&closes_after=${second?.closes_at}`))).not.toContain(first?.id);
        expect(await mine(`&closes_after=${second?.closes_at}`)).toHaveLength(created.length - 1);
        expect(await mine(`&creator=${DEMO_USER_ID}`)).toHaveLength(created.length);
        expect(await mine(`&creator=${UNKNOWN_ID}`)).toEqual([]);
        expect(await mine(`&creator=0x${'1'.repeat(40)}`)).toEqual([]);
        expect(await mine(`&resolver=0x${'1'.repeat(40)}`)).toEqual([]);
        expect(await mine('&min_pool=0.5')).toEqual([]);
        expect(await mine('&min_pool=0')).toHaveLength(created.length);
        expect(await mine('&has_conflict=false')).toHaveLength(created.length);
      });

      it.each(['-pool', '-last_stake_at'])('sorts markets without a stake by %s as the newest first', async (sort) => {
        expect(idsOf(await mine(`&sort=${sort}`))).toEqual(idsOf(created).reverse());
      });

      it('sorts by relevance with a search, and as the newest first without', async () => {
        expect(idsOf(await mine('&sort=relevance'))).toEqual(idsOf(created).reverse());
        expect(idsOf(await mine('&q=market')).toSorted()).toEqual(idsOf(created.slice(0, -1)).toSorted());
      });

      it('ignores a blank search', async () => {
        expect(idsOf(await mine('&q='))).toEqual(idsOf(created).reverse());
      });

      it('accepts another limit on the next page', async () => {
        const first = (await api.get(`${path}?category=${category}&limit=2`)).body;
        const second = (await api.get(`${path}?category=${category}&limit=50&cursor=${first.next_cursor}`)).body;
        expect(idsOf([...first.markets, ...second.markets])).toEqual(idsOf(created).reverse());
        expect(second.next_cursor).toBeNull();
      });
    });

    describe('400 invalid_query', () => {
      it.each([
        'limit=0',
        'limit=51',
        'limit=-1',
        'limit=1.5',
        'limit=x',
        'limit=',
        'limit=1&limit=2',
        'page=2',
        'Limit=5',
        'status=open',
        'status=CLOSED',
        'status=OPEN&status=DRAFT',
        'sort=title',
        'sort=+created_at',
        'sort=',
        'cursor=',
        'cursor=abc',
        'cursor=%00',
        'q=%00',
        'category=a%00b',
        'tag=',
        'tag=a%00b',
        `tag=${'t'.repeat(41)}`,
        'tag=1&tag=2&tag=3&tag=4&tag=5&tag=6',
        'q=a&q=b',
        'creator=me',
        'resolver=0x1',
        'closes_before=tomorrow',
        'closes_after=',
        'min_pool=-1',
        'min_pool=1e3',
        'has_conflict=true',
        `q=${'q'.repeat(65)}`,
        '__proto__=1',
      ])('refuses ?%s', async (query) => {
        expectError(await api.get(`${path}?${query}`), 400, 'invalid_query');
      });

      it('refuses a cursor of another list, order or filter', async () => {
        const readCursor = async (list: string): Promise<string> => `cursor=${(await api.get(list)).body.next_cursor}`;
        const own = await readCursor(`${path}?category=${category}&limit=2`);
        expectError(await api.get(`${path}?${own}`), 400, 'invalid_query');
        expectError(await api.get(`${path}?category=${category}&sort=created_at&${own}`), 400, 'invalid_query');
        const other = path === '/markets' ? '/agent/markets' : '/markets';
        const foreign = await readCursor(`${other}?category=${category}&limit=2`);
        expectError(await api.get(`${path}?category=${category}&${foreign}`), 400, 'invalid_query');
      });
    });
  });
}

function byClosing(a: WireRecord, b: WireRecord): number {
  return a.closes_at < b.closes_at ? -1 : a.closes_at > b.closes_at ? 1 : 0;
}
