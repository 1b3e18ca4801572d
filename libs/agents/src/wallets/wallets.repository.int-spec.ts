import { ACTION_NAMES } from '@app/common';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { newAgent, randomAddress } from '../../../../test/agents/requests.js';
import type { AgentWallet } from './agent-wallet.entity.js';
import { WalletsRepository } from './wallets.repository.js';

describe('WalletsRepository', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open.close());

  const insert = (agentId: string, address: string | null = null): Promise<AgentWallet | null> =>
    open.database.transaction(async (tx) => {
      const wallets = new WalletsRepository(tx);
      return wallets.insert({
        agentId,
        userId: await wallets.ensureAgentUser(agentId),
        userWallet: null,
        agentWalletAddress: address,
        walletProvider: 'provider_agent_wallet',
        chain: 'CHAIN-TESTNET',
        allowedActions: ACTION_NAMES,
        status: 'active',
        maxTradeAmount: null,
        dailyLimit: null,
        marketLimit: null,
        openExposureLimit: null,
        approvalAbove: null,
        autoClaim: false,
        totalLimit: null,
        validUntil: null,
        sourceClient: null,
      });
    });
  const inserted = async (address: string | null = null): Promise<AgentWallet> => {
    const wallet = await insert(newAgent(), address);
    if (wallet === null) throw new Error('the agent is not new');
    return wallet;
  };
  const bind = (walletId: string, address: string, providerWalletId: string): Promise<boolean> =>
    open.database.transaction((tx) =>
      new WalletsRepository(tx).bindProvisioned({ walletId, address, providerWalletId }),
    );

  it('inserts one wallet per agent', async () => {
    const agent = newAgent();
    const wallets = await Promise.all(Array.from({ length: 8 }, () => insert(agent)));
    expect(wallets.filter((wallet) => wallet !== null)).toHaveLength(1);
  });

  it('binds a wallet once, and returns true for a repeat', async () => {
    const wallet = await inserted();
    const [address, providerWalletId] = [randomAddress(), crypto.randomUUID()];
    expect(await bind(wallet.id, address, providerWalletId)).toBe(true);
    expect(await bind(wallet.id, address, providerWalletId)).toBe(true);
    expect(await bind(wallet.id, randomAddress(), crypto.randomUUID())).toBe(false);
    expect(await new WalletsRepository(open.database).findById(wallet.id)).toMatchObject({
      agentWalletAddress: address,
      providerWalletId,
      policyVersion: '2',
    });
  });

  it('keeps an address that was supplied', async () => {
    const wallet = await inserted(randomAddress());
    expect(await bind(wallet.id, randomAddress(), crypto.randomUUID())).toBe(false);
    expect(await new WalletsRepository(open.database).findById(wallet.id)).toMatchObject({
      agentWalletAddress: wallet.agentWalletAddress,
      providerWalletId: null,
    });
  });

  it('leaves an address with the user that has it', async () => {
    const wallet = await inserted();
    const address = randomAddress();
    await open.database.query(`INSERT INTO users (kind, wallet_address) VALUES ('address', $1)`, [address]);
    expect(await bind(wallet.id, address, crypto.randomUUID())).toBe(true);
    const users = await open.database.query('SELECT kind FROM users WHERE wallet_address = $1', [address]);
    expect(users).toEqual([{ kind: 'address' }]);
  });
});
