import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function activityList({ client: api }: Product): void {
  describe('GET /agent/activity/{agent_id}', () => {
    const list = (agentId: string, query = '') => api.get(`/agent/activity/${agentId}${query}`);

    describe('200', () => {
      it('is empty for an unknown agent', async () => {
        const agentId = newAgent();
        expect(await list(agentId)).toMatchObject({
          status: 200,
          body: { activity: { agent_id: agentId, items: [], next_cursor: null } },
        });
      });

      it('pages through intents and executions, newest first', async () => {
        const agent = await Agent.withFunds(api);
        await agent.createMarket();
        await agent.preview('claim_payout');
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const { body } = await list(agent.id, cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`);
          seen.push(...body.activity.items.map(({ type, action, status }) => `${type} ${action} ${status}`));
          cursor = body.activity.next_cursor;
        }
        expect(seen).toEqual([
          'intent claim_payout preview',
          'execution create_market executed',
          'intent create_market executed',
        ]);
      });
    });

    describe('400 agent_id_invalid', () => {
      it('refuses a placeholder id', async () => {
        expectError(await list('agent_12345'), 400, 'agent_id_invalid');
      });
    });

    describe('400 invalid_query', () => {
      it.each(['limit=0', 'limit=51', 'cursor=abc', 'sort=id'])('refuses ?%s', async (query) => {
        expectError(await list(newAgent(), `?${query}`), 400, 'invalid_query');
      });
    });
  });
}
