import { GapError, PresageError } from '@presage/sdk';
import { EXIT, exitCodeOf, exitCodeOfError, UsageError } from './exit-code.js';
import { render, renderError } from './output.js';

const failure = (status: number | null, code: string): PresageError =>
  new PresageError({ status, code, message: 'No.' });

describe('exit codes', () => {
  it.each([
    ['executed', EXIT.done],
    ['failed', EXIT.failed],
    ['cancelled', EXIT.refused],
    ['pending', EXIT.unknown],
    ['unknown', EXIT.unknown],
  ] as const)('of an action that is %s is %i', (status, code) => {
    expect(exitCodeOf({ status })).toBe(code);
  });

  it.each([
    [failure(null, 'no_answer'), EXIT.transient],
    [failure(503, 'overloaded'), EXIT.transient],
    [failure(429, 'rate_limited'), EXIT.transient],
    [failure(500, 'internal_error'), EXIT.transient],
    [failure(501, 'provider_agent_wallet_execution_not_enabled'), EXIT.refused],
    [failure(403, 'agent_policy_violation'), EXIT.refused],
    [failure(409, 'agent_intent_conflict'), EXIT.refused],
    [failure(404, 'market_not_found'), EXIT.refused],
    [failure(400, 'agent_wallet_missing'), EXIT.refused],
    [failure(400, 'agent_intent_invalid'), EXIT.usage],
    [new UsageError('No.'), EXIT.usage],
    [new GapError('Event 3 follows event 1.', 1), EXIT.failed],
  ])('of %s is %i', (error, code) => {
    expect(exitCodeOfError(error)).toBe(code);
  });
});

describe('render', () => {
  it('prints JSON on one line, and aligned tables', () => {
    const rows = [
      { id: 'a', amount: '10', at: null },
      { id: 'long', amount: '7', at: { x: 1 } },
    ];
    expect(render(rows, 'json')).toBe(`${JSON.stringify(rows)}\n`);
    expect(render(rows, 'table')).toBe('ID    AMOUNT  AT\na     10      -\nlong  7       {"x":1}\n');
    expect(render({ id: 'a', status: 'open' }, 'table')).toBe('id      a\nstatus  open\n');
    expect(render([], 'table')).toBe('(none)\n');
  });

  it('prints an error with what to do', () => {
    const error = failure(400, 'agent_wallet_missing');
    expect(renderError(error, 'table')).toMatch(/^presage: agent_wallet_missing: No\.\n {2}Register a wallet/);
    expect(JSON.parse(renderError(error, 'json'))).toMatchObject({ error: { code: 'agent_wallet_missing' } });
  });
});
