import { agentIdProblem, isAgentId } from './agent-id.js';

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
    'agent_default_agent',
    'agent_UserAgent_12',
    'agent_chatgpt-agent',
    'agent_desi',
    'agent_desi_007',
    'agent_sana-tarau',
  ])('refuses the placeholder %s', (value) => {
    expect(isAgentId(value)).toBe(false);
  });
});

describe('agentIdProblem', () => {
  it('has none for an agent id', () => {
    expect(agentIdProblem('agent_alice-01')).toBeNull();
  });

  it.each<[unknown, string]>([
    [undefined, 'must be a string such as agent_rain_01'],
    ['weather bot', 'must start with agent_, such as agent_weatherbot_01'],
    ['agent_\u001b[31m', 'may contain only letters, digits, _ and -, such as agent_rain_01'],
    ['agent_x', 'must have 10 to 80 characters, such as agent_rain_01'],
    [`agent_${'ab'.repeat(40)}`, `must have 10 to 80 characters, such as agent_${'ab'.repeat(20)}_01`],
    ['agent_demo_01', 'must not be a placeholder; choose a name of your own, such as agent_rain_01'],
  ])('of %j names the rule and proposes an id', (value, problem) => {
    expect(agentIdProblem(value)).toBe(problem);
    expect(isAgentId(/agent_[\w-]+$/.exec(problem)?.[0])).toBe(true);
  });
});
