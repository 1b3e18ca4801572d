import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

const TIMEOUT_MS = 120_000;

export function portfolioGet({ client: api }: Product): void {
  describe('GET /agent/portfolio/{agent_id}', () => {
    describe('200', () => {
      it('is empty for a new wallet', async () => {
        const { id, address } = await Agent.withWallet(api);
        const { status, body } = await api.get(`/agent/portfolio/${id}`);
        expect(status).toBe(200);
        expect(body.portfolio).toMatchObject({
          agent_id: id,
          agent_wallet_address: address,
          active_positions_count: 0,
          total_exposure: '0',
          positions: [],
          settlements: [],
          is_truncated: false,
        });
      });

      it('shows a stake after a buy', async () => {
        const agent = await Agent.withFunds(api);
        const market = await agent.createMarket();
        await agent.run('buy_yes', { ...market, amount: '12.5' });
        const until = Date.now() + TIMEOUT_MS;
        let { body } = await api.get(`/agent/portfolio/${agent.id}`);
        while (body.portfolio.positions.length === 0 && Date.now() < until) {
          ({ body } = await api.get(`/agent/portfolio/${agent.id}`));
        }
        expect(body.portfolio).toMatchObject({ active_positions_count: 1, total_exposure: '12.5' });
        expect(body.portfolio.positions).toEqual([
          expect.objectContaining({ ...market, outcome: 'YES', quantity: '12.5', cost: '12.5', market_status: 'OPEN' }),
        ]);
      });
    });

    describe('400 agent_id_invalid', () => {
      it('refuses a placeholder id', async () => {
        expectError(await api.get('/agent/portfolio/agent_user'), 400, 'agent_id_invalid');
      });
    });

    describe('404 agent_wallet_not_found', () => {
      it('refuses an agent without a wallet', async () => {
        expectError(await api.get(`/agent/portfolio/${newAgent()}`), 404, 'agent_wallet_not_found');
      });
    });
  });
}
