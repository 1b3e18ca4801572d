import { newAgent } from '../../agents/requests.js';
import { expectError } from '../support/client.js';
import { MALFORMED_IDS } from '../support/ids.js';
import type { Product } from '../support/product.js';

export function onboardingGet({ client: api }: Product): void {
  describe('GET /agent/onboarding/{onboarding_id}', () => {
    describe('200', () => {
      it('returns the onboarding as its start did', async () => {
        const agent_id = newAgent();
        const { body } = await api.post('/agent/onboarding/start', { agent_id, user_email: `${agent_id}@example.com` });
        const read = await api.get(`/agent/onboarding/${body.onboarding.onboarding_id}`);
        expect(read).toMatchObject({ status: 200, body: { onboarding: body.onboarding } });
      });
    });

    describe('404 agent_onboarding_not_found', () => {
      it.each([`agent_onboarding_${'0'.repeat(32)}`, ...MALFORMED_IDS])('refuses %s', async (id) => {
        expectError(await api.get(`/agent/onboarding/${id}`), 404, 'agent_onboarding_not_found');
      });
    });
  });
}
