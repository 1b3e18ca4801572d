import { randomBytes } from 'node:crypto';
import type { AnswerBody } from '../support/answer.js';
import { createMarket } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import { MALFORMED_IDS, UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';

/** A word of letters that no other run has. */
const newWord = (): string => [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

type Facets = AnswerBody['facets'];

/** Ways to find a market other than the list. */
export function marketsDiscovery({ client: api }: Product): void {
  describe('GET /markets/facets', () => {
    const facets = async (): Promise<Facets> => {
      const { status, body } = await api.get('/markets/facets');
      expect(status).toBe(200);
      return body.facets;
    };
    const countOf = (values: Facets['tag'], value: string): number =>
      values.find((each) => each.value === value)?.count ?? 0;

    it('counts markets by status, category and tag', async () => {
      const [category, tag] = [newWord(), newWord()];
      const before = await facets();
      for (let n = 0; n < 3; n += 1) await createMarket(api, { category, tags: [tag] });
      const { status, category: categories, tag: tags } = await facets();
      const statuses = ['DRAFT', 'OPEN', 'TRADING_CLOSED', 'RESOLVED', 'SETTLED', 'CANCELLED'];
      expect(status.map(({ value }) => value)).toEqual(statuses);
      expect(countOf(status, 'OPEN')).toBeGreaterThanOrEqual(countOf(before.status, 'OPEN'));
      for (const values of [categories, tags]) {
        expect(values.length).toBeLessThanOrEqual(50);
        const counts = values.map(({ count }) => count);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      }
      // Others may have taken all places.
      if (categories.length < 50) expect(countOf(categories, category)).toBe(3);
      if (tags.length < 50) expect(countOf(tags, tag)).toBe(3);
    });
  });

  describe('GET /markets/{id}/similar', () => {
    it('lists other markets with a similar title, the most similar first', async () => {
      const [place, event] = [newWord(), newWord()];
      const market = await createMarket(api, { title: `Will ${place} have ${event} in May?` });
      const near = await createMarket(api, { title: `Will ${place} have ${event} in June?` });
      const far = await createMarket(api, { title: `Is it ${event} that ${place} gets, or more of it?` });
      const { status, body } = await api.get(`/markets/${market.id}/similar`);
      expect(status).toBe(200);
      const { similar } = body;
      expect(similar.map((each) => each.market.id)).toEqual([near.id, far.id]);
      expect(similar[0]?.score).toBeGreaterThan(0.6);
      expect(similar[0]?.score).toBeLessThanOrEqual(1);
    });

    it('lists at most 10', async () => {
      const word = newWord();
      const titles = Array.from({ length: 12 }, (_, n) => `Will ${word} be number ${n}?`);
      const markets = await Promise.all(titles.map((title) => createMarket(api, { title })));
      const { body } = await api.get(`/markets/${markets[0]?.id}/similar`);
      expect(body.similar).toHaveLength(10);
    });

    it.each([UNKNOWN_ID, ...MALFORMED_IDS])('refuses %s with 404 market_not_found', async (id) => {
      expectError(await api.get(`/markets/${id}/similar`), 404, 'market_not_found');
    });
  });
}
