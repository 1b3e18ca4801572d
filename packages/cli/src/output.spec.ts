import { GapError, type Outcome, PresageError } from '@presage/sdk';
import { summarizeOutcome } from './context.js';
import { EXIT, exitCodeOfError, toExitCode, UsageError } from './exit-code.js';
import { render, renderError } from './output.js';
import { explainFailure } from './remedies.js';

const failure = (status: number | null, code: string): PresageError =>
  new PresageError({ status, code, message: 'No.' });
/** An operator has paused the action. */
const PAUSED = new PresageError({ status: 403, code: 'agent_policy_violation', message: 'No.', retryAfterMs: 30_000 });

describe('exit codes', () => {
  it.each([
    ['executed', EXIT.done],
    ['failed', EXIT.failed],
    ['cancelled', EXIT.refused],
    ['pending', EXIT.unknown],
    ['unknown', EXIT.unknown],
  ] as const)('of an action that is %s is %i', (status, code) => {
    expect(toExitCode({ status })).toBe(code);
  });

  it.each([
    [failure(null, 'no_answer'), EXIT.transient],
    [failure(503, 'overloaded'), EXIT.transient],
    [failure(429, 'rate_limited'), EXIT.transient],
    [failure(500, 'internal_error'), EXIT.transient],
    [failure(501, 'provider_agent_wallet_execution_not_enabled'), EXIT.refused],
    [failure(403, 'agent_policy_violation'), EXIT.refused],
    [PAUSED, EXIT.transient],
    [failure(409, 'agent_intent_conflict'), EXIT.refused],
    [failure(404, 'market_not_found'), EXIT.refused],
    [failure(400, 'agent_wallet_missing'), EXIT.refused],
    [failure(400, 'agent_intent_invalid'), EXIT.usage],
    [failure(null, 'argument_invalid'), EXIT.usage],
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
    expect(render(rows, 'table')).toBe('ID    AMOUNT  AT\na     10      -\nlong  7       x 1\n');
    expect(render({ id: 'a', status: 'open' }, 'table')).toBe('id      a\nstatus  open\n');
    const nested = { terms: { by: 'a', at: null }, actions: ['b', 'c'], none: [], pairs: [{ x: 1, y: 2 }] };
    expect(render(nested, 'table')).toBe('terms.by  a\nterms.at  -\nactions   b, c\nnone      -\npairs     x 1 y 2\n');
    expect(render([], 'table')).toBe('(none)\n');
  });

  it('prints one line for each row, whatever its texts hold', () => {
    const rows = [{ purpose: 'a\u2028b\u009b31mc\u202ed\ne 👩‍🚀' }];
    expect(render(rows, 'table')).toBe('PURPOSE\na b 31mc d e 👩‍🚀\n');
    expect(render(rows, 'json')).toMatch(/^[^\p{Cc}\p{Zl}\u202e]+\n$/u);
    expect(JSON.parse(render(rows, 'json'))).toEqual(rows);
  });

  it('prints an error with what to do', () => {
    const error = failure(400, 'agent_wallet_missing');
    expect(renderError(error, 'table')).toBe('presage: agent_wallet_missing: No.\n  Run presage agent setup.\n');
    expect(JSON.parse(renderError(error, 'json'))).toMatchObject({ error: { code: 'agent_wallet_missing' } });
  });

  it('prints a remedy in terms of commands instead of requests', () => {
    const message = 'The id of a market is a UUID. GET /markets?market_contract_address= finds it by another name.';
    const error = new PresageError({ status: 404, code: 'market_not_found', message });
    expect(renderError(error, 'table')).toBe(
      'presage: market_not_found: The id of a market is a UUID.\n  presage markets list shows ids.\n',
    );
    const busy = new PresageError({ status: 503, code: 'overloaded', message: 'Busy.', retryAfterMs: 2000 });
    expect(renderError(busy, 'table')).toContain('\n  Run the same command again after 2 seconds.\n');
  });

  it.each([
    ['baseUrl', '--url or PRESAGE_URL'],
    ['id', 'MARKET'],
  ])('names the argument %s of the client library as commands do', (argument, name) => {
    const fields = { status: null, code: 'argument_invalid', message: `Change ${argument}: No.` };
    const error = new PresageError({ ...fields, error: { argument } });
    expect(renderError(error, 'table')).toContain(`presage: argument_invalid: Change ${name}: No.\n`);
  });

  it('names the arguments of a command in the details', () => {
    const error = { details: ['close_timestamp must be a string', 'question is required'] };
    const invalid = new PresageError({ status: 400, code: 'agent_intent_invalid', message: 'No.', error });
    expect(renderError(invalid, 'table')).toContain('\n  --closes must be a string\n  question is required\n');
  });

  it('names the intent that a purpose belongs to', () => {
    const error = { intent_id: 'agent_intent_1' };
    const conflict = new PresageError({ status: 409, code: 'agent_intent_conflict', message: 'No.', error });
    expect(renderError(conflict, 'table')).toBe(
      'presage: agent_intent_conflict: No.\n  The purpose belongs to agent_intent_1: presage intent show agent_intent_1 shows it. Use another --purpose for another action only.\n',
    );
  });

  it('says how to carry out an action whose intent is cancelled', () => {
    const intent = { validation_result: { fee: { max_cost: '0.0005' } } };
    const outcome = { status: 'cancelled', intent, execution: null } as Outcome;
    expect(summarizeOutcome(outcome)).toMatchObject({
      max_fee: '0.0005',
      error_message: expect.stringContaining('Use another --purpose'),
    });
  });

  it('explains a failed action', () => {
    expect(explainFailure({ error_message: 'Nothing to claim.', failure_reason: 'nothing_to_claim' })).toMatch(
      /Once the market is resolved or cancelled, run the same command again\.$/,
    );
    const error_message =
      'The market is not closed. Confirm and execute the intent again after the close time: closes_at of GET /markets?market_contract_address={address}.';
    expect(explainFailure({ error_message, failure_reason: 'too_early' })).toBe(
      'The market is not closed. Run the same command again after the close time: presage markets show MARKET shows closes_at.',
    );
    expect(explainFailure({ error_message: 'No.', failure_reason: 'unknown_to_this_version' })).toBe('No.');
    expect(explainFailure(null)).toBeNull();
  });
});
