import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function intentsList({ client: api }: Product): void {
  describe('GET /agent/intents', () => {
    const list = async (query: string): Promise<(string | undefined)[]> => {
      const { status, body } = await api.get(`/agent/intents?${query}`);
      expect(status).toBe(200);
      return body.intents.map(({ intent_id }) => intent_id);
    };

    describe('200', () => {
      it('finds intents by key, client and status, newest first', async () => {
        const agent = new Agent(api);
        const first = await agent.preview('claim_payout', { client_request_id: 'order-1' });
        const second = await agent.confirmed('claim_payout', { client_request_id: 'order-1', source_client: 'cli' });
        const mine = `agent_id=${agent.id}`;
        expect(await list(mine)).toEqual([second, first]);
        expect(await list(`${mine}&client_request_id=order-1`)).toEqual([second, first]);
        expect(await list(`${mine}&client_request_id=order-1&source_client=cli`)).toEqual([second]);
        expect(await list(`${mine}&status=preview`)).toEqual([first]);
        expect(await list(`${mine}&client_request_id=order-2`)).toEqual([]);
      });

      it('is empty for an unknown agent', async () => {
        expect(await list(`agent_id=${newAgent()}`)).toEqual([]);
      });
    });

    describe('400 agent_id_invalid', () => {
      it.each(['', 'agent_id=agent_test', 'agent_id='])('refuses ?%s', async (query) => {
        expectError(await api.get(`/agent/intents?${query}`), 400, 'agent_id_invalid');
      });
    });

    describe('400 invalid_query', () => {
      it.each(['status=done', 'limit=51', 'cursor=abc', 'sort=id'])('refuses %s', async (query) => {
        expectError(await api.get(`/agent/intents?agent_id=${newAgent()}&${query}`), 400, 'invalid_query');
      });
    });
  });
}
