import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/agents.md');

type Reply = { status: number; body: object } | 'no answer';
type Execute = (api: string, intentId: string) => Promise<object>;

const executions = (...statuses: string[]): Reply => ({
  status: 200,
  body: { executions: statuses.map((status) => ({ status })) },
});
const NOT_CONFIRMED = { error: { code: 'agent_intent_not_confirmed' } };
const EXECUTED = { execution: { status: 'executed' } };

/** Runs the guide's loop against these replies. @returns its result and the requests it sent */
async function run(...replies: Reply[]): Promise<{ result: object; sent: string[] }> {
  const code = /```js\n([^]*?)```/.exec(readFileSync(GUIDE, 'utf8'))?.[1] ?? '';
  const sent: string[] = [];
  const fetch = (url: string, { method = 'GET' } = {}): Promise<object> => {
    sent.push(`${method} ${url.replace('http://api/agent/intents/i', '')}`);
    const reply = replies.shift();
    if (reply === undefined) throw new Error('more requests than replies');
    if (reply === 'no answer') return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve({ status: reply.status, json: () => Promise.resolve(reply.body) });
  };
  const context = { fetch, setTimeout: (done: () => void) => setImmediate(done) };
  const execute = runInNewContext(`${code}; execute`, context) as Execute;
  const result = await execute('http://api', 'i');
  expect(replies).toEqual([]);
  return { result, sent };
}

describe('the execution loop of the agents guide', () => {
  it('returns a final answer', async () => {
    expect((await run({ status: 200, body: EXECUTED })).result).toEqual(EXECUTED);
    const refused = { error: { code: 'agent_policy_violation' } };
    for (const status of [403, 501]) expect((await run({ status, body: refused })).result).toEqual(refused);
  });

  it('repeats an execute that was not answered and reads the result of the first one', async () => {
    const { result, sent } = await run(
      'no answer',
      'no answer',
      { status: 409, body: NOT_CONFIRMED },
      executions('executed'),
    );
    expect(result).toEqual(EXECUTED);
    expect(sent).toEqual(['POST /execute', 'GET /executions', 'POST /execute', 'GET /executions']);
  });

  it('waits while an execution is in progress or unknown', async () => {
    const busy: Reply = { status: 409, body: NOT_CONFIRMED };
    const accepted: Reply = { status: 202, body: {} };
    const { result } = await run(
      accepted,
      executions('queued'),
      busy,
      executions('unknown'),
      busy,
      executions('executed'),
    );
    expect(result).toEqual(EXECUTED);
  });

  it('returns a failed execution record without a retry', async () => {
    const { result } = await run({ status: 502, body: {} }, executions('failed'));
    expect(result).toEqual({ execution: { status: 'failed' } });
  });

  it('ends if the intent is not confirmed', async () => {
    expect((await run({ status: 409, body: NOT_CONFIRMED }, executions())).result).toEqual(NOT_CONFIRMED);
  });

  it('retries while the API is overloaded', async () => {
    const late: Reply = { status: 503, body: { error: { code: 'overloaded' } } };
    expect((await run(late, 'no answer', late, executions(), { status: 200, body: EXECUTED })).result).toEqual(
      EXECUTED,
    );
  });
});
