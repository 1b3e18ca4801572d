import { Agent } from '../support/agent.js';
import { createMarket } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';
import { recordOnChain, type SettledMarket } from '../support/settled-market.js';
import { MALFORMED_IDS, UNKNOWN_ID } from '../support/ids.js';

export function marketsQuote({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /markets/{id}/quote', () => {
    const quote = (id: string, query = 'outcome=YES&amount=10') => api.get(`/markets/${id}/quote?${query}`);

    describe('200', () => {
      it('quotes the payout of a buy', async () => {
        const agent = await Agent.withFunds(api);
        const market = await agent.createMarket();
        await agent.run('buy_no', { ...market, amount: '30' });
        const { id } = await recordOnChain(api, market.market_contract_address, 'OPEN');
        const { status, body } = await quote(id);
        expect(status).toBe(200);
        expect(body.quote).toMatchObject({
          market_contract_address: market.market_contract_address,
          outcome: 'YES',
          amount: '10',
          yes_pool: '0',
          no_pool: '30',
          implied_probability_after: '0.25',
          payout_if_won: '40',
          payout_multiple: '4',
        });
      });
    });

    describe('400 invalid_query', () => {
      it.each(['', 'outcome=maybe&amount=1', 'outcome=YES&amount=0', 'outcome=YES&amount=0.0000001'])(
        'refuses ?%s',
        async (query) => {
          expectError(await quote((await settled()).record.id, query), 400, 'invalid_query');
        },
      );
    });

    describe('400 market_not_open', () => {
      it('refuses a market that is closed', async () => {
        expectError(await quote((await settled()).record.id), 400, 'market_not_open');
      });

      it('refuses a record without a contract', async () => {
        expectError(await quote((await createMarket(api)).id), 400, 'market_not_open');
      });
    });

    describe('404 market_not_found', () => {
      it.each([UNKNOWN_ID, ...MALFORMED_IDS])('refuses %s', async (id) => {
        expectError(await quote(id), 404, 'market_not_found');
      });
    });
  });
}
