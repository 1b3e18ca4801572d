import { terminalLine } from './terminal-line.js';

const REFUSED = {
  level: 'info',
  time: '2026-01-02T03:04:05.678Z',
  app: 'api',
  event: 'http.request',
  method: 'POST',
  route: '/agent/intents/:intent_id/execute',
  status: 409,
  code: 'agent_intent_not_confirmed',
  agentId: 'agent_rain_01',
  durationMs: 3.2,
  requestId: '0b3c8a52-6f0e-4b52-9d5a-0b3c8a526f0e',
};

describe('terminalLine', () => {
  it('shows route, status, code and agent of a refused request in 110 columns', () => {
    expect(terminalLine(JSON.stringify(REFUSED), 110)).toMatch(
      /^03:04:05 http\.request POST \/agent\/intents\/:intent_id\/execute 409 agent_intent_not_confirmed agent_rain_01 .*…$/,
    );
    expect(terminalLine(JSON.stringify(REFUSED), 110)).toHaveLength(110);
  });

  it('names the level unless it is info, and the other fields', () => {
    const line = {
      level: 'warn',
      time: REFUSED.time,
      app: 'api',
      event: 'a.b',
      count: 2,
      text: 'two\nlines',
      none: null,
    };
    expect(terminalLine(JSON.stringify(line), 120)).toBe('03:04:05 WARN a.b count=2 text="two\\nlines"');
  });

  it.each(['Error: a stack trace', '{ not JSON', '', '12'])('returns %j unchanged', (line) => {
    expect(terminalLine(line, 120)).toBe(line);
  });
});
