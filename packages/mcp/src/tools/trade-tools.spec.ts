import { Presage } from '@presage/sdk';
import { executeIntent, previewAction } from './trade-tools.js';

const AGENT_ID = 'agent_alice_01';
const INTENT_ID = 'agent_intent_1';

/** Answers for an intent that was cancelled before its first execution. */
const service: typeof fetch = (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const intent = { intent_id: INTENT_ID, agent_id: AGENT_ID, status: 'cancelled', executions_count: 0 };
  const preview = { validation_result: { checks: [] }, warnings: ['Another warning.'], quote: null };
  if (pathname.startsWith('/agent/intents'))
    return Promise.resolve(Response.json({ intent: { ...intent, ...preview } }));
  if (pathname.startsWith('/markets')) return Promise.resolve(Response.json({ market: { onchain: {} } }));
  return Promise.resolve(Response.json({ agent_wallet: { agent_wallet_address: '0x1' } }));
};

describe('a cancelled intent', () => {
  const context = () => ({
    presage: new Presage({ baseUrl: 'http://service', fetch: service }),
    signal: new AbortController().signal,
    progress: () => undefined,
  });

  it('is reported by execute_intent as failed for good', async () => {
    const result = await executeIntent.run({ intent_id: INTENT_ID, ref: '0x1' }, context());
    expect(result).toMatchObject({ outcome: 'failed', repeat: 'never', execution: null });
  });

  it('is returned by preview_action with the advice to use a new purpose', async () => {
    const action = { agent_id: AGENT_ID, action: 'buy_yes', market: 'one', amount: '5', purpose: 'p' } as const;
    expect(await previewAction.run(action, context())).toMatchObject({
      warnings: [expect.stringContaining('Preview the action with a new purpose.'), 'Another warning.'],
      next: null,
    });
  });
});
