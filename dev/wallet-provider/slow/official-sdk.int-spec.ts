import {
  type CircleDeveloperControlledWalletsClient,
  initiateDeveloperControlledWalletsClient,
} from '@circle-fin/developer-controlled-wallets';
import { randomUUID } from 'node:crypto';
import type { RunningWalletProvider } from '../start-wallet-provider.js';
import {
  openProviderFixture,
  type ProviderFixture,
  startInProcess,
} from '../../../test/support/wallet-provider/harness.js';
import { API_KEY, encodeTokenCall, ENTITY_SECRET } from '../../../test/support/wallet-provider/provider-client.js';

const SPENDER = `0x${'5a'.repeat(20)}`;
const FEE = { type: 'level', config: { feeLevel: 'MEDIUM' } } as const;
const BLOCKCHAIN = 'ARC-TESTNET' as const;

/** Runs the provider's official client through the calls that the product needs. */
describe('official SDK', () => {
  let fixture: ProviderFixture;
  let provider: RunningWalletProvider;
  let sdk: CircleDeveloperControlledWalletsClient;
  let walletId: string;
  let address: string;

  beforeAll(async () => {
    // The SDK uses the proxy of the environment, even for loopback.
    process.env.NO_PROXY = '127.0.0.1,localhost';
    fixture = await openProviderFixture();
    provider = await startInProcess(fixture);
    sdk = initiateDeveloperControlledWalletsClient({
      apiKey: API_KEY,
      entitySecret: ENTITY_SECRET,
      baseUrl: provider.url,
    });
    const set = await sdk.createWalletSet({ name: 'agents' });
    const created = await sdk.createWallets({
      walletSetId: set.data?.walletSet?.id ?? '',
      blockchains: [BLOCKCHAIN],
      count: 2,
      metadata: [
        { name: 'one', refId: 'agent-1' },
        { name: 'two', refId: 'agent-2' },
      ],
    });
    const wallet = created.data?.wallets[0];
    walletId = wallet?.id ?? '';
    address = wallet?.address ?? '';
    await sdk.requestTestnetTokens({ address, blockchain: BLOCKCHAIN, native: true, usdc: true });
  });

  afterAll(async () => {
    await provider.close();
    await fixture.stop();
  });

  const approve = (amount: string) => ({
    walletId,
    contractAddress: fixture.token,
    callData: encodeTokenCall('approve', SPENDER, BigInt(amount)) as `0x${string}`,
    fee: FEE,
    refId: `approve-${amount}`,
  });

  const create = async (amount: string, headers?: Record<string, string>) => {
    const client =
      headers === undefined
        ? sdk
        : initiateDeveloperControlledWalletsClient({
            apiKey: API_KEY,
            entitySecret: ENTITY_SECRET,
            baseUrl: provider.url,
            headers,
          });
    return (await client.createContractExecutionTransaction(approve(amount))).data?.id ?? '';
  };

  it('reads the public key', async () => {
    expect((await sdk.getPublicKey()).data?.publicKey).toMatch(/^-----BEGIN RSA PUBLIC KEY-----\n/);
  });

  it('repeats a creation under its idempotency key', async () => {
    const idempotencyKey = randomUUID();
    const [first, second] = [
      await sdk.createWalletSet({ name: 'x', idempotencyKey }),
      await sdk.createWalletSet({ name: 'x', idempotencyKey }),
    ];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.data?.walletSet?.id).toBe(first.data?.walletSet?.id);
  });

  it('reads balances', async () => {
    const balances = (await sdk.getWalletTokenBalance({ id: walletId })).data?.tokenBalances ?? [];
    expect(balances.find(({ token }) => token.tokenAddress === fixture.token)?.amount).toBe('1000');
    expect(balances.filter(({ token }) => token.isNative)).toHaveLength(1);
  });

  const complete = (id: string) => sdk.getTransaction({ id, waitForState: 'COMPLETE', pollingInterval: 20 });

  it('creates a contract execution and waits until it is complete', async () => {
    const id = await create('7');
    const { data } = await complete(id);
    expect(data?.transaction).toMatchObject({
      id,
      state: 'COMPLETE',
      operation: 'CONTRACT_EXECUTION',
      refId: 'approve-7',
    });
    expect(data?.transaction?.txHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('lists transactions by page', async () => {
    const ids = [await create('8'), await create('9')];
    const first = await sdk.listTransactions({ walletIds: [walletId], pageSize: 1 });
    expect(first.data?.transactions?.[0]?.id).toBe(ids[1]);
    expect(String(first.headers.link)).toContain('rel="next"');
    const second = await sdk.listTransactions({ walletIds: [walletId], pageSize: 1, pageAfter: ids[1] });
    expect(second.data?.transactions?.[0]?.id).toBe(ids[0]);
    for (const id of ids) await complete(id); // the next test expects no other transaction in flight
  });

  it('accelerates and completes a stuck transaction', async () => {
    const id = await create('10', { 'X-Fault': 'stuck' });
    await expect(complete(id)).rejects.toThrow();
    expect((await sdk.accelerateTransaction({ id })).data?.id).toBe(id);
    const done = await complete(id);
    expect(done.data?.transaction?.state).toBe('COMPLETE');
  });

  it('distinguishes errors by their codes', async () => {
    await expect(sdk.getWalletTokenBalance({ id: randomUUID() })).rejects.toMatchObject({ status: 404, code: 156001 });
    await expect(sdk.getTransaction({ id: randomUUID() })).rejects.toMatchObject({ status: 404, code: 156003 });
    const unauthorized = initiateDeveloperControlledWalletsClient({
      apiKey: 'TEST_API_KEY:a:b',
      entitySecret: ENTITY_SECRET,
      baseUrl: provider.url,
    });
    await expect(unauthorized.getPublicKey()).rejects.toMatchObject({ status: 401, code: 401 });
    const wrongSecret = initiateDeveloperControlledWalletsClient({
      apiKey: API_KEY,
      entitySecret: '00'.repeat(32),
      baseUrl: provider.url,
    });
    await expect(wrongSecret.createWalletSet({ name: 'x' })).rejects.toMatchObject({ status: 400, code: 156013 });
  });
});
