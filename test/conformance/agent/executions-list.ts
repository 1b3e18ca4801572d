import { Agent, ELSEWHERE, UNKNOWN_INTENT } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function executionsList({ client: api }: Product): void {
  describe('GET /agent/intents/{intent_id}/executions', () => {
    const list = (id: string, query = '') => api.get(`/agent/intents/${id}/executions${query}`);

    describe('200', () => {
      it('is empty before the first attempt', async () => {
        const id = await new Agent(api).preview('buy_no');
        expect(await list(id)).toMatchObject({ status: 200, body: { executions: [], next_cursor: null } });
      });

      it('pages through all attempts, newest first', async () => {
        const agent = await Agent.withFunds(api);
        const id = await agent.preview('buy_yes', { market_contract_address: ELSEWHERE });
        for (let attempt = 1; attempt <= 2; attempt += 1) {
          await agent.step(id, 'confirm');
          expect((await agent.step(id, 'execute', { prefer: 'wait=60' })).status).toBe(502);
        }
        const first = await list(id, '?limit=1');
        const second = await list(id, `?limit=1&cursor=${first.body.next_cursor}`);
        expect([first, second].flatMap(({ body }) => body.executions.map(({ attempt }) => attempt))).toEqual([2, 1]);
        expect(second.body.next_cursor).toBeNull();
      });
    });

    describe('400 invalid_query', () => {
      it.each(['limit=0', 'limit=51', 'cursor=abc', 'page=2'])('refuses ?%s', async (query) => {
        expectError(await list(await new Agent(api).preview('buy_no'), `?${query}`), 400, 'invalid_query');
      });
    });

    describe('404 agent_intent_not_found', () => {
      it.each([UNKNOWN_INTENT, 'nonsense'])('refuses %s', async (id) => {
        expectError(await list(id), 404, 'agent_intent_not_found');
      });
    });
  });
}
