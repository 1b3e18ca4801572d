import { ISO_TIMESTAMP } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';
import type { SettledMarket } from '../support/settled-market.js';

/** Fields that the chain adds to a market. markets-get.ts tests the market's own fields. */
export function marketsOnChain({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /markets/{id} of a market on the chain', () => {
    describe('200', () => {
      it('shows outcome and pools', async () => {
        const { record, market_contract_address, paid } = await settled();
        const { status, body } = await api.get(`/markets/${record.id}`);
        expect(status).toBe(200);
        expect(body.market).toMatchObject({
          status: 'RESOLVED',
          winning_outcome: 'YES',
          resolved_at: ISO_TIMESTAMP,
          settled_at: null,
          chain: 'CHAIN-TESTNET',
          collateral_asset: 'USDC',
          onchain: {
            market_contract_address,
            resolver: paid.address,
            yes_pool: '30',
            no_pool: '30',
            implied_probability_yes: '0.5',
            as_of_block: expect.any(Number),
          },
        });
      });

      it('is found by its contract and by its name, and is not tradable', async () => {
        const { record, market_contract_address } = await settled();
        const { market_id } = record['onchain'] as { market_id: string };
        const listIds = async (query: string): Promise<string[]> =>
          (await api.get(`/agent/markets?${query}`)).body.markets.map(({ id }) => id);
        const byContract = `market_contract_address=${market_contract_address}`;
        expect(await listIds(byContract)).toEqual([record.id]);
        expect(await listIds(`onchain_market_id=${market_id}`)).toEqual([record.id]);
        expect(await listIds(`${byContract}&tradable=true`)).toEqual([]);
      });

      it('refuses further trade intents', async () => {
        const { record } = await settled();
        const trade = { user_id: record.creator_user_id, market_id: record.id, outcome: 'YES', side: 'BUY' };
        const answer = await api.post('/trade-intents', { ...trade, quantity: '1', price: '0.5' });
        expectError(answer, 400, 'market_not_open');
      });
    });
  });
}
