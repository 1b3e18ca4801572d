import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { computeRef } from '@app/chain';
import { type Action, AppError, newId } from '@app/common';
import type { IntentStatus } from '@app/engine';
import { IntentWritesRepository } from '@app/intents';
import { COLLATERAL, FACTORY, intentBody, MARKET, newAgent, RESOLVER } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import { statementsOfRequests } from '../../../../test/support/statements-of-requests.js';

describe('confirm, read and cancel of an intent', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  afterAll(() => api.stop());

  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const confirm = (id: string): Promise<Answer> => api.post(`/agent/intents/${id}/confirm`);
  const read = (id: string): Promise<Answer> => api.get(`/agent/intents/${id}`);
  const preview = async (agentId: string, action: Action, fields: object = {}): Promise<string> => {
    const { body } = await api.post('/agent/intents', intentBody(agentId, action, fields));
    return body.intent.intent_id;
  };
  const move = (id: string, status: IntentStatus): Promise<unknown> =>
    api.database.query('UPDATE agent_intents SET status = $2 WHERE id = $1', [id, status]);

  const UNKNOWN_IDS = [
    'agent_intent_nope',
    newId('agent_intent'),
    'agent_intent_%00',
    `agent_intent_${'A'.repeat(32)}`,
  ];

  describe('POST /agent/intents/{intent_id}/confirm', () => {
    it('200 with the plan of a buy and its approval', async () => {
      const id = await preview(newAgent(), 'buy_yes', { amount: '10.5' });
      const { status, body } = await confirm(id);
      expect(status).toBe(200);
      expect(body).toEqual({
        execution_plan: {
          intent_id: id,
          action: 'buy_yes',
          status: 'confirmed',
          execution_mode: 'provider_developer_wallet_api',
          network: 'CHAIN-TESTNET',
          broadcast_performed: false,
          transaction_hash: null,
          approval: {
            to: COLLATERAL,
            contract: 'collateral',
            function: 'approve',
            args: [MARKET, '210000000'],
            args_display: [MARKET, '210'],
            value: '0',
            chain: 'CHAIN-TESTNET',
            broadcast_performed: false,
          },
          agent_factory_address: FACTORY,
          requires_signature: false,
          validation_result: {
            valid: true,
            errors: [],
            would_execute: false,
            checks: expect.arrayContaining([expect.objectContaining({ rule: 'wallet', code: 'agent_wallet_missing' })]),
          },
          fee: null,
          warnings: [expect.stringContaining('not deployed by our factory')],
          transaction_request: {
            to: MARKET,
            contract: 'market',
            function: 'buyYes',
            args: ['10500000', '0'],
            args_display: ['10.5', '0'],
            value: '0',
            chain: 'CHAIN-TESTNET',
            broadcast_performed: false,
            ref: computeRef(id),
            deadline_seconds: 900,
          },
        },
      });
      expect((await read(id)).body.intent).toMatchObject({ status: 'confirmed', requires_confirmation: false });
    });

    it('200 with the fee of the preview', async () => {
      const fee = {
        ...{ gasLimit: 174_375, maxFeePerGas: '3000000000', maxCost: '0.000523125', estimatedCost: '0.00031' },
        ...{ nativeBalance: '0.5', executionsLeft: 955, sponsored: false, asOfBlock: 7 },
      };
      api.preview.preview = { checks: [], isApproved: false, quote: null, fee };
      const id = await preview(newAgent(), 'buy_yes').finally(() => {
        api.preview.preview = { checks: [], isApproved: false, quote: null };
      });
      const shown = {
        ...{ payer: 'agent_wallet', gas_limit: 174_375, max_fee_per_gas: '3000000000', max_cost: '0.000523125' },
        ...{ estimated_cost: '0.00031', native_balance: '0.5', executions_left: 955, sponsored: false, as_of_block: 7 },
      };
      expect((await read(id)).body.intent).toMatchObject({ validation_result: { fee: shown } });
      expect((await confirm(id)).body.execution_plan).toMatchObject({ fee: shown });
    });

    it.each<[Action, object, { to: string; function: string; args: string[] }]>([
      [
        'create_market',
        { close_timestamp: '4102542245' },
        {
          to: FACTORY,
          function: 'createMarket',
          args: ['rain-in-lisbon', 'Will it rain?', '4102542245', RESOLVER, COLLATERAL],
        },
      ],
      ['buy_no', {}, { to: MARKET, function: 'buyNo', args: ['10000000', '0'] }],
      ['buy_no', { min_multiple: '1.50000005' }, { to: MARKET, function: 'buyNo', args: ['10000000', '15000001'] }],
      ['close_market', {}, { to: MARKET, function: 'closeMarket', args: [] }],
      ['resolve_market', { outcome: 'NO' }, { to: MARKET, function: 'resolve', args: ['2'] }],
      ['claim_payout', {}, { to: MARKET, function: 'claimPayout', args: [] }],
      ['cancel_market', {}, { to: MARKET, function: 'cancelMarket', args: [] }],
      ['claim_refund', {}, { to: MARKET, function: 'claimRefund', args: [] }],
    ])('200 with the call of %s', async (action, fields, call) => {
      const { body } = await confirm(await preview(newAgent(), action, fields));
      expect(body.execution_plan.transaction_request).toMatchObject(call);
      expect(body.execution_plan.approval === null).toBe(action !== 'buy_no');
    });

    it('200 on a repeat, with the same plan and confirmed_at', async () => {
      const id = await preview(newAgent(), 'claim_payout');
      const first = await confirm(id);
      const { confirmed_at: confirmedAt } = (await read(id)).body.intent;
      const second = await confirm(id);
      expect([second.status, second.body]).toEqual([200, first.body]);
      expect((await read(id)).body.intent.confirmed_at).toBe(confirmedAt);
      expect(confirmedAt).not.toBeNull();
    });

    it('200 on a failed intent, which becomes confirmed', async () => {
      const id = await preview(newAgent(), 'claim_payout');
      await move(id, 'failed');
      expect((await read(id)).body.intent.requires_confirmation).toBe(true);
      expect((await confirm(id)).status).toBe(200);
      expect((await read(id)).body.intent.status).toBe('confirmed');
    });

    it('200 for 16 simultaneous calls', async () => {
      const id = await preview(newAgent(), 'buy_yes');
      const answers = await Promise.all(Array.from({ length: 16 }, () => confirm(id)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    });

    it('reads once and writes once, and only reads on a repeat', async () => {
      const id = await preview(newAgent(), 'buy_yes');
      const statements = jest.spyOn(api.database, 'query');
      try {
        const counts: number[] = [];
        for (let calls = 0; calls < 2; calls += 1) {
          statements.mockClear();
          await confirm(id);
          counts.push(statementsOfRequests(statements.mock.calls).length);
        }
        expect(counts).toEqual([2, 1]);
      } finally {
        statements.mockRestore();
      }
    });

    it('403 agent_action_forbidden when the policy changes between its two statements', async () => {
      const agent = newAgent();
      await api.register(agent);
      const id = await preview(agent, 'buy_yes');
      const confirmRow = jest
        .spyOn(IntentWritesRepository.prototype, 'confirm')
        .mockImplementationOnce(async (read) => {
          await api.register(agent, { allowed_actions: ['claim_payout'] });
          return new IntentWritesRepository(api.database).confirm(read);
        });
      try {
        expect(code(await confirm(id))).toBe('403 agent_action_forbidden');
        expect((await read(id)).body.intent.status).toBe('preview');
      } finally {
        confirmRow.mockRestore();
      }
    });

    it('400 invalid_json for a body that is not JSON; JSON is ignored', async () => {
      const id = await preview(newAgent(), 'claim_payout');
      expect(code(await api.post(`/agent/intents/${id}/confirm`, 'not json'))).toBe('400 invalid_json');
      expect((await api.post(`/agent/intents/${id}/confirm`, [1, 2])).status).toBe(200);
    });

    it('403 agent_action_forbidden on the first confirm and on a repeat', async () => {
      const agent = newAgent();
      const [fresh, confirmed] = [await preview(agent, 'buy_yes'), await preview(agent, 'buy_yes')];
      await confirm(confirmed);
      await api.register(agent, { allowed_actions: ['claim_payout'] });
      expect(code(await confirm(fresh))).toBe('403 agent_action_forbidden');
      expect(code(await confirm(confirmed))).toBe('403 agent_action_forbidden');
      expect((await read(fresh)).body.intent.status).toBe('preview');
    });

    it('403 agent_policy_violation', async () => {
      const agent = newAgent();
      const id = await preview(agent, 'buy_yes', { amount: '10' });
      await api.register(agent, { policy_metadata: { max_trade_amount: '9' } });
      expect(code(await confirm(id))).toBe('403 agent_policy_violation');
      expect((await read(id)).body.intent).toMatchObject({ status: 'preview', confirmed_at: null });
    });

    it.each(UNKNOWN_IDS)('404 agent_intent_not_found for %s', async (id) => {
      expect(code(await confirm(id))).toBe('404 agent_intent_not_found');
    });

    it.each(['executing', 'executed', 'cancelled'] as const)(
      '409 agent_intent_status_invalid when %s, before the policy check',
      async (status) => {
        const agent = newAgent();
        const id = await preview(agent, 'buy_yes');
        await move(id, status);
        await api.register(agent, { allowed_actions: ['claim_payout'] });
        expect(code(await confirm(id))).toBe('409 agent_intent_status_invalid');
        expect((await read(id)).body.intent.status).toBe(status);
      },
    );
  });

  describe('GET /agent/intents/{intent_id}', () => {
    it('200 with the intent of the preview', async () => {
      const { body } = await api.post('/agent/intents', intentBody(newAgent(), 'create_market'));
      const answer = await read(body.intent.intent_id);
      expect([answer.status, answer.body]).toEqual([200, { ...body, planned_calls: null }]);
    });

    it.each(['confirmed', 'executing', 'executed', 'failed', 'cancelled'] as const)(
      '200 with the calls of the plan when it is %s',
      async (status) => {
        const id = await preview(newAgent(), 'buy_yes');
        const { approval, transaction_request } = (await confirm(id)).body.execution_plan;
        await move(id, status);
        const { planned_calls } = (await read(id)).body;
        expect(planned_calls).toEqual({
          approval: { ...approval, broadcast_performed: undefined },
          transaction_request: { ...transaction_request, broadcast_performed: undefined },
        });
        expect(JSON.stringify(planned_calls)).not.toContain('broadcast_performed');
      },
    );

    it('200 without calls for an intent that was cancelled before it was confirmed', async () => {
      const id = await preview(newAgent(), 'buy_yes');
      await move(id, 'cancelled');
      expect((await read(id)).body.planned_calls).toBeNull();
    });

    it.each(UNKNOWN_IDS)('404 agent_intent_not_found for %s', async (id) => {
      expect(code(await read(id))).toBe('404 agent_intent_not_found');
    });
  });

  describe('POST /agent/intents/{intent_id}/cancel', () => {
    const cancel = (id: string): Promise<Answer> => api.post(`/agent/intents/${id}/cancel`);

    beforeAll(() => {
      api.engine.onCancel = async (id) => {
        const row = await api.database.queryOne(
          `UPDATE agent_intents SET status = 'cancelled' WHERE id = $1 AND status IN ('preview', 'confirmed')
           RETURNING id`,
          [id],
        );
        if (row === null) throw new AppError('agent_intent_status_invalid');
      };
    });

    it('200 with the cancelled intent, also on a repeat', async () => {
      const id = await preview(newAgent(), 'buy_yes');
      const first = await cancel(id);
      const second = await cancel(id);
      expect([first.status, first.body.intent.status]).toEqual([200, 'cancelled']);
      expect(second).toMatchObject({ status: 200, body: first.body });
      expect(api.engine.cancelled.filter((cancelled) => cancelled === id)).toHaveLength(1);
    });

    it.each(UNKNOWN_IDS)('404 agent_intent_not_found for %s', async (id) => {
      expect(code(await cancel(id))).toBe('404 agent_intent_not_found');
    });

    it('409 agent_intent_status_invalid', async () => {
      const id = await preview(newAgent(), 'buy_yes');
      await move(id, 'executed');
      expect(code(await cancel(id))).toBe('409 agent_intent_status_invalid');
    });
  });

  it('does not echo an unknown intent id', async () => {
    const hex = randomBytes(12).toString('hex');
    expect(JSON.stringify((await read(`agent_intent_${hex}`)).body)).not.toContain(hex);
  });
});
