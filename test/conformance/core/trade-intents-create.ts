import { expect } from '@jest/globals';
import type { Answer } from '../support/answer.js';
import { createMarket, inDays, ISO_TIMESTAMP, LOWER_CASE_UUID, newTrade } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import { DEMO_USER_ID, UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';

export function tradeIntentsCreate({ client: api }: Product): void {
  describe('POST /trade-intents', () => {
    let marketId: string;
    const create = (changes: object = {}): Promise<Answer> =>
      api.post('/trade-intents', newTrade({ market_id: marketId, ...changes }));

    beforeAll(async () => {
      marketId = (await createMarket(api)).id;
    });

    describe('201', () => {
      it('returns the record and that nothing was executed', async () => {
        const { status, body } = await create();
        expect(status).toBe(201);
        expect(body).toEqual({
          trade: {
            id: LOWER_CASE_UUID,
            user_id: DEMO_USER_ID,
            market_id: marketId,
            outcome: 'YES',
            side: 'BUY',
            quantity: '10',
            price: '0.5',
            collateral_amount: '5',
            fee_amount: '0',
            status: 'PENDING',
            tx_hash: null,
            created_at: ISO_TIMESTAMP,
            updated_at: ISO_TIMESTAMP,
          },
          execution: { status: 'not_executed', reason: expect.any(String) },
        });
      });

      it.each([
        ['999999999999999999.999999999999999999', '1', '999999999999999999.999999999999999999'],
        [
          '999999999999999999.999999999999999999',
          '0.999999999999999999',
          '999999999999999998.999999999999999999000000000000000001',
        ],
        ['0.000000000000000001', '0.000000000000000001', '0.000000000000000000000000000000000001'],
        ['0.1', '0.2', '0.02'],
        ['3', '0', '0'],
        ['00012.500', '0.50', '6.25'],
      ])('multiplies %s × %s to the last digit', async (quantity, price, collateral) => {
        const { body } = await create({ quantity, price });
        expect(body.trade['collateral_amount']).toBe(collateral);
      });

      it('returns decimals without redundant zeros', async () => {
        const { body } = await create({ quantity: '0010.500', price: '0.50' });
        expect(body.trade).toMatchObject({ quantity: '10.5', price: '0.5' });
      });

      it.each([
        ['a sale of NO', { outcome: 'NO', side: 'SELL' }],
        ['an unknown user', { user_id: UNKNOWN_ID }],
        ['a price of 1.0', { price: '1.0' }],
        ['an unknown field', { memo: 1, status: 'DONE' }],
      ])('accepts %s', async (_what, changes) => {
        expect((await create(changes)).status).toBe(201);
      });

      it('accepts ids in upper case and returns them in lower case', async () => {
        const { body } = await create({ user_id: UNKNOWN_ID.toUpperCase(), market_id: marketId.toUpperCase() });
        expect(body.trade).toMatchObject({ user_id: UNKNOWN_ID, market_id: marketId });
      });
    });

    describe('400 invalid_json', () => {
      it.each(['', '{"user_id":', 'x'])('refuses %j', async (body) => {
        const headers = { 'content-type': 'application/json' };
        expectError(await api.send('/trade-intents', { method: 'POST', headers, body }), 400, 'invalid_json');
      });
    });

    describe('400 invalid_trade_intent', () => {
      it.each(['null', '[]', '1'])('refuses %s as body', async (body) => {
        const headers = { 'content-type': 'application/json' };
        expectError(await api.send('/trade-intents', { method: 'POST', headers, body }), 400, 'invalid_trade_intent');
      });

      it.each(['user_id', 'market_id', 'outcome', 'side', 'quantity', 'price'])('requires %s', async (key) => {
        expectError(await create({ [key]: undefined }), 400, 'invalid_trade_intent');
        expectError(await create({ [key]: null }), 400, 'invalid_trade_intent');
        expectError(await create({ [key]: '' }), 400, 'invalid_trade_intent');
      });

      it.each([
        ['a malformed user', { user_id: 'me' }],
        ['a malformed market', { market_id: 'it' }],
        ['an outcome in lower case', { outcome: 'yes' }],
        ['an outcome by number', { outcome: 1 }],
        ['a side in lower case', { side: 'buy' }],
        ['a quantity of zero', { quantity: '0' }],
        ['a quantity of many zeros', { quantity: '0.000' }],
        ['a quantity below zero', { quantity: '-1' }],
        ['a quantity as number', { quantity: 10 }],
        ['a quantity with an exponent', { quantity: '1e3' }],
        ['a quantity with white space', { quantity: ' 10' }],
        ['a quantity with a plus', { quantity: '+10' }],
        ['a quantity with a trailing dot', { quantity: '10.' }],
        ['a quantity with a leading dot', { quantity: '.5' }],
        ['a quantity in other digits', { quantity: '١٠' }],
        ['a quantity of 19 fractional digits', { quantity: '0.1234567890123456789' }],
        ['a quantity of 19 integer digits', { quantity: '1234567890123456789' }],
        ['a price above one', { price: '1.000000000000000001' }],
        ['a price of 19 fractional digits', { price: '0.1234567890123456789' }],
        ['a price as number', { price: 0.5 }],
        ['a price that is not finite', { price: 'Infinity' }],
      ])('refuses %s', async (_what, changes) => {
        expectError(await create(changes), 400, 'invalid_trade_intent');
      });

      it('precedes the lookup of the market', async () => {
        expectError(await create({ market_id: UNKNOWN_ID, quantity: '0' }), 400, 'invalid_trade_intent');
      });
    });

    describe('404 market_not_found', () => {
      it('refuses an unknown id', async () => {
        expectError(await create({ market_id: UNKNOWN_ID }), 404, 'market_not_found');
      });
    });

    /** Observes a market from draft to close. @returns each status with the answer to a trade in it */
    async function observeStatuses(openingMs: number): Promise<Set<string>> {
      const at = (afterMs: number): string => new Date(Date.now() + afterMs).toISOString();
      const market = await createMarket(api, { opens_at: at(openingMs), closes_at: at(3 * openingMs) });
      const readStatus = async (): Promise<string> => (await api.get(`/markets/${market.id}`)).body.market.status;
      const seen = new Set<string>();
      for (let isOver = false; !isOver;) {
        const before = await readStatus();
        const trade = await create({ market_id: market.id });
        if (before !== (await readStatus())) continue; // the status changed during the trade
        if (trade.status !== 201) expectError(trade, 400, 'market_not_open');
        seen.add(`${before} ${trade.status}`);
        isOver = before === 'TRADING_CLOSED';
      }
      return seen;
    }

    describe('400 market_not_open', () => {
      it('refuses a draft', async () => {
        const draft = await createMarket(api, { opens_at: inDays(1) });
        expectError(await create({ market_id: draft.id }), 400, 'market_not_open');
      });

      it('opens a draft and closes an open market as time passes', async () => {
        // A machine too slow to observe every status gets a market that changes more slowly.
        let seen = new Set<string>();
        for (let openingMs = 400; seen.size < 3; openingMs *= 2) seen = await observeStatuses(openingMs);
        expect([...seen]).toEqual(['DRAFT 400', 'OPEN 201', 'TRADING_CLOSED 400']);
      });
    });
  });
}
