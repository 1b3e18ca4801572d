import { inDays, ISO_TIMESTAMP, LOWER_CASE_UUID, newMarket } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import { DEMO_USER_ID, UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';

export function marketsCreate({ client: api }: Product): void {
  describe('POST /markets', () => {
    const create = (changes: object = {}) => api.post('/markets', newMarket(changes));

    describe('201', () => {
      it('returns every field of the market, with defaults', async () => {
        const closes_at = inDays(30);
        const { status, body } = await create({ closes_at });
        expect(status).toBe(201);
        expect(body).toEqual({
          market: {
            id: LOWER_CASE_UUID,
            creator_user_id: DEMO_USER_ID,
            title: 'Will it happen?',
            description: null,
            category: null,
            tags: [],
            cover_image_url: null,
            status: 'OPEN',
            outcome_yes_label: 'YES',
            outcome_no_label: 'NO',
            collateral_asset: 'USDC',
            chain: 'CHAIN-TESTNET',
            resolution_source: null,
            opens_at: null,
            closes_at,
            resolved_at: null,
            settled_at: null,
            winning_outcome: null,
            onchain: null,
            resolution_terms: {
              source: null,
              resolver: null,
              resolver_is_creator: null,
              resolver_holds_position: null,
              creator_holds_position: null,
              closable_at: null,
              resolvable_at: null,
              cancellable_by_anyone_at: null,
              due_at: null,
              overdue: null,
            },
            created_at: ISO_TIMESTAMP,
            updated_at: ISO_TIMESTAMP,
          },
        });
      });

      it('stores every field, trimmed', async () => {
        const { body } = await create({
          title: '  Wird es regnen? 🌧  ',
          description: ' so ',
          category: ' weather ',
          tags: [' rain ', 'Köln', 'rain'],
          cover_image_url: 'https://example.com/a.png',
          outcome_yes_label: ' Ja ',
          outcome_no_label: ' Nein ',
          collateral_asset: ' EURC ',
          chain: ' OTHER ',
          resolution_source: ' DWD ',
          opens_at: '2020-01-01T01:00:00.123456+01:00',
        });
        expect(body.market).toMatchObject({
          title: 'Wird es regnen? 🌧',
          description: 'so',
          category: 'weather',
          tags: ['rain', 'Köln'],
          cover_image_url: 'https://example.com/a.png',
          outcome_yes_label: 'Ja',
          outcome_no_label: 'Nein',
          collateral_asset: 'EURC',
          chain: 'OTHER',
          resolution_source: 'DWD',
          opens_at: '2020-01-01T00:00:00.123Z',
          status: 'OPEN',
        });
      });

      it('treats null and blank optional fields as absent', async () => {
        const blank = {
          description: '',
          category: null,
          tags: null,
          cover_image_url: ' ',
          outcome_yes_label: '',
          outcome_no_label: null,
        };
        const { status, body } = await create({ ...blank, collateral_asset: ' ', resolution_source: '', opens_at: '' });
        expect(status).toBe(201);
        expect(body.market).toMatchObject({
          description: null,
          category: null,
          cover_image_url: null,
          outcome_yes_label: 'YES',
          outcome_no_label: 'NO',
          collateral_asset: 'USDC',
          resolution_source: null,
          opens_at: null,
        });
      });

      it('creates a draft when opens_at is in the future', async () => {
        expect((await create({ opens_at: inDays(1) })).body.market.status).toBe('DRAFT');
      });

      it('ignores unknown fields', async () => {
        expect((await create({ id: UNKNOWN_ID, onchain: {}, ['__proto__']: { title: 'x' } })).status).toBe(201);
      });

      it('can be read back', async () => {
        const { body } = await create();
        expect((await api.get(`/markets/${body.market.id}`)).body).toEqual(body);
      });

      it.each([
        ['a title of 500 characters', { title: '🌧'.repeat(500) }],
        ['a category of 200', { category: 'c'.repeat(200) }],
        ['a description of 10,000', { description: 'd'.repeat(10_000) }],
        ['a creator in upper case', { creator_user_id: DEMO_USER_ID.toUpperCase() }],
        ['a public address as image host', { cover_image_url: 'https://8.8.8.8/a.png' }],
      ])('accepts %s', async (_what, changes) => {
        expect((await create(changes)).status).toBe(201);
      });
    });

    describe('400 invalid_json', () => {
      it.each(['', ' ', '{', '{"title":}', 'title=x', "{'title':'x'}", '\ufeff{}', 'undefined'])(
        'refuses %j',
        async (body) => {
          const headers = { 'content-type': 'application/json' };
          expectError(await api.send('/markets', { method: 'POST', headers, body }), 400, 'invalid_json');
        },
      );

      it('refuses bytes that are not UTF-8', async () => {
        const body = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
        const headers = { 'content-type': 'application/json' };
        expectError(await api.send('/markets', { method: 'POST', headers, body }), 400, 'invalid_json');
      });

      it('refuses an absent body', async () => {
        expectError(await api.send('/markets', { method: 'POST' }), 400, 'invalid_json');
      });
    });

    describe('400 invalid_market_request', () => {
      it.each(['null', '[]', '[{}]', '"text"', '7', 'true'])('refuses %s as body', async (body) => {
        const headers = { 'content-type': 'application/json' };
        expectError(await api.send('/markets', { method: 'POST', headers, body }), 400, 'invalid_market_request');
      });

      it.each([
        ['no creator', { creator_user_id: undefined }],
        ['a malformed creator', { creator_user_id: 'me' }],
        ['a creator that is no string', { creator_user_id: 1 }],
        ['no title', { title: undefined }],
        ['a blank title', { title: ' ' }],
        ['a title that is null', { title: null }],
        ['a title that is a number', { title: 7 }],
        ['a title of 501 characters', { title: 't'.repeat(501) }],
        ['a NUL in the title', { title: 'a\0b' }],
        ['a lone surrogate in the title', { title: 'a\ud800' }],
        ['no chain', { chain: undefined }],
        ['a blank chain', { chain: '' }],
        ['a description that is an object', { description: {} }],
        ['a description of 10,001 characters', { description: 'd'.repeat(10_001) }],
        ['six tags', { tags: ['1', '2', '3', '4', '5', '6'] }],
        ['a tag of 41 characters', { tags: ['t'.repeat(41)] }],
        ['a blank tag', { tags: ['a', ' '] }],
        ['a tag that is a number', { tags: [1] }],
        ['a tag of two lines', { tags: ['a\nb'] }],
        ['a category of 201 characters', { category: 'c'.repeat(201) }],
        ['a category that is a list', { category: ['weather'] }],
        ['a label of 201 characters', { outcome_yes_label: 'y'.repeat(201) }],
        ['a label that is a number', { outcome_no_label: 0 }],
        ['an asset that is a boolean', { collateral_asset: true }],
        ['no closing', { closes_at: undefined }],
        ['a closing in the past', { closes_at: inDays(-1) }],
        ['a closing without an offset', { closes_at: '2100-01-01T00:00:00' }],
        ['a closing on no day', { closes_at: '2100-02-30T00:00:00Z' }],
        ['a closing in unix seconds', { closes_at: 4_102_444_800 }],
        ['an opening at the closing', { opens_at: '2100-01-01T00:00:00Z', closes_at: '2100-01-01T01:00:00+01:00' }],
        ['an opening after the closing', { opens_at: inDays(31) }],
        ['an opening that is no timestamp', { opens_at: 'soon' }],
        ['an image over http', { cover_image_url: 'http://example.com/a.png' }],
        ['an image as base64', { cover_image_url: 'data:image/png;base64,AAAA' }],
        ['an image on this machine', { cover_image_url: 'https://localhost/a.png' }],
        ['an image on a private address', { cover_image_url: 'https://192.168.0.1/a.png' }],
        ['an image with user info', { cover_image_url: 'https://a:b@example.com/a.png' }],
        ['an image on another port', { cover_image_url: 'https://example.com:444/a.png' }],
        ['an image URL of 2,049 characters', { cover_image_url: `https://example.com/${'a'.repeat(2_029)}` }],
        ['an image that is a number', { cover_image_url: 1 }],
      ])('refuses %s', async (_what, changes) => {
        const answer = await create(changes);
        expectError(answer, 400, 'invalid_market_request');
        expect(answer.body.error.details).toHaveLength(1);
      });

      it.each(['status', 'winning_outcome', 'resolved_at', 'settled_at'])('refuses %s, even as null', async (key) => {
        expectError(await create({ [key]: null }), 400, 'invalid_market_request');
        expectError(await create({ [key]: 'OPEN' }), 400, 'invalid_market_request');
      });

      it('lists every invalid field', async () => {
        const { body } = await create({ title: 7, chain: null, closes_at: inDays(-1), status: 'OPEN' });
        expect(body.error.details).toEqual([
          'title must be a string',
          'chain is required',
          'status cannot be set',
          'closes_at must be in the future',
        ]);
      });

      it('precedes the lookup of the creator', async () => {
        expectError(await create({ creator_user_id: UNKNOWN_ID, title: '' }), 400, 'invalid_market_request');
      });
    });

    describe('400 invalid_creator_user', () => {
      it('refuses an unknown creator', async () => {
        expectError(await create({ creator_user_id: UNKNOWN_ID }), 400, 'invalid_creator_user');
      });
    });
  });
}
