import { derivePasscode } from '@app/agents';
import { ACTION_NAMES, type Action, AppError } from '@app/common';
import {
  intentBody,
  matching,
  newAgent,
  NO_LIMITS,
  randomAddress,
  USER,
  walletBody,
} from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

describe('agent wallets', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  afterEach(() => {
    api.tasks.onProvision = (id) => api.tasks.bind(id);
  });
  afterAll(() => api.stop());

  const register = (body: unknown): Promise<Answer> => api.post('/agent/wallets', body);
  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  /** Null for a lane that was never made due; every change of the policy increments it. */
  const laneVersion = async (walletId: string): Promise<string | null> => {
    const text = 'SELECT version FROM lanes WHERE id = $1';
    return (await api.database.queryOne<{ version: string }>(text, [walletId]))?.version ?? null;
  };
  const verifyEmail = (agentId: string): Promise<unknown> =>
    api.database.query('UPDATE agent_wallets SET email_verified_at = now() WHERE agent_id = $1', [agentId]);

  describe('POST /agent/wallets', () => {
    describe('201', () => {
      it('registers a wallet with a provisioned address', async () => {
        const agent = newAgent();
        const { status, body } = await register(walletBody(agent));
        expect(status).toBe(201);
        expect(body.agent_wallet).toEqual({
          id: matching(/^[0-9a-f-]{36}$/),
          agent_id: agent,
          user_wallet: null,
          agent_wallet_address: matching(/^0x[0-9a-fA-F]{40}$/),
          wallet_provider: 'provider_agent_wallet',
          chain: 'CHAIN-TESTNET',
          allowed_actions: [...ACTION_NAMES],
          status: 'active',
          frozen: false,
          frozen_at: null,
          policy_metadata: NO_LIMITS,
          source_client: null,
          created_at: matching(/Z$/),
          updated_at: matching(/Z$/),
        });
      });

      it('creates a user row for the agent with the wallet’s address', async () => {
        const agent = newAgent();
        const { agent_wallet_address: address } = await api.register(agent);
        const users = await api.database.query('SELECT kind, wallet_address FROM users WHERE agent_id = $1', [agent]);
        expect(users).toEqual([{ kind: 'agent', wallet_address: address.toLowerCase() }]);
      });

      it('stores all fields, with duplicate actions removed', async () => {
        const { body } = await register(
          walletBody(newAgent(), {
            allowed_actions: ['buy_no', 'buy_yes', 'buy_no'],
            user_wallet: USER,
            status: 'disabled',
            source_client: 'cli',
            policy_metadata: { max_trade_amount: '010.50' },
          }),
        );
        expect(body.agent_wallet).toMatchObject({
          allowed_actions: ['buy_no', 'buy_yes'],
          user_wallet: USER,
          status: 'disabled',
          source_client: 'cli',
          policy_metadata: { max_trade_amount: '10.5' },
        });
      });

      it('answers a null address while provisioning is pending', async () => {
        api.tasks.onProvision = () => Promise.resolve('pending');
        const { status, body } = await register(walletBody(newAgent()));
        expect([status, body.agent_wallet.agent_wallet_address]).toEqual([201, null]);
      });

      it('records a supplied address without provisioning', async () => {
        const agent = newAgent();
        const provisioned = api.tasks.provisioned.length;
        const wallet = await api.register(agent, { agent_wallet_address: randomAddress() });
        expect(wallet.agent_wallet_address).toMatch(/^0x/);
        expect(api.tasks.provisioned).toHaveLength(provisioned);
      });

      it('records another chain without provisioning', async () => {
        const provisioned = api.tasks.provisioned.length;
        const wallet = await api.register(newAgent(), { chain: 'CHAIN-ELSEWHERE' });
        expect(wallet).toMatchObject({ chain: 'CHAIN-ELSEWHERE', agent_wallet_address: null });
        expect(api.tasks.provisioned).toHaveLength(provisioned);
      });
    });

    describe('200', () => {
      it('keeps fields that an upsert leaves out', async () => {
        const agent = newAgent();
        const first = await api.register(agent, {
          user_wallet: USER,
          source_client: 'cli',
          chain: 'CHAIN-TESTNET',
          policy_metadata: { max_trade_amount: '5' },
        });
        const { status, body } = await register(
          walletBody(agent, { allowed_actions: ['buy_yes'], policy_metadata: {}, source_client: '', chain: null }),
        );
        expect(status).toBe(200);
        expect(body.agent_wallet).toEqual({
          ...first,
          allowed_actions: ['buy_yes'],
          updated_at: matching(/Z$/),
        });
      });

      it('removes the cap for null, and blocks buys for "0"', async () => {
        const agent = newAgent();
        const readCap = async (cap: unknown): Promise<string | null> =>
          (await api.register(agent, { policy_metadata: { max_trade_amount: cap } })).policy_metadata.max_trade_amount;
        expect([await readCap('5'), await readCap(null), await readCap('0.0')]).toEqual(['5', null, '0']);
      });

      it('accepts the agent’s own address and provisions a missing one', async () => {
        const agent = newAgent();
        api.tasks.onProvision = () => Promise.resolve('pending');
        await register(walletBody(agent));
        api.tasks.onProvision = (id) => api.tasks.bind(id);
        const second = await register(walletBody(agent));
        const address = second.body.agent_wallet.agent_wallet_address;
        const third = await register(walletBody(agent, { agent_wallet_address: address.toLowerCase() }));
        expect([second.status, third.status]).toEqual([200, 200]);
        expect(third.body.agent_wallet.agent_wallet_address).toBe(address);
      });

      it('creates one wallet for 32 simultaneous registrations', async () => {
        const agent = newAgent();
        const answers = await Promise.all(Array.from({ length: 32 }, () => register(walletBody(agent))));
        expect(new Set(answers.map(({ body }) => body.agent_wallet.id)).size).toBe(1);
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      });

      it('makes the lane due only when the policy changes', async () => {
        const agent = newAgent();
        const { id } = await api.register(agent);
        await api.register(agent, { source_client: 'cli' });
        expect(await laneVersion(id)).toBeNull();
        await api.register(agent, { policy_metadata: { max_trade_amount: '5' } });
        expect(await laneVersion(id)).toBe('1');
        const [row] = await api.database.query('SELECT policy_version FROM agent_wallets WHERE id = $1', [id]);
        expect(row).toEqual({ policy_version: '3' });
      });
    });

    describe('400 agent_id_invalid', () => {
      it('before any other failure', async () => {
        expect(code(await register({ agent_id: 'agent_demo', allowed_actions: 'all' }))).toBe('400 agent_id_invalid');
        expect(code(await register({}))).toBe('400 agent_id_invalid');
      });
    });

    describe('400 agent_wallet_invalid', () => {
      it.each<[string, object]>([
        ['another provider', { wallet_provider: 'somebody' }],
        ['no provider', { wallet_provider: undefined }],
        ['no actions', { allowed_actions: [] }],
        ['actions left out', { allowed_actions: undefined }],
        ['an unknown action', { allowed_actions: ['buy_yes', 'withdraw'] }],
        ['actions that are no list', { allowed_actions: 'buy_yes' }],
        ['a malformed user_wallet', { user_wallet: '0x1' }],
        ['a malformed address', { agent_wallet_address: 'nowhere' }],
        ['an unknown status', { status: 'paused' }],
        ['a mistyped cap', { policy_metadata: { max_trade_amout: '5' } }],
        ['a cap that is a number', { policy_metadata: { max_trade_amount: 5 } }],
        ['a negative cap', { policy_metadata: { max_trade_amount: '-5' } }],
        ['a cap finer than the collateral', { policy_metadata: { max_trade_amount: '0.0000001' } }],
        ['a policy that is no object', { policy_metadata: [] }],
        ['NUL in a text', { source_client: 'a\u0000b' }],
      ])('for %s', async (_case, fields) => {
        const agent = newAgent();
        expect(code(await register(walletBody(agent, fields)))).toBe('400 agent_wallet_invalid');
        expect(code(await api.get(`/agent/wallets/${agent}`))).toBe('404 agent_wallet_not_found');
      });

      it('for an address of another agent', async () => {
        const taken = (await api.register(newAgent())).agent_wallet_address;
        const agent = newAgent();
        expect(code(await register(walletBody(agent, { agent_wallet_address: taken })))).toBe(
          '400 agent_wallet_invalid',
        );
        expect(code(await api.get(`/agent/wallets/${agent}`))).toBe('404 agent_wallet_not_found');
      });

      it('for an address other than the agent’s own, which stays', async () => {
        const agent = newAgent();
        const { agent_wallet_address: address } = await api.register(agent);
        const answer = await register(walletBody(agent, { agent_wallet_address: randomAddress(), status: 'disabled' }));
        expect(code(answer)).toBe('400 agent_wallet_invalid');
        const { body } = await api.get(`/agent/wallets/${agent}`);
        expect(body.agent_wallet).toMatchObject({ agent_wallet_address: address, status: 'active' });
      });
    });

    describe('403 agent_policy_violation, the lock of a verified wallet', () => {
      const TIGHT = { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '5' } };

      it.each<[string, object]>([
        ['another action', { ...TIGHT, allowed_actions: ['buy_yes', 'buy_no'] }],
        ['a higher cap', { ...TIGHT, policy_metadata: { max_trade_amount: '5.000001' } }],
        ['no cap', { ...TIGHT, policy_metadata: { max_trade_amount: null } }],
      ])('refuses %s', async (_case, fields) => {
        const agent = newAgent();
        await api.register(agent, TIGHT);
        await verifyEmail(agent);
        expect(code(await register(walletBody(agent, fields)))).toBe('403 agent_policy_violation');
        const { body } = await api.get(`/agent/wallets/${agent}`);
        expect(body.agent_wallet).toMatchObject(TIGHT);
      });

      it('refuses to enable a disabled wallet and to move it back from another chain', async () => {
        const agent = newAgent();
        await api.register(agent, TIGHT);
        await verifyEmail(agent);
        await api.register(agent, { ...TIGHT, status: 'disabled', chain: 'ELSEWHERE' });
        expect(code(await register(walletBody(agent, { ...TIGHT, status: 'active' })))).toBe(
          '403 agent_policy_violation',
        );
        expect(code(await register(walletBody(agent, { ...TIGHT, chain: 'CHAIN-TESTNET' })))).toBe(
          '403 agent_policy_violation',
        );
      });

      it('lets anyone turn automatic claims on and off', async () => {
        const agent = newAgent();
        await api.register(agent, TIGHT);
        await verifyEmail(agent);
        for (const auto_claim of [true, false]) {
          const { status, body } = await register(walletBody(agent, { ...TIGHT, policy_metadata: { auto_claim } }));
          expect([status, body.agent_wallet.policy_metadata]).toEqual([
            200,
            { ...NO_LIMITS, max_trade_amount: '5', auto_claim },
          ]);
        }
        const versions = await api.database.query('SELECT policy_version FROM agent_wallets WHERE agent_id = $1', [
          agent,
        ]);
        expect(versions).toEqual([{ policy_version: '4' }]);
        const changes = await api.database.query(
          `SELECT data::json->>'auto_claim' AS value FROM logged_events WHERE log = $1 AND type = 'wallet.changed' ORDER BY seq`,
          [`agent:${agent}`],
        );
        expect(changes.slice(-2)).toEqual([{ value: 'true' }, { value: 'false' }]);
      });

      it.each(['yes', 1])('400 agent_wallet_invalid for auto_claim %j', async (auto_claim) => {
        const answer = await register(walletBody(newAgent(), { policy_metadata: { auto_claim } }));
        expect([code(answer), answer.body.error.details]).toEqual([
          '400 agent_wallet_invalid',
          ['policy_metadata.auto_claim must be true or false'],
        ]);
      });

      it('allows a tighter policy', async () => {
        const agent = newAgent();
        await api.register(agent, { policy_metadata: { max_trade_amount: '5' } });
        await verifyEmail(agent);
        const { status, body } = await register(
          walletBody(agent, {
            allowed_actions: ['claim_payout'],
            policy_metadata: { max_trade_amount: '4' },
            status: 'disabled',
          }),
        );
        expect(status).toBe(200);
        expect(body.agent_wallet).toMatchObject({
          allowed_actions: ['claim_payout'],
          policy_metadata: { max_trade_amount: '4' },
          status: 'disabled',
        });
      });
    });

    describe('502 agent_wallet_provisioning_failed', () => {
      it('keeps a wallet that the next registration provisions', async () => {
        const agent = newAgent();
        api.tasks.onProvision = () => Promise.reject(new AppError('agent_wallet_provisioning_failed'));
        expect(code(await register(walletBody(agent)))).toBe('502 agent_wallet_provisioning_failed');
        api.tasks.onProvision = (id) => api.tasks.bind(id);
        const { status, body } = await register(walletBody(agent));
        expect(status).toBe(200);
        expect(body.agent_wallet.agent_wallet_address).toMatch(/^0x/);
      });
    });

    describe('503 agent_execution_config_invalid', () => {
      it('when no provider is configured', async () => {
        api.tasks.onProvision = () => Promise.reject(new AppError('agent_execution_config_invalid'));
        expect(code(await register(walletBody(newAgent())))).toBe('503 agent_execution_config_invalid');
      });
    });
  });

  describe('GET /agent/wallets/{agent_id}', () => {
    it('200 with the registered wallet', async () => {
      const agent = newAgent();
      const wallet = await api.register(agent);
      const { status, body } = await api.get(`/agent/wallets/${agent}`);
      expect([status, body.agent_wallet]).toEqual([200, wallet]);
    });

    it('400 agent_id_invalid', async () => {
      expect(code(await api.get('/agent/wallets/nobody'))).toBe('400 agent_id_invalid');
      expect(code(await api.get('/agent/wallets/agent_al%00ice'))).toBe('400 agent_id_invalid');
    });

    it('404 agent_wallet_not_found', async () => {
      expect(code(await api.get(`/agent/wallets/${newAgent()}`))).toBe('404 agent_wallet_not_found');
    });
  });

  describe('POST /agent/wallets/{agent_id}/disable', () => {
    it('200 on every repeat, making the lane due once', async () => {
      const agent = newAgent();
      const { id } = await api.register(agent);
      const first = await api.post(`/agent/wallets/${agent}/disable`);
      const second = await api.post(`/agent/wallets/${agent}/disable`, { ignored: true });
      expect([first.status, first.body.agent_wallet.status]).toEqual([200, 'disabled']);
      expect([second.status, second.body.agent_wallet]).toEqual([200, first.body.agent_wallet]);
      expect(await laneVersion(id)).toBe('1');
    });

    it('400 invalid_json for a body that is not JSON', async () => {
      expect(code(await api.post(`/agent/wallets/${newAgent()}/disable`, '{'))).toBe('400 invalid_json');
    });

    it('400 agent_id_invalid', async () => {
      expect(code(await api.post('/agent/wallets/agent_demo/disable'))).toBe('400 agent_id_invalid');
    });

    it('404 agent_wallet_not_found', async () => {
      expect(code(await api.post(`/agent/wallets/${newAgent()}/disable`))).toBe('404 agent_wallet_not_found');
    });
  });

  describe('POST /agent/wallets/{agent_id}/freeze', () => {
    it('200 on every repeat, keeping the time', async () => {
      const agent = newAgent();
      await api.register(agent);
      const first = await api.post(`/agent/wallets/${agent}/freeze`);
      const second = await api.post(`/agent/wallets/${agent}/freeze`, { ignored: true });
      expect([first.status, first.body.agent_wallet]).toEqual([
        200,
        expect.objectContaining({ frozen: true, frozen_at: matching(/Z$/), status: 'active' }),
      ]);
      expect([second.status, second.body.agent_wallet]).toEqual([200, first.body.agent_wallet]);
      expect((await api.get(`/agent/wallets/${agent}`)).body.agent_wallet).toEqual(first.body.agent_wallet);
    });

    it('200 cancels a confirmed buy, and keeps a confirmed claim', async () => {
      const agent = newAgent();
      await api.register(agent);
      const confirmed = async (action: Action): Promise<string> => {
        const { intent_id: id } = (await api.post('/agent/intents', intentBody(agent, action))).body.intent;
        await api.post(`/agent/intents/${id}/confirm`);
        return id;
      };
      const [buy, claim] = [await confirmed('buy_yes'), await confirmed('claim_payout')];
      await api.post(`/agent/wallets/${agent}/freeze`);
      const readStatus = async (id: string): Promise<string> =>
        (await api.get(`/agent/intents/${id}`)).body.intent.status;
      expect([await readStatus(buy), await readStatus(claim)]).toEqual(['cancelled', 'confirmed']);
      expect(code(await api.post(`/agent/intents/${buy}/confirm`))).toBe('409 agent_intent_status_invalid');
      expect((await api.post(`/agent/intents/${claim}/confirm`)).status).toBe(200);
    });

    it.each(ACTION_NAMES)('makes a preview and a confirmation of %s refused or not', async (action) => {
      const agent = newAgent();
      await api.register(agent);
      const { intent_id: id } = (await api.post('/agent/intents', intentBody(agent, action))).body.intent;
      await api.database.query(`UPDATE agent_wallets SET frozen_at = now() WHERE agent_id = $1`, [agent]);
      const answers = [
        await api.post('/agent/intents', intentBody(agent, action)),
        await api.post(`/agent/intents/${id}/confirm`),
      ];
      if (['create_market', 'buy_yes', 'buy_no'].includes(action)) {
        expect(answers.map(code)).toEqual(['403 agent_wallet_frozen', '403 agent_wallet_frozen']);
      } else {
        expect(answers.map(({ status }) => status)).toEqual([201, 200]);
      }
    });

    it('400 agent_id_invalid and 404 agent_wallet_not_found', async () => {
      expect(code(await api.post('/agent/wallets/agent_demo/freeze'))).toBe('400 agent_id_invalid');
      expect(code(await api.post(`/agent/wallets/${newAgent()}/freeze`))).toBe('404 agent_wallet_not_found');
    });
  });

  describe('unfreezing without API keys', () => {
    const frozenAgent = async (): Promise<string> => {
      const agent = newAgent();
      await api.register(agent);
      await api.post(`/agent/wallets/${agent}/freeze`);
      return agent;
    };

    it('403 agent_policy_violation without a passcode, also for an unverified wallet', async () => {
      const agent = await frozenAgent();
      expect(code(await api.post(`/agent/wallets/${agent}/unfreeze`))).toBe('403 agent_policy_violation');
      await api.register(agent, { frozen: false, status: 'active' });
      expect((await api.get(`/agent/wallets/${agent}`)).body.agent_wallet.frozen).toBe(true);
      expect(code(await api.post(`/agent/wallets/${newAgent()}/unfreeze`))).toBe('404 agent_wallet_not_found');
    });

    it('works with the owner’s passcode', async () => {
      const agent = await frozenAgent();
      const start = (frozen: unknown): Promise<Answer> =>
        api.post('/agent/onboarding/start', {
          agent_id: agent,
          user_email: `${agent}@example.com`,
          wallet_update: { frozen },
        });
      expect(code(await start(true))).toBe('400 agent_onboarding_invalid');
      const id = (await start(false)).body.onboarding.onboarding_id;
      const otp = derivePasscode(api.settings.PASSCODE_KEY, id);
      const { body } = await api.post('/agent/onboarding/verify', { onboarding_id: id, otp });
      expect(body.agent_wallet).toMatchObject({ frozen: false, frozen_at: null });
      expect((await api.post('/agent/intents', intentBody(agent, 'buy_yes'))).status).toBe(201);
    });
  });
});
