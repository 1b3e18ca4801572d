import { Agent, UNKNOWN_INTENT } from '../support/agent.js';
import { expectError } from '../support/client.js';
import { MALFORMED_IDS } from '../support/ids.js';
import type { Product } from '../support/product.js';

export function intentsGet({ client: api }: Product): void {
  describe('GET /agent/intents/{intent_id}', () => {
    describe('200', () => {
      it('returns the intent as its creation did', async () => {
        const { body } = await new Agent(api).create('claim_payout');
        expect(await api.get(`/agent/intents/${body.intent.intent_id}`)).toMatchObject({ status: 200, body });
      });
    });

    describe('404 agent_intent_not_found', () => {
      it.each([UNKNOWN_INTENT, ...MALFORMED_IDS])('refuses %s', async (id) => {
        expectError(await api.get(`/agent/intents/${id}`), 404, 'agent_intent_not_found');
      });
    });
  });
}
