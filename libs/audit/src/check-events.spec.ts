import { checkEvents } from './check-events.js';
import type { StoredExecution } from './records.js';

function checkErrors(reason: string | null, errorMessage: string | null): string[] {
  const errorCode = reason === null ? null : 'agent_execution_failed';
  const status = reason === null ? 'executed' : 'failed';
  const events = ['execution.queued', `execution.${status}`].map((type) => ({
    ...{ type, atMs: 0, data: JSON.stringify({ error_code: errorCode }) },
  }));
  const step = { kind: 'main', body: null, deadlineMs: null, armedAtMs: null, hashes: [], failureReason: reason };
  const execution = {
    ...{ id: 'agent_execution_1', intentId: 'agent_intent_1', action: 'buy_yes', createdMs: 0, completedMs: 0 },
    ...{ status, retrySafe: reason !== null, steps: [step], readback: null, errorCode, errorMessage, events },
  } as unknown as StoredExecution;
  const details: string[] = [];
  checkEvents(execution, (code, _subject, detail) => void (code === 'error_differs' && details.push(detail)));
  return details;
}

describe('the error text of an execution', () => {
  it.each([
    ['policy_changed', 'The wallet policy changed before the action was sent.'],
    [null, null],
  ])('for %s may be %j', (reason, text) => {
    expect(checkErrors(reason, text)).toEqual([]);
  });

  it.each([
    ['policy_changed', 'The wallet was disabled before the action was sent.'],
    ['policy_changed', null],
    [null, 'The wallet policy changed before the action was sent.'],
  ])('for %s may not be %j', (reason, text) => {
    expect(checkErrors(reason, text)).toEqual(['the error text is not that of the failure']);
  });
});
