import { Agent, UNKNOWN_INTENT } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function intentsCancel({ client: api }: Product): void {
  describe('POST /agent/intents/{intent_id}/cancel', () => {
    const cancel = (id: string, body?: string) => api.postText(`/agent/intents/${id}/cancel`, body);

    describe('200', () => {
      it('cancels a preview and can be repeated', async () => {
        const id = await new Agent(api).preview('buy_yes');
        for (let turn = 0; turn < 2; turn += 1) {
          expect(await cancel(id)).toMatchObject({
            status: 200,
            body: { intent: { intent_id: id, status: 'cancelled', requires_confirmation: false } },
          });
        }
      });

      it('cancels a confirmed intent and prevents its execution', async () => {
        const agent = await Agent.withWallet(api);
        const id = await agent.confirmed('buy_yes');
        expect((await cancel(id)).status).toBe(200);
        expect((await agent.step(id, 'execute')).body.error).toMatchObject({
          code: 'agent_intent_not_confirmed',
          intent_status: 'cancelled',
        });
      });
    });

    describe('concurrent with execute', () => {
      it.each([1, 2, 3, 4])('either cancels or executes (%d)', async () => {
        const agent = await Agent.withWallet(api);
        const id = await agent.confirmed('buy_yes');
        const [executed, cancelled] = await Promise.all([agent.step(id, 'execute', { prefer: 'wait=60' }), cancel(id)]);
        const { intent } = (await api.get(`/agent/intents/${id}`)).body;
        const { executions } = (await api.get(`/agent/intents/${id}/executions`)).body;
        if (cancelled.status === 200) {
          expect(executed.status).toBe(409);
          expect(intent.status).toBe('cancelled');
          expect(executions.map(({ status }) => status)).toEqual(executions.length === 0 ? [] : ['cancelled']);
        } else {
          expectError(cancelled, 409, 'agent_intent_status_invalid');
          expect([executed.status, intent.status, executions.length]).toEqual([502, 'failed', 1]);
        }
      });
    });

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await cancel(UNKNOWN_INTENT, '{'), 400, 'invalid_json');
      });
    });

    describe('404 agent_intent_not_found', () => {
      it.each([UNKNOWN_INTENT, 'nonsense'])('refuses %s', async (id) => {
        expectError(await cancel(id), 404, 'agent_intent_not_found');
      });
    });

    describe('409 agent_intent_status_invalid', () => {
      it('refuses a failed intent', async () => {
        const agent = await Agent.withFunds(api);
        const id = await agent.confirmed('claim_payout');
        expect((await agent.step(id, 'execute', { prefer: 'wait=60' })).status).toBe(502);
        expectError(await cancel(id), 409, 'agent_intent_status_invalid');
      });
    });
  });
}
