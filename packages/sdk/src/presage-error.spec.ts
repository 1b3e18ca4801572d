import { REMEDY_OF_FAILURE } from './generated/error-advice.js';
import { extractCause, PresageError } from './presage-error.js';

describe('PresageError', () => {
  it('has the details in its message', () => {
    const details = ['amount is required', 'min_mutliple is unknown'];
    const fields = { code: 'agent_intent_invalid', message: 'The intent is not valid.', status: 400 };
    const error = new PresageError({ ...fields, error: { details } });
    expect(error.message).toBe('The intent is not valid. amount is required; min_mutliple is unknown');
    expect(error).toMatchObject({ summary: 'The intent is not valid.', details });
    expect(new PresageError(fields)).toMatchObject({ message: fields.message, summary: fields.message, details: [] });
  });

  it('offers no retry of a failure that is final', () => {
    const fields = { code: 'agent_execution_failed', message: 'No.', status: 502 };
    const nextActions = (failure_reason: string) =>
      new PresageError({ ...fields, error: { failure_reason } }).nextActions;
    expect(nextActions('already_claimed')).toEqual([REMEDY_OF_FAILURE['already_claimed']]);
    expect(nextActions('insufficient_gas')).toEqual([expect.stringContaining('execute the same intent again')]);
  });
});

describe('extractCause', () => {
  it.each([
    ['This agent has no wallet. POST /agent/wallets registers one.', 'This agent has no wallet.'],
    [
      'There is no intent with this id. Ids of intents begin with agent_intent_; GET /agent/intents lists them.',
      'There is no intent with this id. Ids of intents begin with agent_intent_.',
    ],
    [
      'The owner must approve this intent: POST /agent/intents/{intent_id}/approve with the passcode of the e-mail.',
      'The owner must approve this intent.',
    ],
    ['GET /markets lists the markets.', 'GET /markets lists the markets.'],
    ['The stake is above 5.', 'The stake is above 5.'],
    ['Nothing listens on http://127.0.0.1:4000', 'Nothing listens on http://127.0.0.1:4000'],
  ])('returns %j as %j', (message, cause) => {
    expect(extractCause(message)).toBe(cause);
  });

  it.each(Object.entries(REMEDY_OF_FAILURE))('drops the remedy of %s', (reason, remedy) => {
    expect(extractCause(`The contract refuses it. ${remedy}`, reason)).toBe('The contract refuses it.');
  });

  it('drops a remedy that this version does not know if it has a route', () => {
    expect(extractCause('The contract refuses it. GET /markets shows why.', 'new_reason')).toBe(
      'The contract refuses it.',
    );
  });
});
