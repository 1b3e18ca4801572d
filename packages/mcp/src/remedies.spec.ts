import { PresageError } from '@presage/sdk';
import { checkWithRemedy, formatLines, withRemedy } from './remedies.js';

const refusal = (code: string, message: string, more: object = {}): string =>
  formatLines(new PresageError({ code, message, status: 400, ...more })).join('\n');

describe('the remedies of the tools', () => {
  it.each([
    ['agent_wallet_not_found', 'This agent has no wallet. POST /agent/wallets registers one.', 'Call setup_agent.'],
    ['market_not_found', 'There is no market with this id.', 'Call find_markets: it lists ids.'],
    [
      'agent_policy_violation',
      'The stake is above 5.',
      'Call get_budget: it shows the limits, and what is left of each.',
    ],
  ])('of %s name a tool, and neither a route nor a general advice', (code, message, remedy) => {
    expect(refusal(code, message)).toBe(`${code}: ${message.replace(/ POST.*/, '')}\n${remedy}`);
  });

  it('state the pause that the service asks for', () => {
    const text = refusal('agent_policy_violation', 'An operator paused it.', { retryAfterMs: 30_000 });
    expect(text).toBe('agent_policy_violation: An operator paused it.\nRepeat the same call after 30 seconds.');
  });

  it('name the intent that a purpose belongs to', () => {
    const error = { intent_id: 'agent_intent_1' };
    expect(refusal('agent_intent_conflict', 'The key is used.', { error })).toBe(
      'agent_intent_conflict: The key is used.\nThe purpose belongs to agent_intent_1: call get_intent. Use a new purpose for another action only.',
    );
  });

  it('are those of the error catalogue for other codes', () => {
    expect(refusal('agent_intent_invalid', 'The intent is not valid.')).toMatch(/\nChange the request first\.$/);
  });

  it.each([
    ['q', 'Change query: No.', 'Change the request first.'],
    ['intent_id', 'Change intent_id: No.', 'Change the request first.'],
    ['baseUrl', 'Change PRESAGE_URL: No.', 'Only the operator of the MCP server can change this setting.'],
  ])('name the argument or the setting for %s', (argument, message, remedy) => {
    const text = refusal('argument_invalid', `Change ${argument}: No.`, { status: null, error: { argument } });
    expect(text).toBe(`argument_invalid: ${message}\n${remedy}`);
  });

  it('name the arguments of a tool in the details', () => {
    const details = ['market_id is required', 'policy_metadata.max_trade_amount must be positive'];
    const text = refusal('agent_intent_invalid', 'The intent is not valid.', { error: { details } });
    expect(text).toContain('\nmarket_name is required\nmax_trade_amount must be positive\n');
  });

  it('replace those of a failed execution', () => {
    const error_message =
      'The market is not closed. Confirm and execute the intent again after the close time: closes_at of GET /markets?market_contract_address={address}.';
    expect(withRemedy({ error_message, failure_reason: 'too_early' }).error_message).toBe(
      'The market is not closed. Call execute_intent again after the close time: get_market shows closes_at.',
    );
    const other = { error_message: 'No.', failure_reason: null };
    expect(withRemedy(other)).toBe(other);
  });

  it('replace a route in a check, and nothing else', () => {
    const message = 'Execution needs a registered agent wallet. POST /agent/wallets registers one.';
    const check = { code: 'agent_wallet_missing', message };
    expect(checkWithRemedy(check).message).toBe('Execution needs a registered agent wallet. Call setup_agent.');
    const limit = { code: 'agent_policy_violation', message: 'The stake is above 5.' };
    expect(checkWithRemedy(limit)).toBe(limit);
  });
});
