import { randomUUID } from 'node:crypto';
import { derivePasscode, rebindWallet, releaseWallet, setAccountLimits } from '@app/agents';
import type { SqlSession } from '@app/persistence';
import { intentBody, MARKET, newAgent } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import { acceptExecution } from '../../../../libs/intents/src/executions/accept-execution.js';

describe('budgets and approvals', () => {
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
  afterAll(() => api.stop());

  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const buildEmail = (agentId: string): string => `${agentId}@example.com`;
  const budget = async (agentId: string): Promise<Answer> => api.get(`/agent/wallets/${agentId}/budget`);
  const limited = async (limits: Record<string, string | null>): Promise<string> => {
    const agentId = newAgent();
    await api.register(agentId, { policy_metadata: limits });
    return agentId;
  };
  const preview = async (agentId: string, amount: string, action = 'buy_yes' as const): Promise<Answer> =>
    api.post('/agent/intents', intentBody(agentId, action, { amount }));
  const confirmed = async (agentId: string, amount: string): Promise<string> => {
    const { body } = await preview(agentId, amount);
    await api.post(`/agent/intents/${body.intent.intent_id}/confirm`);
    return body.intent.intent_id;
  };
  const execute = (id: string): Promise<Answer> =>
    api.post(`/agent/intents/${id}/execute`, undefined, { prefer: 'wait=0' });
  const approve = (id: string, otp: unknown): Promise<Answer> => api.post(`/agent/intents/${id}/approve`, { otp });
  const own = (agentId: string): Promise<unknown> =>
    api.database.query('UPDATE agent_wallets SET owner_email = $2, email_verified_at = now() WHERE agent_id = $1', [
      agentId,
      buildEmail(agentId),
    ]);
  /** Passcodes that were mailed for an intent, oldest first. */
  const passcodes = async (intentId: string): Promise<string[]> => {
    const rows = await api.database.query<{ id: string }>(
      'SELECT id FROM agent_onboardings WHERE intent_id = $1 ORDER BY created_at',
      [intentId],
    );
    return rows
      .filter(({ id }) => api.tasks.passcodesSentFor.includes(id))
      .map(({ id }) => derivePasscode(api.settings.PASSCODE_KEY, id));
  };
  const wrong = (passcode: string | undefined): string => (passcode === '000000' ? '000001' : '000000');

  describe('GET /agent/wallets/{agent_id}/budget', () => {
    it('200 with each limit that is set and its use', async () => {
      const agentId = await limited({ max_trade_amount: '50', daily_limit: '100', market_limit: '60' });
      expect((await execute(await confirmed(agentId, '20'))).status).toBe(202);
      const { status, body } = await budget(agentId);
      expect(status).toBe(200);
      const unused = { scope: 'agent', spent: '0', resets_at: null, market_contract_address: null };
      expect(body).toEqual({
        budget: {
          agent_id: agentId,
          valid_until: null,
          rules: [
            { ...unused, rule: 'max_trade_amount', limit: '50', reserved: '0', headroom: '50' },
            { ...unused, rule: 'daily_limit', limit: '100', reserved: '20', headroom: '80' },
            {
              ...{ ...unused, rule: 'market_limit', limit: '60', reserved: '20', headroom: '40' },
              market_contract_address: MARKET,
            },
          ],
        },
      });
    });

    it('200 without limits, 404 without a wallet', async () => {
      const agentId = await limited({});
      expect((await budget(agentId)).body).toEqual({ budget: { agent_id: agentId, valid_until: null, rules: [] } });
      expect(code(await budget(newAgent()))).toBe('404 agent_wallet_not_found');
    });

    it('shows the limits of the account beside those of the agent', async () => {
      const [agentId, other] = [await limited({ daily_limit: '100' }), await limited({})];
      await own(agentId);
      await api.database.query('UPDATE agent_wallets SET owner_email = $2 WHERE agent_id = $1', [
        other,
        buildEmail(agentId),
      ]);
      const limits = { dailyLimit: '70', marketLimit: null, openExposureLimit: null };
      const account = `mailbox:${buildEmail(agentId).toLowerCase()}`;
      expect(await api.database.transaction((tx) => setAccountLimits(tx, account, limits))).toBe(2);
      await execute(await confirmed(other, '30'));
      expect((await budget(agentId)).body).toMatchObject({
        budget: {
          rules: [
            { scope: 'agent', rule: 'daily_limit', limit: '100', reserved: '0', headroom: '100' },
            { scope: 'account', rule: 'daily_limit', limit: '70', reserved: '30', headroom: '40' },
          ],
        },
      });
    });
  });

  it('shows each budget with its headroom in preview and confirm, and refuses only the execution', async () => {
    const agentId = await limited({ daily_limit: '30', open_exposure_limit: '100' });
    await execute(await confirmed(agentId, '20'));
    const checks = [
      expect.objectContaining({ rule: 'daily_limit', result: 'fail', headroom: '-5', headroom_unit: 'collateral' }),
      expect.objectContaining({ rule: 'open_exposure_limit', result: 'pass', headroom: '65' }),
    ];
    const { status, body } = await preview(agentId, '15');
    expect(status).toBe(201);
    expect(body.intent).toMatchObject({
      validation_result: { would_execute: false, checks: expect.arrayContaining(checks) },
    });
    const { body: plan } = await api.post(`/agent/intents/${body.intent.intent_id}/confirm`);
    expect(plan.execution_plan).toMatchObject({
      validation_result: { would_execute: false, checks: expect.arrayContaining(checks) },
    });
    const refused = await execute(body.intent.intent_id);
    expect(code(refused)).toBe('403 agent_policy_violation');
    expect(refused.body.error).toMatchObject({
      budget: {
        ...{ scope: 'agent', rule: 'daily_limit', limit: '30', spent: '0', reserved: '20', headroom: '10' },
        resets_at: null,
      },
    });
    expect((await api.get(`/agent/intents/${body.intent.intent_id}`)).body.intent.status).toBe('confirmed');
  });

  describe('a mandate that ends', () => {
    const past = '2026-01-01T00:00:00.000Z';
    const ended = { scope: 'agent', rule: 'valid_until', limit: past, spent: null, headroom: null };
    const expire = (agentId: string) => api.register(agentId, { policy_metadata: { valid_until: past } });

    it('shows the seconds that are left, and refuses buys and creations after its end, but no exit', async () => {
      const agentId = await limited({ valid_until: new Date(Date.now() + 90_000).toISOString() });
      const { body } = await preview(agentId, '1');
      const { checks } = body.intent['validation_result'] as { checks: { rule: string; headroom: string }[] };
      const left = checks.find(({ rule }) => rule === 'valid_until');
      expect(left).toMatchObject({ result: 'pass', headroom_unit: 'seconds' });
      expect(Number(left?.headroom)).toBeGreaterThan(0);
      expect(Number(left?.headroom)).toBeLessThanOrEqual(90);
      const id = await confirmed(agentId, '2');
      expect(await expire(agentId)).toMatchObject({ policy_metadata: { valid_until: past } });
      for (const refused of [
        await execute(id),
        await api.post(`/agent/intents/${body.intent.intent_id}/confirm`),
        await preview(agentId, '3'),
        await api.post('/agent/intents', intentBody(agentId, 'create_market')),
      ]) {
        expect(code(refused)).toBe('403 agent_policy_violation');
        expect(refused.body.error).toMatchObject({ budget: ended });
      }
      const exit = await api.post('/agent/intents', intentBody(agentId, 'claim_payout'));
      expect(exit.status).toBe(201);
      expect((await api.post(`/agent/intents/${exit.body.intent.intent_id}/confirm`)).status).toBe(200);
      expect((await execute(exit.body.intent.intent_id)).status).toBe(202);
      expect((await budget(agentId)).body).toMatchObject({ budget: { valid_until: past, rules: [] } });
    });

    it('is extended by the owner only', async () => {
      const agentId = await limited({ valid_until: '2090-01-01T00:00:00Z' });
      await own(agentId);
      const register = (valid_until: unknown): Promise<Answer> =>
        api.post('/agent/wallets', {
          ...{ agent_id: agentId, wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] },
          policy_metadata: { valid_until },
        });
      expect((await register('2089-12-31T23:00:00-01:00')).status).toBe(200);
      expect((await register('2089-01-01T00:00:00Z')).status).toBe(200);
      for (const later of ['2089-01-01T00:00:00.001Z', null]) {
        expect(code(await register(later))).toBe('403 agent_policy_violation');
      }
      for (const invalid of ['soon', 1_700_000_000, '2089-02-30T00:00:00Z']) {
        expect(code(await register(invalid))).toBe('400 agent_wallet_invalid');
      }
    });

    it('refuses buys and creations after the total_limit, and shows what is left', async () => {
      const agentId = await limited({ total_limit: '30' });
      await execute(await confirmed(agentId, '20'));
      const creation = await api.post('/agent/intents', intentBody(agentId, 'create_market'));
      const check = (result: string, headroom: string) => ({
        validation_result: {
          checks: expect.arrayContaining([expect.objectContaining({ rule: 'total_limit', result, headroom })]),
        },
      });
      expect(creation.body.intent).toMatchObject(check('pass', '10'));
      expect((await preview(agentId, '15')).body.intent).toMatchObject(check('fail', '-5'));
      await execute(await confirmed(agentId, '10'));
      const id = creation.body.intent.intent_id;
      const plan = await api.post(`/agent/intents/${id}/confirm`);
      expect(plan.body.execution_plan).toMatchObject(check('fail', '0'));
      const refused = await execute(id);
      expect(code(refused)).toBe('403 agent_policy_violation');
      expect(refused.body.error).toMatchObject({
        message: 'Nothing is left of the total_limit of the agent, 30.',
        budget: { rule: 'total_limit', limit: '30', reserved: '30', headroom: '0' },
      });
      const used = { rule: 'total_limit', limit: '30', spent: '0', reserved: '30', headroom: '0' };
      expect((await budget(agentId)).body).toMatchObject({ budget: { valid_until: null, rules: [used] } });
    });
  });

  it('keeps the limits of a registration that leaves them out, and removes those that are null', async () => {
    const agentId = await limited({ daily_limit: '10', market_limit: '20', approval_above: '5' });
    expect(await api.register(agentId, { policy_metadata: { market_limit: null } })).toMatchObject({
      policy_metadata: { daily_limit: '10', market_limit: null, open_exposure_limit: null, approval_above: '5' },
    });
  });

  it.each(['daily_limit', 'market_limit', 'open_exposure_limit', 'approval_above', 'total_limit'])(
    'lets a registration tighten the %s of a verified wallet, and not loosen it',
    async (limit) => {
      const agentId = await limited({ [limit]: '10' });
      await own(agentId);
      const register = (value: string | null): Promise<Answer> =>
        api.post('/agent/wallets', {
          ...{ agent_id: agentId, wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] },
          policy_metadata: { [limit]: value },
        });
      expect((await register('9')).status).toBe(200);
      expect(code(await register('10'))).toBe('403 agent_policy_violation');
      expect(code(await register(null))).toBe('403 agent_policy_violation');
      expect(code(await register('9.0000001'))).toBe('400 agent_wallet_invalid');
      expect(code(await register('-1'))).toBe('400 agent_wallet_invalid');
    },
  );

  describe('approvals', () => {
    const asking = async (amount = '20'): Promise<{ agentId: string; id: string }> => {
      const agentId = await limited({ approval_above: '10' });
      await own(agentId);
      return { agentId, id: await confirmed(agentId, amount) };
    };

    it('executes a buy above the threshold after the passcode, and no other intent', async () => {
      const { agentId, id } = await asking();
      expect(code(await execute(id))).toBe('403 agent_approval_required');
      const [passcode] = await passcodes(id);
      const answer = await approve(id, passcode);
      expect(answer.status).toBe(200);
      expect(answer.body.intent).toMatchObject({ status: 'confirmed', approved_at: expect.any(String) });
      expect((await approve(id, wrong(passcode))).body.intent.status).toBe('confirmed');
      const second = await confirmed(agentId, '20');
      expect(code(await approve(second, passcode))).toBe('400 agent_approval_invalid');
      expect((await execute(id)).status).toBe(202);
      expect(code(await execute(second))).toBe('403 agent_approval_required');
    });

    it('asks for no approval up to the threshold, and shows the rule in the checks', async () => {
      const { agentId, id } = await asking('10');
      expect((await execute(id)).status).toBe(202);
      expect((await preview(agentId, '11')).body.intent).toMatchObject({
        validation_result: {
          checks: expect.arrayContaining([
            expect.objectContaining({ rule: 'approval_above', result: 'fail', code: 'agent_approval_required' }),
          ]),
        },
      });
    });

    it('mails one passcode while it is valid', async () => {
      const { id } = await asking();
      for (let turn = 0; turn < 3; turn += 1) expect(code(await execute(id))).toBe('403 agent_approval_required');
      expect(await passcodes(id)).toHaveLength(1);
    });

    it('mails five passcodes an hour, says so, and leaves the owner those of onboardings', async () => {
      const { agentId, id } = await asking();
      await execute(id);
      for (let turn = 0; turn < 4; turn += 1) await execute(await confirmed(agentId, `2${turn}`));
      const last = await confirmed(agentId, '30');
      const answer = await execute(last);
      expect(code(answer)).toBe('403 agent_approval_required');
      expect(answer.body.error.message).toContain('Too many passcodes');
      expect(await passcodes(last)).toEqual([]);
      const start = { agent_id: agentId, user_email: buildEmail(agentId) };
      expect((await api.post('/agent/onboarding/start', start)).status).toBe(201);
    });

    it('400 for a wrong, malformed or missing passcode; the fifth wrong one locks it', async () => {
      const { id } = await asking();
      expect(code(await approve(id, '123456'))).toBe('400 agent_approval_invalid');
      await execute(id);
      const [passcode] = await passcodes(id);
      expect(code(await approve(id, 'abc'))).toBe('400 agent_approval_invalid');
      for (let turn = 0; turn < 5; turn += 1)
        expect(code(await approve(id, wrong(passcode)))).toBe('400 agent_approval_invalid');
      expect(code(await approve(id, passcode))).toBe('400 agent_approval_invalid');
      await execute(id);
      const [, renewed] = await passcodes(id);
      expect((await approve(id, renewed)).status).toBe(200);
    });

    it('400 for an expired passcode, 404 for an unknown intent, 409 for one that has ended', async () => {
      const { id } = await asking();
      await execute(id);
      const [passcode] = await passcodes(id);
      await api.database.query(
        `UPDATE agent_onboardings SET expires_at = now() - interval '1 minute' WHERE intent_id = $1`,
        [id],
      );
      expect(code(await approve(id, passcode))).toBe('400 agent_approval_invalid');
      expect(code(await approve('agent_intent_nope', '123456'))).toBe('404 agent_intent_not_found');
      await api.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`, [id]);
      expect(code(await approve(id, passcode))).toBe('409 agent_intent_status_invalid');
    });

    it('names the missing mailbox, and sends no e-mail', async () => {
      const agentId = await limited({ approval_above: '0' });
      const id = await confirmed(agentId, '1');
      const answer = await execute(id);
      expect(code(answer)).toBe('403 agent_approval_required');
      expect(answer.body.error.message).toContain('no mailbox');
      expect(await passcodes(id)).toEqual([]);
    });

    it('is no onboarding: its passcode verifies nothing', async () => {
      const { id } = await asking();
      await execute(id);
      const [row] = await api.database.query<{ id: string }>('SELECT id FROM agent_onboardings WHERE intent_id = $1', [
        id,
      ]);
      const [otp] = await passcodes(id);
      expect(code(await api.get(`/agent/onboarding/${row?.id}`))).toBe('404 agent_onboarding_not_found');
      expect(code(await api.post('/agent/onboarding/verify', { onboarding_id: row?.id, otp }))).toBe(
        '404 agent_onboarding_not_found',
      );
    });

    it('leaves a passcode of an onboarding valid, and the reverse', async () => {
      const { agentId, id } = await asking();
      const start = () => api.post('/agent/onboarding/start', { agent_id: agentId, user_email: buildEmail(agentId) });
      const onboardingId = (await start()).body.onboarding.onboarding_id;
      await execute(id);
      expect((await api.get(`/agent/onboarding/${onboardingId}`)).body.onboarding.status).toBe('pending_otp');
      await start();
      const [passcode] = await passcodes(id);
      expect((await approve(id, passcode)).status).toBe(200);
    });

    it.each([
      ['released', (tx: SqlSession, agentId: string) => releaseWallet(tx, agentId)],
      [
        'given to another mailbox',
        (tx: SqlSession, agentId: string) => rebindWallet(tx, agentId, { email: 'new@example.com' }),
      ],
    ])('ends with the owner when the agent is %s', async (_, repair) => {
      const { agentId, id: approved } = await asking();
      await execute(approved);
      const [passcode] = await passcodes(approved);
      expect((await approve(approved, passcode)).status).toBe(200);
      const asked = await confirmed(agentId, '20');
      await execute(asked);
      const [pending] = await passcodes(asked);
      await api.database.transaction((tx) => repair(tx, agentId));
      expect(code(await approve(asked, pending))).toBe('400 agent_approval_invalid');
      expect(code(await execute(approved))).toBe('403 agent_approval_required');
    });

    it('refuses the passcode of an owner who was replaced while it was requested', async () => {
      const { agentId, id } = await asking();
      await execute(id);
      const [passcode] = await passcodes(id);
      await api.database.query(`UPDATE agent_wallets SET owner_email = 'new@example.com' WHERE agent_id = $1`, [
        agentId,
      ]);
      expect(code(await approve(id, passcode))).toBe('400 agent_approval_invalid');
      await own(agentId);
      expect((await approve(id, passcode)).status).toBe(200);
    });

    it('never applies to claims', async () => {
      const agentId = await limited({ approval_above: '0' });
      const { body } = await api.post('/agent/intents', intentBody(agentId, 'claim_payout'));
      await api.post(`/agent/intents/${body.intent.intent_id}/confirm`);
      expect((await execute(body.intent.intent_id)).status).toBe(202);
    });
  });
});
