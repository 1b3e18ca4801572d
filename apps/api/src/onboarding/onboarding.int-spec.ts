import { derivePasscode } from '@app/agents';
import { ACTION_NAMES, AppError, newId } from '@app/common';
import { matching, newAgent, USER, walletBody } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

describe('onboarding', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  afterEach(() => {
    api.tasks.onProvision = (id) => api.tasks.bind(id);
  });
  afterAll(() => api.stop());

  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const buildEmail = (agentId: string): string => `${agentId}@example.com`;
  const start = (agentId: string, fields: object = {}): Promise<Answer> =>
    api.post('/agent/onboarding/start', { agent_id: agentId, user_email: buildEmail(agentId), ...fields });
  const verify = (onboardingId: unknown, otp: unknown): Promise<Answer> =>
    api.post('/agent/onboarding/verify', { onboarding_id: onboardingId, otp });
  const passcode = (onboardingId: string): string => derivePasscode(api.settings.PASSCODE_KEY, onboardingId);
  const wrong = (onboardingId: string): string => (passcode(onboardingId) === '000000' ? '000001' : '000000');
  const started = async (agentId: string, fields: object = {}): Promise<string> => {
    const { body } = await start(agentId, fields);
    return body.onboarding.onboarding_id;
  };
  const onboard = async (agentId: string, fields: object = {}): Promise<Answer> => {
    const id = await started(agentId, fields);
    return verify(id, passcode(id));
  };
  const status = async (id: string): Promise<string> =>
    (await api.get(`/agent/onboarding/${id}`)).body.onboarding.status;
  const age = (id: string, interval: string): Promise<unknown> =>
    api.database.query(
      `UPDATE agent_onboardings SET created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
       WHERE id = $1`,
      [id, interval],
    );

  describe('POST /agent/onboarding/start', () => {
    it('201 with a masked e-mail and ten minutes, and queues the passcode e-mail', async () => {
      const agent = newAgent();
      const answer = await start(agent, {
        user_email: 'Carol@Example.com',
        user_wallet: USER,
        source_client: 'cli',
        channel: 'telegram',
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        onboarding: {
          onboarding_id: matching(/^agent_onboarding_[0-9a-f]{32}$/),
          agent_id: agent,
          user_email: 'C***@E***.com',
          user_wallet: USER,
          source_client: 'cli',
          channel: 'telegram',
          chain: 'CHAIN-TESTNET',
          wallet_provider: 'provider_agent_wallet',
          status: 'pending_otp',
          created_at: matching(/Z$/),
          updated_at: matching(/Z$/),
          expires_at: matching(/Z$/),
        },
        next_step: 'otp_required',
        warnings: [],
        expires_at: answer.body.onboarding.expires_at,
      });
      const { created_at: createdAt, expires_at: expiresAt, onboarding_id: id } = answer.body.onboarding;
      expect(Date.parse(expiresAt) - Date.parse(String(createdAt))).toBe(600_000);
      expect(api.tasks.passcodesSentFor).toContain(id);
    });

    it('does not put the passcode into the response or the row', async () => {
      const { body } = await start(newAgent());
      const id = body.onboarding.onboarding_id;
      const [row] = await api.database.query('SELECT * FROM agent_onboardings WHERE id = $1', [id]);
      // Ids and hashes may contain the same six digits.
      const alone = new RegExp(`(?<![0-9a-f])${passcode(id)}(?![0-9a-f])`);
      expect(JSON.stringify([body, row])).not.toMatch(alone);
    });

    it('voids the passcode of the previous start', async () => {
      const agent = newAgent();
      const [first, second] = [await started(agent), await started(agent)];
      expect([await status(first), await status(second)]).toEqual(['expired', 'pending_otp']);
      expect(code(await verify(first, passcode(first)))).toBe('400 agent_onboarding_invalid');
      expect((await verify(second, passcode(second))).status).toBe(200);
    });

    it('400 invalid_json', async () => {
      expect(code(await api.post('/agent/onboarding/start', 'hello'))).toBe('400 invalid_json');
    });

    it('400 agent_id_invalid before any other failure', async () => {
      expect(code(await start('agent_default', { user_email: 'nobody' }))).toBe('400 agent_id_invalid');
    });

    it.each<[string, object]>([
      ['no mailbox', { user_email: undefined }],
      ['a blank mailbox', { user_email: ' ' }],
      ['a mailbox without a domain', { user_email: 'carol' }],
      ['a mailbox with a line end', { user_email: 'carol@example.com\r\nBcc: x@example.com' }],
      ['a mailbox that is no text', { user_email: ['carol@example.com'] }],
      ['a malformed user_wallet', { user_wallet: '0x12' }],
      ['a channel that is too long', { channel: 'c'.repeat(201) }],
      ['an update that is no object', { wallet_update: 'all' }],
      ['an update with an unknown action', { wallet_update: { allowed_actions: ['withdraw'] } }],
      ['an update with a mistyped cap', { wallet_update: { policy_metadata: { max_trade: '1' } } }],
      [
        'an update with a cap that is too fine',
        { wallet_update: { policy_metadata: { max_trade_amount: '0.0000001' } } },
      ],
      ['an update with an unknown status', { wallet_update: { status: 'open' } }],
    ])('400 agent_onboarding_invalid for %s', async (_case, fields) => {
      const agent = newAgent();
      expect(code(await start(agent, fields))).toBe('400 agent_onboarding_invalid');
      expect(await api.database.query('SELECT 1 FROM agent_onboardings WHERE agent_id = $1', [agent])).toEqual([]);
    });

    it('429 rate_limited after five starts an hour per agent and mailbox', async () => {
      const agent = newAgent();
      const ids: string[] = [];
      for (let turn = 0; turn < 5; turn += 1) ids.push(await started(agent));
      const refused = await start(agent, { user_email: buildEmail(agent).toUpperCase() });
      expect(code(refused)).toBe('429 rate_limited');
      const retryAfterS = Number(refused.headers.get('retry-after'));
      expect(retryAfterS).toBeGreaterThan(3_500);
      expect(retryAfterS).toBeLessThanOrEqual(3_600);
      expect(await status(ids.at(-1) ?? '')).toBe('pending_otp');
      expect((await start(agent, { user_email: `other.${buildEmail(agent)}` })).status).toBe(201);
      await age(ids[0] ?? '', '1 hour');
      expect((await start(agent)).status).toBe(201);
      expect(code(await start(agent))).toBe('429 rate_limited');
    });

    it('429 rate_limited after ten starts an hour per mailbox, in any case and with any tag', async () => {
      const mailbox = `${newAgent()}@example.com`;
      for (let turn = 0; turn < 10; turn += 1) {
        const user_email = mailbox.replace('@', turn === 0 ? '@' : `+${turn}@`);
        expect((await start(newAgent(), { user_email })).status).toBe(201);
      }
      expect(code(await start(newAgent(), { user_email: mailbox.replace('agent', 'AGENT') }))).toBe('429 rate_limited');
    });

    it('counts simultaneous starts atomically', async () => {
      const agent = newAgent();
      const answers = await Promise.all(Array.from({ length: 12 }, () => start(agent)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([
        ...Array<number>(5).fill(201),
        ...Array<number>(7).fill(429),
      ]);
      const pending = await api.database.query(
        `SELECT id FROM agent_onboardings WHERE agent_id = $1 AND status = 'pending_otp'`,
        [agent],
      );
      expect(pending).toHaveLength(1);
    });
  });

  describe('POST /agent/onboarding/verify', () => {
    it('200 with an executable wallet and a session', async () => {
      const agent = newAgent();
      const id = await started(agent, { user_wallet: USER, source_client: 'cli' });
      const { status: httpStatus, body } = await verify(id, passcode(id));
      expect(httpStatus).toBe(200);
      expect(Object.keys(body)).toEqual(['onboarding', 'agent_wallet', 'agent_session', 'next_step', 'warnings']);
      expect(body.onboarding).toMatchObject({ onboarding_id: id, status: 'verified' });
      expect(body.agent_wallet).toMatchObject({
        agent_id: agent,
        agent_wallet_address: matching(/^0x/),
        allowed_actions: [...ACTION_NAMES],
        status: 'active',
        user_wallet: USER,
        source_client: 'cli',
        policy_metadata: { max_trade_amount: null },
      });
      expect(body.agent_session).toEqual({
        session_id: matching(/^agent_session_[0-9a-f]{32}$/),
        agent_id: agent,
        onboarding_id: id,
        user_email: body.onboarding['user_email'],
        user_wallet: USER,
        agent_wallet_address: body.agent_wallet.agent_wallet_address,
        wallet_provider: 'provider_agent_wallet',
        chain: 'CHAIN-TESTNET',
        allowed_actions: [...ACTION_NAMES],
        allowed_channels: [],
        session_metadata: { source_client: 'cli', channel: null },
        status: 'active',
        created_at: matching(/Z$/),
        updated_at: matching(/Z$/),
        expires_at: matching(/Z$/),
      });
      expect(body.next_step).toBe('ready');
    });

    it('200 keeps an existing wallet’s address, actions, cap and status', async () => {
      const agent = newAgent();
      const before = await api.register(agent, {
        allowed_actions: ['buy_yes'],
        policy_metadata: { max_trade_amount: '3' },
        status: 'disabled',
      });
      const { body } = await onboard(agent);
      expect(body.agent_wallet).toEqual({ ...before, updated_at: matching(/Z$/) });
    });

    it('200 moves a wallet of another chain to CHAIN-TESTNET', async () => {
      const agent = newAgent();
      await api.register(agent, { chain: 'ELSEWHERE' });
      const { body } = await onboard(agent);
      expect(body.agent_wallet).toMatchObject({ chain: 'CHAIN-TESTNET', agent_wallet_address: matching(/^0x/) });
    });

    it('200 locks the wallet and applies exactly the wallet_update', async () => {
      const agent = newAgent();
      await onboard(agent);
      await api.register(agent, { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '1' } });
      expect(code(await api.post('/agent/wallets', walletBody(agent)))).toBe('403 agent_policy_violation');
      const update = { allowed_actions: ['buy_yes', 'buy_no'], policy_metadata: { max_trade_amount: null } };
      const { body } = await onboard(agent, { wallet_update: { ...update, unknown: 1 } });
      expect(body.agent_wallet).toMatchObject({ ...update, status: 'active' });
    });

    it('200 with a partial wallet_update keeps the other terms', async () => {
      const agent = newAgent();
      await api.register(agent, { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '1' } });
      const { body } = await onboard(agent, { wallet_update: { status: 'disabled' } });
      expect(body.agent_wallet).toMatchObject({
        allowed_actions: ['buy_yes'],
        policy_metadata: { max_trade_amount: '1' },
        status: 'disabled',
      });
    });

    it('200 with a null address while provisioning is pending', async () => {
      api.tasks.onProvision = () => Promise.resolve('pending');
      const { status: httpStatus, body } = await onboard(newAgent());
      expect([httpStatus, body.agent_wallet.agent_wallet_address]).toEqual([200, null]);
    });

    it('400 invalid_json', async () => {
      expect(code(await api.post('/agent/onboarding/verify', ''))).toBe('400 invalid_json');
    });

    it('400 agent_onboarding_invalid for a malformed passcode, without counting an attempt', async () => {
      const id = await started(newAgent());
      for (const otp of [undefined, null, '', 123456, '12345', '1234567', '12345a', '１２３４５６', '123456\n']) {
        expect(code(await verify(id, otp))).toBe('400 agent_onboarding_invalid');
      }
      expect((await verify(id, passcode(id))).status).toBe(200);
    });

    it('400 agent_onboarding_invalid for a wrong passcode, and for the right one after five attempts', async () => {
      const id = await started(newAgent());
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(await status(id)).toBe('pending_otp');
        expect(code(await verify(id, wrong(id)))).toBe('400 agent_onboarding_invalid');
      }
      expect(await status(id)).toBe('locked');
      expect(code(await verify(id, passcode(id)))).toBe('400 agent_onboarding_invalid');
    });

    it('counts simultaneous attempts atomically', async () => {
      const id = await started(newAgent());
      await Promise.all(Array.from({ length: 20 }, () => verify(id, wrong(id))));
      const [row] = await api.database.query('SELECT failed_attempts, status FROM agent_onboardings WHERE id = $1', [
        id,
      ]);
      expect(row).toEqual({ failed_attempts: 5, status: 'locked' });
    });

    it('400 agent_onboarding_invalid for an expired passcode', async () => {
      const id = await started(newAgent());
      await age(id, '10 minutes');
      expect(code(await verify(id, passcode(id)))).toBe('400 agent_onboarding_invalid');
      expect(await status(id)).toBe('expired');
    });

    it('400 agent_onboarding_invalid for a used passcode', async () => {
      const id = await started(newAgent());
      await verify(id, passcode(id));
      expect(code(await verify(id, passcode(id)))).toBe('400 agent_onboarding_invalid');
      expect(await status(id)).toBe('verified');
    });

    it('completes one of eight simultaneous correct attempts', async () => {
      const agent = newAgent();
      const id = await started(agent);
      const answers = await Promise.all(Array.from({ length: 8 }, () => verify(id, passcode(id))));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
      expect(await api.database.query('SELECT id FROM agent_sessions WHERE agent_id = $1', [agent])).toHaveLength(1);
    });

    it.each([newId('agent_onboarding'), 'agent_onboarding_1', 'nonsense'])(
      '404 agent_onboarding_not_found for %s',
      async (id) => {
        expect(code(await verify(id, '123456'))).toBe('404 agent_onboarding_not_found');
      },
    );

    it.each([
      ['agent_wallet_provisioning_failed', 502],
      ['agent_execution_config_invalid', 503],
    ] as const)('%s does not consume the passcode', async (failure, httpStatus) => {
      const agent = newAgent();
      const id = await started(agent);
      api.tasks.onProvision = () => Promise.reject(new AppError(failure));
      expect(code(await verify(id, passcode(id)))).toBe(`${httpStatus} ${failure}`);
      expect(await status(id)).toBe('pending_otp');
      expect(code(await api.get(`/agent/sessions/${agent}`))).toBe('404 agent_session_not_found');
      api.tasks.onProvision = (walletId) => api.tasks.bind(walletId);
      expect((await verify(id, passcode(id))).status).toBe(200);
    });
  });

  describe('GET /agent/onboarding/{onboarding_id}', () => {
    it('200 with the onboarding of the start', async () => {
      const { body } = await start(newAgent());
      const answer = await api.get(`/agent/onboarding/${body.onboarding.onboarding_id}`);
      expect([answer.status, answer.body]).toEqual([200, { onboarding: body.onboarding }]);
    });

    it.each([newId('agent_onboarding'), 'x', 'agent_onboarding_%00'])(
      '404 agent_onboarding_not_found for %s',
      async (id) => {
        expect(code(await api.get(`/agent/onboarding/${id}`))).toBe('404 agent_onboarding_not_found');
      },
    );
  });

  describe('GET /agent/sessions/{agent_id}', () => {
    it('200 with the latest session', async () => {
      const agent = newAgent();
      await onboard(agent);
      const { body } = await onboard(agent);
      const answer = await api.get(`/agent/sessions/${agent}`);
      expect([answer.status, answer.body]).toEqual([200, { agent_session: body.agent_session }]);
    });

    it('400 agent_id_invalid', async () => {
      expect(code(await api.get('/agent/sessions/someone'))).toBe('400 agent_id_invalid');
    });

    it('404 agent_session_not_found without a session and after it has expired', async () => {
      const agent = newAgent();
      expect(code(await api.get(`/agent/sessions/${agent}`))).toBe('404 agent_session_not_found');
      await onboard(agent);
      await api.database.query(
        `UPDATE agent_sessions SET expires_at = now() - interval '1 minute' WHERE agent_id = $1`,
        [agent],
      );
      expect(code(await api.get(`/agent/sessions/${agent}`))).toBe('404 agent_session_not_found');
    });
  });
});
