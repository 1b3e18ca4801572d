import { randomUUID } from 'node:crypto';
import { computeQuote } from '@app/chain';
import { type Check, failed, passed, unknown } from '@app/engine';
import { intentBody, MARKET, newAgent } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import { acceptExecution } from '../../../../libs/intents/src/executions/accept-execution.js';

const CHECKS = [passed('contract'), passed('simulation'), passed('gas'), passed('balance')];
const FEE = {
  ...{ gasLimit: 200_000, maxFeePerGas: '10000000000', maxCost: '0.002', estimatedCost: '0.001' },
  ...{ nativeBalance: '1', executionsLeft: 500, sponsored: false, asOfBlock: 7 },
};
const STAKE = { outcome: 'YES', amountBaseUnits: 10_000_000n } as const;
const QUOTE = {
  ...computeQuote({ pools: { yesBaseUnits: 10_000_000n, noBaseUnits: 10_000_000n }, ...STAKE, decimals: 6 }),
  ...{ marketContractAddress: MARKET.toLowerCase(), asOfBlock: 7 },
};

describe('POST /agent/actions', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start({ LANES_BEHIND_S: 3_600 }); // no worker executes what is accepted here
    await api.database.query(
      `INSERT INTO worker_heartbeats (worker_id, expires_at, pays_gas) VALUES ($1, 'infinity', false)`,
      [randomUUID()],
    );
    api.engine.onAccept = async ({ intentId, requestId }) => {
      const acceptance = { intentId, requestId, executionEnabled: true, maxQueued: 100 };
      return (await acceptExecution(api.database, acceptance)).id;
    };
  });
  beforeEach(() => {
    api.preview.preview = { isApproved: false, checks: CHECKS, quote: null, fee: FEE };
  });
  afterAll(() => api.stop());

  const KEY = { source_client: 'test', client_request_id: 'bet 1' };
  const act = (agentId: string, fields: object = {}): Promise<Answer> =>
    api.post('/agent/actions', intentBody(agentId, 'buy_yes', { ...KEY, ...fields }), { prefer: 'wait=0' });
  const registered = async (limits: object = {}): Promise<string> => {
    const agentId = newAgent();
    await api.register(agentId, { policy_metadata: limits });
    return agentId;
  };
  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const intents = async (agentId: string): Promise<string[]> => {
    const { body } = await api.get(`/agent/intents?agent_id=${agentId}`);
    return body.intents.map(({ status, executions_count: count }) => `${status} ${String(count)}`);
  };
  const events = async (agentId: string): Promise<string[]> => {
    const text = `SELECT type FROM logged_events WHERE log = 'agent:' || $1 ORDER BY seq`;
    const rows = await api.database.query<{ type: string }>(text, [agentId]);
    return rows.map(({ type }) => type).filter((type) => !type.startsWith('wallet.'));
  };
  const end = async (intentId: string, status: 'executed' | 'failed'): Promise<void> => {
    await api.database.query(
      `WITH intent AS (UPDATE agent_intents SET status = $2, updated_at = now(),
           executed_at = CASE $2 WHEN 'executed' THEN now() END WHERE id = $1 RETURNING id)
       UPDATE executions SET status = $2, completed_at = now(), updated_at = now(), retry_safe = $2 = 'failed'
       FROM intent WHERE intent_id = intent.id`,
      [intentId, status],
    );
  };

  it('202 with intent, plan and execution, stored and logged as by the three calls', async () => {
    const [agentId, other] = [await registered({ daily_limit: '50' }), await registered({ daily_limit: '50' })];
    const answer = await act(agentId);
    const { intent, execution_plan: plan, execution } = answer.body;
    const location = `/agent/intents/${intent.intent_id}/executions`;
    expect([answer.status, answer.headers.get('location'), answer.headers.get('retry-after')]).toEqual([
      ...[202, location, '2'],
    ]);
    expect(execution).toMatchObject({ intent_id: intent.intent_id, attempt: 1, status: 'queued' });
    expect(intent).toEqual((await api.get(`/agent/intents/${intent.intent_id}`)).body.intent);

    const { body } = await api.post('/agent/intents', intentBody(other, 'buy_yes', KEY));
    const confirmed = await api.post(`/agent/intents/${body.intent.intent_id}/confirm`);
    await api.post(`/agent/intents/${body.intent.intent_id}/execute`, undefined, { prefer: 'wait=0' });
    const { approval, transaction_request: call } = confirmed.body.execution_plan;
    expect(plan).toMatchObject({ approval, transaction_request: { ...call, ref: expect.any(String) as unknown } });
    expect(plan.intent_id).toBe(intent.intent_id);
    expect(await events(agentId)).toEqual(await events(other));
    expect(await events(agentId)).toEqual([
      ...['intent.previewed', 'intent.confirmed', 'execution.queued', 'budget.reserved'],
    ]);
    const history = async (id: string): Promise<unknown> => {
      const { executions } = (await api.get(`/agent/intents/${id}/executions`)).body;
      return executions.map(({ steps, status, waiting_for: waitingFor }) => ({ steps, status, waitingFor }));
    };
    expect(await history(intent.intent_id)).toEqual(await history(body.intent.intent_id));
  });

  it('accepts one of equal requests at once, and all find it', async () => {
    const agentId = await registered();
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(agentId)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(new Set(answers.map(({ body }) => body.execution.execution_id)).size).toBe(1);
    expect(await intents(agentId)).toEqual(['executing 1']);
  });

  it('accepts one of different requests under one key at once, and the others are 409 agent_intent_conflict', async () => {
    const agentId = await registered();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => act(agentId, { amount: `${index + 1}` })),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 202);
    expect(others.map(code)).toEqual(others.map(() => '409 agent_intent_conflict'));
    expect(new Set(others.map(({ body }) => body.error.intent_id))).toEqual(
      new Set(accepted.map(({ body }) => body.intent.intent_id)),
    );
    expect(await intents(agentId)).toEqual(['executing 1']);
  });

  it('200 for a repeat once it is executed, with the state that a read shows', async () => {
    const agentId = await registered();
    const { intent_id: id } = (await act(agentId)).body.intent;
    await end(id, 'executed');
    api.preview.preview = {
      isApproved: false,
      checks: [failed('balance', { code: 'agent_execution_failed', message: 'x' })],
      quote: null,
    };
    const { status, body } = await act(agentId);
    expect(status).toBe(200);
    expect(body.execution).toMatchObject({ intent_id: id, status: 'executed' });
    expect(body.intent).toEqual((await api.get(`/agent/intents/${id}`)).body.intent);
    expect(await intents(agentId)).toEqual(['executed 1']);
  });

  it('answers a repeat of a failure as execute did, and accepts another attempt once it is confirmed', async () => {
    const agentId = await registered();
    const { intent_id: id } = (await act(agentId)).body.intent;
    await end(id, 'failed');
    const answer = await act(agentId);
    expect(code(answer)).toBe('502 agent_execution_failed');
    expect(answer.body.error).toMatchObject({ intent_id: id, execution_status: 'failed' });
    expect(answer.headers.get('location')).toBe(`/agent/intents/${id}/executions`);
    expect(await intents(agentId)).toEqual(['failed 1']);
    await api.post(`/agent/intents/${id}/confirm`);
    expect((await act(agentId)).body.execution).toMatchObject({ intent_id: id, attempt: 2 });
  });

  it('409 for a repeat of a cancelled one', async () => {
    const agentId = await registered();
    api.preview.preview = {
      isApproved: false,
      checks: [unknown('simulation', 'The chain could not be read.')],
      quote: null,
    };
    const { intent_id: id } = (await act(agentId)).body.error;
    await api.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`, [id ?? '']);
    const answer = await act(agentId);
    expect(code(answer)).toBe('409 agent_intent_not_confirmed');
    expect(answer.body.error).toMatchObject({ intent_id: id, intent_status: 'cancelled' });
  });

  it.each<[string, Check]>([
    ['fails', failed('balance', { code: 'agent_execution_failed', message: 'The balance is too small.' })],
    ['is unknown', unknown('balance', 'The balance is too small.')],
  ])('409 agent_action_refused when a check of the chain %s, now and again', async (name, check) => {
    const agentId = await registered();
    api.preview.preview = { isApproved: false, checks: [...CHECKS.slice(0, 3), check], quote: null };
    const first = await act(agentId);
    expect(code(first)).toBe('409 agent_action_refused');
    expect(first.body.error.details).toEqual([`balance ${name}: The balance is too small.`]);
    const { intent } = first.body.error;
    expect(intent).toEqual((await api.get(`/agent/intents/${intent?.intent_id}`)).body.intent);
    expect(first.headers.get('location')).toBe(`/agent/intents/${intent?.intent_id}`);

    api.preview.preview = { isApproved: false, checks: CHECKS, quote: null };
    const again = await act(agentId);
    expect(again.body.error).toEqual(first.body.error);
    expect(await intents(agentId)).toEqual(['preview 0']);
    expect(await events(agentId)).toEqual(['intent.previewed']);

    await api.post(`/agent/intents/${intent?.intent_id}/confirm`);
    expect((await act(agentId)).status).toBe(202);
  });

  it.each([
    [{ min_multiple: '1.500001' }, ['expect.min_multiple is missed: the quote is 1.5']],
    [{ max_fee: '0.00199' }, ['expect.max_fee is missed: the gas costs up to 0.002']],
    [{ min_multiple: '1.5', max_fee: '0.002' }, null],
    [{ min_multiple: null, max_fee: '1' }, null],
  ])('compares the preview with expect %j', async (expected, details) => {
    api.preview.preview = { isApproved: false, checks: CHECKS, quote: QUOTE, fee: FEE };
    const agentId = await registered();
    const { status, body } = await act(agentId, { expect: expected });
    expect([status, body.error?.details ?? null]).toEqual([details === null ? 202 : 409, details]);
  });

  it('misses what cannot be read', async () => {
    api.preview.preview = { isApproved: false, checks: CHECKS, quote: null };
    const { body } = await act(await registered(), { expect: { min_multiple: '1', max_fee: '1' } });
    expect(body.error.details).toEqual([
      'expect.min_multiple is missed: the quote is unknown',
      'expect.max_fee is missed: the gas costs up to an unknown amount',
    ]);
  });

  it('stores a confirmed intent when acceptance refuses it, and accepts it on a repeat when the rules permit', async () => {
    const agentId = await registered({ approval_above: '5' });
    const own = `UPDATE agent_wallets SET owner_email = 'owner@example.com', email_verified_at = now() WHERE agent_id = $1`;
    await api.database.query(own, [agentId]);
    const refused = await act(agentId);
    expect(code(refused)).toBe('403 agent_approval_required');
    expect(await intents(agentId)).toEqual(['confirmed 0']);
    expect(code(await act(agentId))).toBe('403 agent_approval_required');
    const { intent_id: id = '' } = refused.body.error;
    await api.database.query('UPDATE agent_intents SET approved_at = now() WHERE id = $1', [id]);
    expect((await act(agentId)).body.execution).toMatchObject({ intent_id: id, status: 'queued' });
    expect(await events(agentId)).toEqual(['intent.previewed', 'intent.confirmed', 'execution.queued']);
  });

  it('names the exceeded budget, logs it, and accepts the same request when there is headroom', async () => {
    const agentId = await registered({ daily_limit: '15' });
    const first = (await act(agentId)).body.intent.intent_id;
    const refused = await act(agentId, { client_request_id: 'bet 2' });
    expect(code(refused)).toBe('403 agent_policy_violation');
    expect(refused.body.error).toMatchObject({ budget: { rule: 'daily_limit', headroom: '5' } });
    expect(await events(agentId)).toContain('budget.refused');
    await end(first, 'failed');
    expect((await act(agentId, { client_request_id: 'bet 2' })).status).toBe(202);
  });

  it('takes up a preview that nothing refuses', async () => {
    const agentId = await registered();
    const { body } = await api.post('/agent/intents', intentBody(agentId, 'buy_yes', KEY));
    const answers = await Promise.all(Array.from({ length: 5 }, () => act(agentId)));
    const { intent_id: id } = body.intent;
    expect(answers.map(({ status, body: { execution } }) => [status, execution['intent_id']])).toEqual(
      answers.map(() => [202, id]),
    );
    expect(await intents(agentId)).toEqual(['executing 1']);
  });

  it('403 for a paused action, with the confirmed intent', async () => {
    const agentId = await registered();
    await api.database.query('UPDATE agent_wallets SET paused = true WHERE agent_id = $1', [agentId]);
    expect((await act(agentId)).body.error).toMatchObject({ code: 'agent_policy_violation', paused: true });
    expect(await intents(agentId)).toEqual(['confirmed 0']);
  });

  it.each([
    ['400 agent_wallet_missing', null],
    ['409 agent_wallet_status_invalid', { status: 'disabled' }],
    ['409 agent_wallet_chain_invalid', { chain: 'CHAIN-ELSEWHERE' }],
    ['403 agent_action_forbidden', { allowed_actions: ['buy_no'] }],
    ['403 agent_policy_violation', { policy_metadata: { max_trade_amount: '9' } }],
  ])('%s stores nothing', async (expected, wallet) => {
    const agentId = newAgent();
    if (wallet !== null) await api.register(agentId, wallet);
    expect(code(await act(agentId))).toBe(expected);
    expect(await intents(agentId)).toEqual([]);
  });

  it.each<[object, string]>([
    [{ client_request_id: undefined }, 'client_request_id is required'],
    [{ client_request_id: ' ' }, 'client_request_id is required'],
    [{ expect: 'x' }, 'expect must be an object'],
    [{ expect: { min_multiple: 1 } }, 'expect.min_multiple must be a decimal string'],
    [{ expect: { min_multipel: '1' } }, 'expect.min_multipel is unknown; known fields are min_multiple, max_fee'],
    [{ amount: '0' }, 'amount must be greater than 0'],
  ])('400 agent_intent_invalid for %j', async (fields, detail) => {
    const answer = await act(await registered(), fields);
    expect(code(answer)).toBe('400 agent_intent_invalid');
    expect(answer.body.error.details?.[0]).toContain(detail);
  });

  it('410 agent_intent_archived for the key of an archived intent', async () => {
    const agentId = await registered();
    await api.database.query(
      `WITH archive AS (INSERT INTO archives (month, ended_before, run_id)
         VALUES ('2026-03-01', '2026-04-01Z', gen_random_uuid()) RETURNING id)
       INSERT INTO archived_executions (execution_id, archive_id, lane_id, ref, record_hash, key_hash)
       SELECT gen_random_uuid(), archive.id, gen_random_uuid(), 'ref', 'hash', intent_key_hash($1, $2, $3) FROM archive`,
      [agentId, KEY.source_client, KEY.client_request_id],
    );
    expect(code(await act(agentId))).toBe('410 agent_intent_archived');
    expect(await intents(agentId)).toEqual([]);
  });
});
