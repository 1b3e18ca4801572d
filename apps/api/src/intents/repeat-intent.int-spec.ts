import { jest } from '@jest/globals';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import { intentBody, MARKET, newAgent, randomAddress } from '../../../../test/agents/requests.js';

describe('a repeated POST /agent/intents', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  beforeEach(() => {
    api.marketReader.failure = null;
    api.marketReader.markets.set(MARKET.toLowerCase(), {
      creator: randomAddress(),
      resolver: randomAddress(),
      name: 'rain-in-lisbon',
    });
  });
  afterAll(() => api.stop());

  const create = (body: unknown): Promise<Answer> => api.post('/agent/intents', body);
  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const readRows = async (agentId: string): Promise<number> => {
    const rows = await api.database.query('SELECT id FROM agent_intents WHERE agent_id = $1', [agentId]);
    return rows.length;
  };

  const KEY = { source_client: 'cli', client_request_id: 'same' };

  it('200 on a repeat, with the current intent, whatever has changed since', async () => {
    const agent = newAgent();
    const first = await create(intentBody(agent, 'buy_yes', KEY));
    await api.post(`/agent/intents/${first.body.intent.intent_id}/confirm`);
    await api.register(agent, { allowed_actions: ['claim_payout'], policy_metadata: { max_trade_amount: '1' } });
    const again = await create(intentBody(agent, 'buy_yes', KEY));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.intent).toMatchObject({ intent_id: first.body.intent.intent_id, status: 'confirmed' });
  });

  it('200 on a repeated create_market whose close time has passed', async () => {
    const agent = newAgent();
    const close = { ...KEY, close_timestamp: '2100-01-01T00:00:00Z' };
    const first = await create(intentBody(agent, 'create_market', close));
    const clock = jest.spyOn(api.clock, 'now').mockReturnValue(new Date('2100-01-02T00:00:00Z'));
    const again = await create(intentBody(agent, 'create_market', close));
    const other = await create(intentBody(agent, 'create_market', { ...close, client_request_id: 'other' }));
    clock.mockRestore();
    expect([first.status, again.status, code(other)]).toEqual([201, 200, '400 agent_intent_invalid']);
  });

  it('compares normalised fields', async () => {
    const agent = newAgent();
    const first = await create(intentBody(agent, 'buy_yes', { ...KEY, amount: '10' }));
    const again = await create(
      intentBody(agent, 'buy_yes', {
        ...KEY,
        amount: '10.000',
        market_contract_address: MARKET.toLowerCase(),
        outcome: 'ignored',
      }),
    );
    expect(again.status).toBe(200);
    expect(again.body.intent.intent_id).toBe(first.body.intent.intent_id);
  });

  it('compares timestamps by instant', async () => {
    const agent = newAgent();
    await create(intentBody(agent, 'create_market', { ...KEY, close_timestamp: '2100-01-02T03:04:05Z' }));
    const again = intentBody(agent, 'create_market', { ...KEY, close_timestamp: '4102542245' });
    expect((await create(again)).status).toBe(200);
  });

  it('409 agent_intent_conflict for a different request with the same key', async () => {
    const agent = newAgent();
    const { body: first } = await create(intentBody(agent, 'buy_yes', KEY));
    const { intent_id } = first.intent;
    const other = await create(intentBody(agent, 'buy_yes', { ...KEY, amount: '11' }));
    expect(code(other)).toBe('409 agent_intent_conflict');
    expect(other.body.error.intent_id).toBe(intent_id);
    expect(other.headers.get('location')).toBe(`/agent/intents/${intent_id}`);
    expect(code(await create(intentBody(agent, 'buy_no', KEY)))).toBe('409 agent_intent_conflict');
    expect(await readRows(agent)).toBe(1);
  });

  it('410 agent_intent_archived once its intent is archived', async () => {
    const agent = newAgent();
    const body = intentBody(agent, 'buy_yes', KEY);
    const { body: created } = await create(body);
    await api.database.query(
      `WITH archive AS (INSERT INTO archives (month, ended_before, run_id)
         VALUES ('2026-03-01', '2026-04-01Z', gen_random_uuid()) RETURNING id)
       INSERT INTO archived_executions (execution_id, archive_id, lane_id, ref, record_hash, key_hash)
       SELECT gen_random_uuid(), archive.id, gen_random_uuid(), 'ref', 'hash',
         intent_key_hash(i.agent_id, i.source_client, i.client_request_id)
       FROM archive, agent_intents AS i WHERE i.id = $1`,
      [created.intent.intent_id],
    );
    expect(await create(body)).toMatchObject({ status: 200 });
    await api.database.query('DELETE FROM agent_intents WHERE id = $1', [created.intent.intent_id]);
    expect(code(await create(body))).toBe('410 agent_intent_archived');
    expect(await create({ ...body, client_request_id: 'another' })).toMatchObject({ status: 201 });
    expect(await readRows(agent)).toBe(1);
  });

  it('uses client_request_id without source_client as a key, but not the reverse', async () => {
    const agent = newAgent();
    const alone = intentBody(agent, 'claim_payout', { client_request_id: 'alone' });
    expect([(await create(alone)).status, (await create({ ...alone, source_client: '' })).status]).toEqual([201, 200]);
    expect((await create({ ...alone, source_client: 'cli' })).status).toBe(201);
    const none = intentBody(agent, 'claim_payout', { source_client: 'cli' });
    expect([(await create(none)).status, (await create(none)).status]).toEqual([201, 201]);
  });

  it('scopes keys to the agent', async () => {
    const [first, second] = await Promise.all(
      [newAgent(), newAgent()].map((agent) => create(intentBody(agent, 'buy_yes', KEY))),
    );
    expect([first?.status, second?.status]).toEqual([201, 201]);
  });

  it('creates one intent for 64 simultaneous identical requests', async () => {
    const agent = newAgent();
    const answers = await Promise.all(Array.from({ length: 64 }, () => create(intentBody(agent, 'buy_yes', KEY))));
    expect(new Set(answers.map(({ body }) => body.intent.intent_id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(63).fill(200), 201]);
    expect(await readRows(agent)).toBe(1);
  });

  it('creates one intent for 16 simultaneous different requests', async () => {
    const agent = newAgent();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        create(intentBody(agent, 'buy_yes', { ...KEY, amount: String(index + 1) })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(15).fill(409)]);
  });
});
