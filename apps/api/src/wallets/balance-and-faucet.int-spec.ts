import { AppError } from '@app/common';
import { COLLATERAL, newAgent, randomAddress } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

const COOLDOWN_S = 60;

describe('balance and faucet', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start({ FAUCET_COOLDOWN_S: COOLDOWN_S });
  });
  afterEach(() => {
    api.tasks.onProvision = (id) => api.tasks.bind(id);
    api.tasks.onBalance = () => Promise.resolve([]);
    api.tasks.onFaucet = () => Promise.resolve({});
  });
  afterAll(() => api.stop());

  const balance = (agentId: string): Promise<Answer> => api.get(`/agent/wallets/${agentId}/balance`);
  const faucet = (agentId: string): Promise<Answer> => api.post(`/agent/wallets/${agentId}/faucet`);
  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const disable = (agentId: string): Promise<Answer> => api.post(`/agent/wallets/${agentId}/disable`);

  describe('GET /agent/wallets/{agent_id}/balance', () => {
    it('200 lists the collateral at "0" for an empty wallet', async () => {
      const agent = newAgent();
      const { agent_wallet_address } = await api.register(agent);
      const { status, body } = await balance(agent);
      expect(status).toBe(200);
      expect(body.agent_wallet_balance).toEqual({
        agent_id: agent,
        agent_wallet_address,
        chain: 'CHAIN-TESTNET',
        balances: [
          {
            token: { name: 'USDC', symbol: 'USDC', decimals: 6, address: COLLATERAL, blockchain: 'CHAIN-TESTNET' },
            amount: '0',
          },
        ],
      });
    });

    it('200 with the provider’s balances and the collateral once', async () => {
      const usdc = { name: 'Test USDC', symbol: 'USDC', decimals: 6, blockchain: 'ARC-TESTNET' };
      const gas = { name: 'Ether', symbol: 'ETH', decimals: 18, address: null, blockchain: 'ARC-TESTNET' };
      api.tasks.onBalance = () =>
        Promise.resolve([
          { token: gas, amount: '1.5' },
          { token: { ...usdc, address: COLLATERAL.toLowerCase() }, amount: '1000' },
        ]);
      const agent = newAgent();
      await api.register(agent);
      const blockchain = 'CHAIN-TESTNET';
      expect((await balance(agent)).body.agent_wallet_balance.balances).toEqual([
        { token: { ...gas, blockchain }, amount: '1.5' },
        { token: { ...usdc, address: COLLATERAL, blockchain }, amount: '1000' },
      ]);
    });

    it('200 on a disabled wallet', async () => {
      const agent = newAgent();
      await api.register(agent);
      await disable(agent);
      expect((await balance(agent)).status).toBe(200);
    });

    it('400 agent_id_invalid', async () => {
      expect(code(await balance('agent_test'))).toBe('400 agent_id_invalid');
    });

    it('404 agent_wallet_not_found', async () => {
      expect(code(await balance(newAgent()))).toBe('404 agent_wallet_not_found');
    });

    it('409 agent_wallet_chain_invalid', async () => {
      const agent = newAgent();
      await api.register(agent, { chain: 'ELSEWHERE' });
      expect(code(await balance(agent))).toBe('409 agent_wallet_chain_invalid');
    });

    it('409 agent_wallet_status_invalid for a wallet that the provider does not hold', async () => {
      const [waiting, foreign] = [newAgent(), newAgent()];
      api.tasks.onProvision = () => Promise.resolve('pending');
      await api.register(waiting);
      await api.register(foreign, { agent_wallet_address: randomAddress() });
      expect(code(await balance(waiting))).toBe('409 agent_wallet_status_invalid');
      expect(code(await balance(foreign))).toBe('409 agent_wallet_status_invalid');
    });

    it.each([
      ['provider_agent_wallet_balance_not_configured', 501],
      ['provider_agent_wallet_balance_failed', 502],
    ] as const)('%s', async (failure, status) => {
      api.tasks.onBalance = () => Promise.reject(new AppError(failure));
      const agent = newAgent();
      await api.register(agent);
      expect(code(await balance(agent))).toBe(`${status} ${failure}`);
    });
  });

  describe('POST /agent/wallets/{agent_id}/faucet', () => {
    it('200, with or without a message', async () => {
      const [first, second] = [newAgent(), newAgent()];
      const { agent_wallet_address } = await api.register(first);
      await api.register(second);
      const { status, body } = await faucet(first);
      expect(status).toBe(200);
      expect(body.agent_wallet_faucet).toEqual({
        agent_id: first,
        agent_wallet_address,
        chain: 'CHAIN-TESTNET',
        token: 'usdc',
        status: 'requested',
        result: {},
      });
      api.tasks.onFaucet = () => Promise.resolve({ message: 'on its way' });
      expect((await faucet(second)).body.agent_wallet_faucet.result).toEqual({ message: 'on its way' });
    });

    it('400 agent_id_invalid and 404 agent_wallet_not_found', async () => {
      expect(code(await faucet('agent_demo'))).toBe('400 agent_id_invalid');
      expect(code(await faucet(newAgent()))).toBe('404 agent_wallet_not_found');
    });

    it('409 agent_wallet_status_invalid for a disabled wallet, before its chain', async () => {
      const agent = newAgent();
      await api.register(agent, { chain: 'ELSEWHERE', status: 'disabled' });
      expect(code(await faucet(agent))).toBe('409 agent_wallet_status_invalid');
    });

    it('409 agent_wallet_chain_invalid', async () => {
      const agent = newAgent();
      await api.register(agent, { chain: 'ELSEWHERE' });
      expect(code(await faucet(agent))).toBe('409 agent_wallet_chain_invalid');
    });

    it('429 rate_limited with Retry-After until the cooldown is over', async () => {
      const agent = newAgent();
      await api.register(agent);
      const granted = await faucet(agent);
      const limits = ({ headers }: Answer): unknown[] => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
      expect(limits(granted)).toEqual([`"faucet";q=1;w=${COOLDOWN_S}`, `"faucet";r=0;t=${COOLDOWN_S}`]);
      const refused = await faucet(agent);
      const left = `"faucet";r=0;t=${refused.headers.get('retry-after')}`;
      expect(limits(refused)).toEqual([`"faucet";q=1;w=${COOLDOWN_S}`, left]);
      expect(code(refused)).toBe('429 rate_limited');
      const retryAfterS = Number(refused.headers.get('retry-after'));
      expect(retryAfterS).toBeGreaterThan(COOLDOWN_S - 10);
      expect(retryAfterS).toBeLessThanOrEqual(COOLDOWN_S);
      await api.database.query(
        `UPDATE faucet_grants SET granted_at = granted_at - interval '60 s' WHERE subject = $1`,
        [agent],
      );
      expect(code(await faucet(agent))).toBe('429 rate_limited');
      await api.database.query(`UPDATE faucet_grants SET granted_at = granted_at - interval '60 s'`);
      expect((await faucet(agent)).status).toBe(200);
    });

    it('grants one of 16 simultaneous requests', async () => {
      const agent = newAgent();
      const { id } = await api.register(agent);
      const answers = await Promise.all(Array.from({ length: 16 }, () => faucet(agent)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(15).fill(429)]);
      expect(api.tasks.faucetRequests.filter((walletId) => walletId === id)).toHaveLength(1);
    });

    it('501 starts no cooldown', async () => {
      const agent = newAgent();
      await api.register(agent);
      api.tasks.onFaucet = () => Promise.reject(new AppError('provider_agent_wallet_faucet_not_configured'));
      expect(code(await faucet(agent))).toBe('501 provider_agent_wallet_faucet_not_configured');
      api.tasks.onFaucet = () => Promise.resolve({});
      expect((await faucet(agent)).status).toBe(200);
    });

    it('502 starts the cooldown, because tokens may still arrive', async () => {
      const agent = newAgent();
      await api.register(agent);
      api.tasks.onFaucet = () => Promise.reject(new AppError('provider_agent_wallet_faucet_failed'));
      const failed = await faucet(agent);
      expect(code(failed)).toBe('502 provider_agent_wallet_faucet_failed');
      expect(failed.body.error).toMatchObject({
        message: expect.stringMatching(/or did not answer; read the balance/),
      });
      expect(code(await faucet(agent))).toBe('429 rate_limited');
    });
  });
});

describe('FAUCET_ENABLED=false', () => {
  it('answers 501 and starts no cooldown', async () => {
    const api = await AgentsApi.start({ FAUCET_ENABLED: false });
    try {
      const agent = newAgent();
      await api.register(agent);
      const { status, body } = await api.post(`/agent/wallets/${agent}/faucet`);
      expect([status, body.error.code]).toEqual([501, 'provider_agent_wallet_faucet_not_configured']);
      expect(await api.database.query('SELECT * FROM faucet_grants')).toEqual([]);
    } finally {
      await api.stop();
    }
  });

  it('grants repeatedly with FAUCET_COOLDOWN_S=0', async () => {
    const api = await AgentsApi.start({ FAUCET_COOLDOWN_S: 0 });
    try {
      const agent = newAgent();
      await api.register(agent);
      const statuses = [
        await api.post(`/agent/wallets/${agent}/faucet`),
        await api.post(`/agent/wallets/${agent}/faucet`),
      ];
      expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await api.stop();
    }
  });
});
