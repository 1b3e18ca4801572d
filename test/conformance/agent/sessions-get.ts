import { newAgent } from '../../agents/requests.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

/** onboarding-verify.ts tests the successful answer. */
export function sessionsGet({ client: api }: Product): void {
  describe('GET /agent/sessions/{agent_id}', () => {
    describe('400 agent_id_invalid', () => {
      it.each(['nobody', 'agent_test', 'agent_al%00ice'])('refuses %s', async (agentId) => {
        expectError(await api.get(`/agent/sessions/${agentId}`), 400, 'agent_id_invalid');
      });
    });

    describe('404 agent_session_not_found', () => {
      it('refuses an agent that was not onboarded', async () => {
        expectError(await api.get(`/agent/sessions/${newAgent()}`), 404, 'agent_session_not_found');
      });
    });
  });
}
