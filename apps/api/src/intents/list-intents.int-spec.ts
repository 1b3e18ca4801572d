import { newId } from '@app/common';
import { intentBody, newAgent } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

describe('GET /agent/intents', () => {
  let api: AgentsApi;
  const agent = newAgent();
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    api = await AgentsApi.start();
    const keys = { a: { client_request_id: 'k-1' }, b: { source_client: 'cli', client_request_id: 'k-1' }, c: {} };
    for (const [name, fields] of Object.entries(keys)) {
      const { body } = await api.post('/agent/intents', intentBody(agent, 'claim_payout', fields));
      ids[name] = body.intent.intent_id;
    }
    await api.post(`/agent/intents/${ids['c']}/confirm`);
    await api.post('/agent/intents', intentBody(newAgent(), 'claim_payout', { client_request_id: 'k-1' }));
  });
  afterAll(() => api.stop());

  const list = (query: string): Promise<Answer> => api.get(`/agent/intents?agent_id=${agent}${query}`);
  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const listNames = ({ body }: Answer): string[] =>
    body.intents.map(({ intent_id }) => Object.keys(ids).find((name) => ids[name] === intent_id) ?? intent_id);

  it.each([
    ['', ['c', 'b', 'a']],
    ['&status=preview', ['b', 'a']],
    ['&status=confirmed', ['c']],
    ['&status=executed', []],
    ['&client_request_id=k-1', ['b', 'a']],
    ['&client_request_id=k-1&source_client=cli', ['b']],
    ['&client_request_id=k-1&source_client=', ['a']],
    ['&source_client=cli&status=confirmed', []],
    ['&source_client=cli', ['b']],
    ['&source_client=cli&status=preview', ['b']],
    ['&source_client=&status=preview', ['a']],
    ['&source_client=absent', []],
    ['&client_request_id=K-1', []],
  ])('200 with the intents of the agent for %j, newest first', async (query, names) => {
    const answer = await list(query);
    expect([answer.status, listNames(answer), answer.body.next_cursor]).toEqual([200, names, null]);
  });

  it('200 with the intents as they are read one by one', async () => {
    const { body } = await list('&status=confirmed');
    const one = await api.get(`/agent/intents/${ids['c']}`);
    expect(body.intents).toEqual([one.body.intent]);
  });

  it('200 in pages', async () => {
    const first = await list('&limit=2');
    const second = await list(`&limit=2&cursor=${first.body.next_cursor}`);
    expect([listNames(first), listNames(second), second.body.next_cursor]).toEqual([['c', 'b'], ['a'], null]);
  });

  it('200 in pages of a filter', async () => {
    const first = await list('&status=preview&limit=1');
    const second = await list(`&status=preview&limit=1&cursor=${first.body.next_cursor}`);
    expect([listNames(first), listNames(second), second.body.next_cursor]).toEqual([['b'], ['a'], null]);
  });

  it.each(['status=executed', 'status=failed', 'source_client=cli'])(
    '200 with each intent once for %s, also of equal times, over pages',
    async (filter) => {
      const other = newAgent();
      const fields = { source_client: 'cli' };
      const created = await Promise.all(
        [1, 2, 3].map(() => api.post('/agent/intents', intentBody(other, 'claim_payout', fields))),
      );
      await api.database.query(`UPDATE agent_intents SET created_at = '2026-01-01Z', status = $2 WHERE agent_id = $1`, [
        other,
        filter.endsWith('failed') ? 'failed' : 'executed',
      ]);
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const suffix: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { body }: Answer = await api.get(`/agent/intents?agent_id=${other}&${filter}&limit=1${suffix}`);
        seen.push(...body.intents.map(({ intent_id }) => intent_id));
        cursor = body.next_cursor;
      }
      expect(seen).toEqual(
        created
          .map(({ body }) => body.intent.intent_id)
          .toSorted()
          .toReversed(),
      );
    },
  );

  it('200 with an empty page for an unknown agent', async () => {
    const { status, body } = await api.get(`/agent/intents?agent_id=${newAgent()}`);
    expect([status, body]).toEqual([200, { intents: [], next_cursor: null }]);
  });

  it.each(['', '?agent_id=agent_test', '?status=preview', `?agent_id=${agent}&agent_id=${agent}`])(
    '400 agent_id_invalid for %j',
    async (query) => {
      expect(code(await api.get(`/agent/intents${query}`))).toBe('400 agent_id_invalid');
    },
  );

  it.each(['&status=done', '&limit=0', '&page=2', `&intent_id=${newId('agent_intent')}`, '&source_client=%00'])(
    '400 invalid_query for %s',
    async (query) => {
      expect(code(await list(query))).toBe('400 invalid_query');
    },
  );

  it('400 invalid_query for a cursor of another filter', async () => {
    const { body } = await list('&limit=1');
    expect(code(await list(`&limit=1&status=preview&cursor=${body.next_cursor}`))).toBe('400 invalid_query');
  });
});
