import { type Action, AppError, newId } from '@app/common';
import { type ExecutionStatus, FAILURE_REMEDIES } from '@app/engine';
import { type ExecutionFields, recordExecution } from '../../../../test/agents/executions.js';
import { intentBody, MARKET, matching, newAgent } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

const HASH = `0x${'ab'.repeat(32)}`;

describe('executions', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  afterAll(() => api.stop());

  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const execute = (id: string, headers: Record<string, string> = {}): Promise<Answer> =>
    api.post(`/agent/intents/${id}/execute`, undefined, headers);
  const preview = async (action: Action, agent = newAgent()): Promise<string> => {
    await api.register(agent);
    const { body } = await api.post('/agent/intents', intentBody(agent, action));
    return body.intent.intent_id;
  };
  /** Creates an intent whose execution gets these fields at once. */
  const executedAs = async (action: Action, fields: ExecutionFields): Promise<string> => {
    const id = await preview(action);
    api.engine.onAccept = () => recordExecution(api.database, id, fields);
    return id;
  };

  describe('POST /agent/intents/{intent_id}/execute', () => {
    it('200 with the finished execution', async () => {
      const id = await executedAs('buy_yes', {
        transactionHash: HASH,
        approveTransactionHash: HASH,
        readback: { yes_positions: '10000000', total_yes: '10000000', total_collateral: '10000000' },
        retrySafe: false,
      });
      const { status, body } = await execute(id);
      expect(status).toBe(200);
      expect(body.execution).toEqual({
        id: body.execution.execution_id,
        type: 'execution',
        execution_id: matching(/^agent_execution_[0-9a-f]{32}$/),
        intent_id: id,
        agent_id: matching(/^agent_/),
        agent_wallet_address: matching(/^0x[0-9a-fA-F]{40}$/),
        action: 'buy_yes',
        attempt: 1,
        status: 'executed',
        execution_mode: 'provider_developer_wallet_api',
        network: 'CHAIN-TESTNET',
        broadcast_performed: true,
        approve_transaction_hash: HASH,
        transaction_hash: HASH,
        market_id: 'rain-in-lisbon',
        core_market_id: null,
        market_contract_address: MARKET,
        amount: '10',
        outcome: null,
        readback: { yes_positions: '10000000', total_yes: '10000000', total_collateral: '10000000' },
        error_code: null,
        failure_reason: null,
        error_message: null,
        retry_safe: false,
        waiting_for: null,
        trace_id: null,
        created_at: matching(/Z$/),
        updated_at: matching(/Z$/),
        completed_at: matching(/Z$/),
      });
    });

    it('shows approve_transaction_hash for buys only', async () => {
      const { body } = await execute(await executedAs('claim_payout', { transactionHash: HASH }));
      expect(body.execution).not.toHaveProperty('approve_transaction_hash');
    });

    it('shows the contract of a created market in the intent, once it is executed', async () => {
      for (const [status, address] of [
        ['failed', null],
        ['executed', MARKET],
      ] as const) {
        const id = await executedAs('create_market', { status, marketContractAddress: MARKET.toLowerCase() });
        const read = async () => (await api.get(`/agent/intents/${id}`)).body.intent.market_contract_address;
        expect(await read()).toBeNull();
        await execute(id);
        expect(await read()).toBe(address);
      }
    });

    it('passes the request id on and waits for EXECUTE_WAIT_MS', async () => {
      const id = await executedAs('claim_payout', {});
      await execute(id, { 'x-request-id': 'from-the-client' });
      expect(api.engine.accepted.at(-1)).toEqual({ intentId: id, requestId: 'from-the-client' });
      expect(api.engine.waitsMs.at(-1)).toBe(30_000);
    });

    it.each([
      ['respond-async', 0],
      ['wait=3', 3_000],
      ['wait=600', 60_000],
      ['respond-async, wait=2', 2_000],
      ['nonsense', 30_000],
    ])('with Prefer: %s waits %d ms', async (prefer, waitMs) => {
      await execute(await executedAs('claim_payout', {}), { prefer });
      expect(api.engine.waitsMs.at(-1)).toBe(waitMs);
    });

    it.each<ExecutionStatus>(['queued', 'submitting', 'broadcast', 'unknown'])(
      '202 with the execution as it stands when it is still %s',
      async (status) => {
        const id = await executedAs('claim_payout', { status, retrySafe: false });
        const answer = await execute(id, { prefer: 'respond-async' });
        expect(answer.status).toBe(202);
        expect(answer.body.execution).toMatchObject({ status, completed_at: null, retry_safe: false });
        expect(answer.headers.get('location')).toBe(`/agent/intents/${id}/executions`);
        expect(answer.headers.get('retry-after')).toBe('2');
      },
    );

    it('502 agent_execution_failed, sanitised, with the Location of the record', async () => {
      const id = await executedAs('claim_payout', {
        status: 'failed',
        errorCode: 'agent_execution_failed',
        errorMessage: 'Nothing is left to claim.',
        failure: 'nothing_to_claim',
        retrySafe: true,
      });
      const message = `Nothing is left to claim. ${FAILURE_REMEDIES.nothing_to_claim}`;
      const answer = await execute(id);
      expect(answer.status).toBe(502);
      expect(answer.body).toEqual({
        error: {
          code: 'agent_execution_failed',
          message,
          intent_status: 'failed',
          execution_status: 'failed',
          failure_reason: 'nothing_to_claim',
          retry_safe: true,
        },
      });
      expect(answer.headers.get('location')).toBe(`/agent/intents/${id}/executions`);
      const list = await api.get(`/agent/intents/${id}/executions`);
      const failed = { status: 'failed', failure_reason: 'nothing_to_claim', error_message: message, retry_safe: true };
      expect(list.body.executions).toEqual([expect.objectContaining(failed)]);
    });

    it('409 agent_intent_status_invalid when it is cancelled during the wait', async () => {
      const answer = await execute(await executedAs('claim_payout', { status: 'cancelled' }));
      expect(code(answer)).toBe('409 agent_intent_status_invalid');
      expect(answer.body.error.execution_status).toBe('cancelled');
    });

    it('409 agent_intent_not_confirmed with both statuses and Location', async () => {
      const id = await preview('claim_payout');
      const Location = `/agent/intents/${id}/executions`;
      const extra = { intent_status: 'preview', execution_status: null };
      api.engine.onAccept = () =>
        Promise.reject(new AppError('agent_intent_not_confirmed', { extra, headers: { Location } }));
      const answer = await execute(id);
      expect(code(answer)).toBe('409 agent_intent_not_confirmed');
      expect(answer.body.error).toMatchObject(extra);
      expect(answer.headers.get('location')).toBe(Location);
    });

    it.each([
      ['agent_wallet_missing', 400],
      ['agent_wallet_status_invalid', 409],
      ['agent_wallet_chain_invalid', 409],
      ['agent_action_forbidden', 403],
      ['agent_policy_violation', 403],
      ['provider_agent_wallet_execution_not_enabled', 501],
      ['agent_execution_config_invalid', 503],
    ] as const)('answers %s of the engine', async (refusal, status) => {
      const id = await preview('claim_payout');
      api.engine.onAccept = () => Promise.reject(new AppError(refusal));
      expect(code(await execute(id))).toBe(`${status} ${refusal}`);
    });

    it('404 agent_intent_not_found for a malformed id', async () => {
      expect(code(await execute('agent_intent_x'))).toBe('404 agent_intent_not_found');
    });

    it('404 agent_intent_not_found for the id of an execution, and says so', async () => {
      const answer = await execute(newId('agent_execution'));
      expect(code(answer)).toBe('404 agent_intent_not_found');
      expect(answer.body.error.message).toMatch(/^This is the id of an execution\./);
    });

    it('400 invalid_json for a body that is not JSON; JSON is ignored', async () => {
      const id = await executedAs('claim_payout', {});
      expect(code(await api.post(`/agent/intents/${id}/execute`, '{]'))).toBe('400 invalid_json');
      expect((await api.post(`/agent/intents/${id}/execute`, { amount: '1' })).status).toBe(200);
    });
  });

  describe('GET /agent/intents/{intent_id}/executions', () => {
    it('200 with all attempts, newest first, in stable pages while attempts are added', async () => {
      const id = await preview('buy_no');
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await recordExecution(api.database, id, {
          status: 'failed',
          createdAt: new Date(Date.UTC(2030, 0, attempt)).toISOString(),
        });
      }
      const attempts: number[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { body } = await api.get(`/agent/intents/${id}/executions?limit=2${query}`);
        attempts.push(...body.executions.map(({ attempt }) => attempt));
        cursor = body.next_cursor;
        await recordExecution(api.database, id, { status: 'failed', createdAt: '2030-02-01T00:00:00Z' });
      } while (cursor !== null);
      expect(attempts).toEqual([5, 4, 3, 2, 1]);
      expect((await api.get(`/agent/intents/${id}`)).body.intent.latest_execution_status).toBe('failed');
    });

    it('200 with the steps of each attempt', async () => {
      const id = await preview('buy_no');
      const first = await recordExecution(api.database, id);
      const second = await recordExecution(api.database, id);
      const insert = `INSERT INTO execution_steps (execution_id, kind, status, armed_at, last_sent_at, deadline,
        idempotency_key, body, transaction_hash, block_number, block_hash)
        VALUES ($1, $2, $3, $4, $4, $5, gen_random_uuid(), '{}', $6, $7, $6)`;
      const [armed, deadline] = ['2030-01-01T00:00:00.000Z', '2030-01-01T00:15:00.000Z'];
      await api.database.query(insert, [first, 'main', 'done', armed, deadline, HASH, '4711']);
      await api.database.query(insert, [first, 'approve', 'done', armed, deadline, HASH, '4710']);
      await api.database.query(insert, [second, 'main', 'unknown', armed, deadline, null, null]);
      const { body } = await api.get(`/agent/intents/${id}/executions`);
      const times = { armed_at: armed, last_sent_at: armed, deadline };
      const done = { ...times, status: 'done', transaction_hash: HASH, block_hash: HASH };
      const steps = new Map(body.executions.map((one) => [one.execution_id, one.steps]));
      expect(steps.get(first)).toEqual([
        { ...done, kind: 'approve', block_number: 4710 },
        { ...done, kind: 'main', block_number: 4711 },
      ]);
      expect(steps.get(second)).toEqual([
        { ...times, kind: 'main', status: 'unknown', transaction_hash: null, block_number: null, block_hash: null },
      ]);
    });

    it('200 with an empty list before the first attempt', async () => {
      const { status, body } = await api.get(`/agent/intents/${await preview('buy_no')}/executions`);
      expect([status, body]).toEqual([200, { executions: [], next_cursor: null }]);
    });

    it.each(['limit=0', 'limit=51', 'cursor=abc', 'page=2'])('400 invalid_query for %s', async (query) => {
      const id = await preview('buy_no');
      expect(code(await api.get(`/agent/intents/${id}/executions?${query}`))).toBe('400 invalid_query');
    });

    it('404 agent_intent_not_found', async () => {
      expect(code(await api.get(`/agent/intents/${newId('agent_intent')}/executions`))).toBe(
        '404 agent_intent_not_found',
      );
    });
  });
});
