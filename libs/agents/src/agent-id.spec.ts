import { isAgentId } from './agent-id.js';

describe('isAgentId', () => {
  it.each([
    'agent_alice-01',
    'agent_ALICE',
    'agent_weather_trader_7',
    `agent_${'a1'.repeat(37)}`,
    'agent_test2024',
    'agent_0042',
    'agent_testing',
    'agent_botany',
    'agent_mybot',
  ])('accepts %s', (value) => {
    expect(isAgentId(value)).toBe(true);
  });

  it.each([
    ['too short', 'agent_abc'],
    ['too long', `agent_${'a1'.repeat(37)}x`],
    ['no prefix', 'alice_12345'],
    ['another case of the prefix', 'Agent_alice'],
    ['white space around it', ' agent_alice'],
    ['a line end', 'agent_alice\n'],
    ['a letter beyond ASCII', 'agent_älice'],
    ['a space', 'agent_ali ce'],
    ['a number', 12],
    ['nothing', undefined],
    ['a list', ['agent_alice']],
  ])('refuses %s', (_case, value) => {
    expect(isAgentId(value)).toBe(false);
  });

  it.each([
    'agent_test',
    'agent_TEST',
    'agent_t-e_s-t',
    'agent_test_1',
    'agent_test-123',
    'agent_demo-agent',
    'agent_default',
    'agent_your_agent_id',
    'agent_your-id',
    'agent_agent',
    'agent_agent_001',
    'agent_chatgpt4',
    'agent_bot99',
    'agent_____',
    'agent_--42',
    'agent_aaaa',
    'agent_xxxxxxxx7',
    'agent_0000',
    'agent_1234',
    'agent_1234567890',
    'agent_1---',
    'agent_change-me',
  ])('refuses the placeholder %s', (value) => {
    expect(isAgentId(value)).toBe(false);
  });
});
