import { expectError } from '../support/client.js';
import { USER, walletBody } from '../../agents/requests.js';
import { intentBody } from '../support/agent.js';
import type { Product } from '../support/product.js';

/** Too short, too long, with other characters, or a placeholder. */
const REFUSED = [
  ...['agent_', 'agent_abc', 'agent_'.padEnd(81, 'xy'), 'Agent_alice_01', 'alice_agent_01', 'agent-alice-01'],
  ...[
    ' agent_alice_01',
    'agent_alice_01 ',
    'agent_alice.01',
    'agent_alice 01',
    'agent_al\u00efce_01',
    'agent_alice\n01',
  ],
  ...['agent_test', 'agent_test1', 'agent_Test_Agent', 'agent_test-123', 'agent_demo', 'agent_DEMO-agent_007'],
  ...['agent_default', 'agent_example', 'agent_sample9', 'agent_placeholder', 'agent_user', 'agent_user_999'],
  ...['agent_agent', 'agent_chatgpt', 'agent_assistant', 'agent_bot_1', 'agent_foo1', 'agent_bar-2', 'agent_todo'],
  ...[
    'agent_changeme',
    'agent_your_id',
    'agent_your-agent-id',
    'agent_____',
    'agent_aaaa',
    'agent_A-a-A-a',
    'agent_0000',
  ],
  ...['agent_1234', 'agent_12_34_5', 'agent_1234567890', 'agent_user-agent', 'agent_defaultagent7', 'agent_desi_1'],
];

const TAKEN = [
  ...['agent_abcd', 'agent_'.padEnd(80, 'xy'), 'agent_ALICE_01', 'agent_alice-01', 'agent_2345', 'agent_12345678901'],
  ...['agent_test1234', 'agent_tester', 'agent_demo_trader', 'agent_foobar', 'agent_aaab', 'agent_my_bot'],
];

/** `agent_id` follows the same rules in every endpoint. */
export function agentIds({ client: api }: Product): void {
  describe('agent_id', () => {
    const reads = ['wallets', 'sessions', 'portfolio', 'activity'];

    it.each(REFUSED)('refuses %j', async (agentId) => {
      for (const read of reads) {
        expectError(await api.get(`/agent/${read}/${encodeURIComponent(agentId)}`), 400, 'agent_id_invalid');
      }
      const start = { agent_id: agentId, user_email: 'carol@example.com', user_wallet: USER };
      expectError(await api.post('/agent/onboarding/start', start), 400, 'agent_id_invalid');
      expectError(await api.post('/agent/wallets', walletBody(agentId)), 400, 'agent_id_invalid');
      expectError(await api.post('/agent/intents', intentBody(agentId, 'buy_yes')), 400, 'agent_id_invalid');
    });

    it.each(TAKEN)('accepts %s', async (agentId) => {
      expect((await api.get(`/agent/activity/${agentId}`)).status).toBe(200);
    });
  });
}
