import {
  openProviderFixture,
  type ProviderFixture,
  startInProcess,
} from '../../../test/support/wallet-provider/harness.js';
import {
  encodeTokenCall,
  type ProviderClient,
  type Tx,
  type Wallet,
} from '../../../test/support/wallet-provider/provider-client.js';

const BASE = '/v1/w3s';
const SPENDER = `0x${'5a'.repeat(20)}`;

interface MinedTransaction {
  readonly nonce: string;
  readonly from: string;
  readonly gas: string;
  readonly maxFeePerGas: string;
}

describe('transactions of the wallet provider', () => {
  let fixture: ProviderFixture;
  let client: ProviderClient;
  let close: () => Promise<void>;
  let wallet: Wallet;
  let emptyWallet: Wallet;

  beforeAll(async () => {
    fixture = await openProviderFixture();
    ({ client, close } = await startInProcess(fixture));
    [wallet, emptyWallet] = (await client.createWallets(2)) as [Wallet, Wallet];
    await client.drip(wallet.address);
  });

  afterAll(async () => {
    await close();
    await fixture.stop();
  });

  const approve = (amount = 1) => ({
    walletId: wallet.id,
    contractAddress: fixture.token,
    callData: encodeTokenCall('approve', SPENDER, amount),
  });
  const transfer = (amount: number) => ({ ...approve(), callData: encodeTokenCall('transfer', SPENDER, amount) });
  const start = async (body: object, fault?: string) =>
    (await client.execute(body, fault === undefined ? {} : { fault })).body.data.id;
  const mined = (transaction: Tx) =>
    fixture.anvil.rpc<MinedTransaction>('eth_getTransactionByHash', transaction.txHash);

  it('move from INITIATED to COMPLETE with the data of the receipt', async () => {
    const { status, body } = await client.execute({ ...approve(), refId: 'intent/approve' });
    expect([status, body.data.state]).toEqual([201, 'INITIATED']);
    const done = await client.until(body.data.id, 'COMPLETE');
    const receipt = await fixture.anvil.rpc<{ status: string; blockHash: string; blockNumber: string }>(
      'eth_getTransactionReceipt',
      done.txHash,
    );
    expect(receipt.status).toBe('0x1');
    expect(done).toMatchObject({
      ...{
        walletId: wallet.id,
        sourceAddress: wallet.address,
        contractAddress: fixture.token,
        refId: 'intent/approve',
      },
      ...{ transactionType: 'OUTBOUND', custodyType: 'DEVELOPER', operation: 'CONTRACT_EXECUTION' },
      ...{ feeLevel: 'MEDIUM', blockHash: receipt.blockHash, blockHeight: Number(receipt.blockNumber) },
    });
    expect(done.createDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('of one wallet use consecutive nonces in the order of acceptance', async () => {
    const ids: string[] = [];
    for (let amount = 1; amount <= 5; amount++) ids.push(await start(approve(amount)));
    const nonces: number[] = [];
    for (const id of ids) nonces.push(Number((await mined(await client.until(id, 'COMPLETE'))).nonce));
    expect(nonces).toEqual(nonces.map((_, index) => (nonces[0] ?? 0) + index));
  });

  it('that would revert fail without using a nonce', async () => {
    const before = Number((await mined(await client.until(await start(approve()), 'COMPLETE'))).nonce);
    const failed = await client.until(await start(transfer(999_999_999_999)), 'FAILED');
    expect(failed).toMatchObject({
      errorReason: 'ESTIMATION_ERROR',
      errorDetails: expect.stringContaining('revert') as unknown,
    });
    expect(failed.txHash).toBeUndefined();
    const after = await mined(await client.until(await start(approve()), 'COMPLETE'));
    expect(Number(after.nonce)).toBe(before + 1);
  });

  it('of a wallet without coins fail with INSUFFICIENT_NATIVE_TOKEN', async () => {
    const id = await start({ ...approve(), walletId: emptyWallet.id });
    expect(await client.until(id, 'FAILED')).toMatchObject({ errorReason: 'INSUFFICIENT_NATIVE_TOKEN' });
  });

  it('that revert on the chain keep their hash', async () => {
    const failed = await client.until(await start(transfer(999_999_999_999), 'skip-estimation'), 'FAILED');
    expect(failed).toMatchObject({ errorReason: 'FAILED_ON_CHAIN', txHash: expect.any(String) as unknown });
    expect((await fixture.anvil.rpc<{ status: string }>('eth_getTransactionReceipt', failed.txHash)).status).toBe(
      '0x0',
    );
  });

  it('are listed by wallet and time, newest first, in pages', async () => {
    const id = await start(approve());
    await client.until(id, 'COMPLETE');
    const read = async (query: string) => client.get<{ transactions: Tx[] }>(`${BASE}/transactions?${query}`);
    const list = async (query: string) => (await read(query)).body.data.transactions.map((one) => one.id);
    const both = `pageSize=50&walletIds=${wallet.id},${emptyWallet.id},${wallet.id}`;
    const all = await list(both);
    const own = await list(`pageSize=50&walletIds=${wallet.id}`);
    expect(own[0]).toBe(id);
    expect(all).toHaveLength(own.length + 1);
    expect(await list('pageSize=50')).toEqual(all);
    expect(await list(`${both}&pageAfter=${all[0]}`)).toEqual(all.slice(1));
    expect(await list(`${both}&from=2100-01-01T00:00:00Z`)).toEqual([]);
    const { headers } = await read(`pageSize=1&walletIds=${wallet.id}`);
    const next = `pageSize=1&walletIds=${wallet.id}&pageAfter=${own[0]}`;
    expect(headers.get('link')).toBe(`<${client.url}${BASE}/transactions?${next}>; rel="next"`);
    expect(await list(next)).toEqual([own[1]]);
    const last = await read(`${both}&pageAfter=${all.at(-1)}`);
    expect([last.body.data.transactions, last.headers.get('link')]).toEqual([[], null]);
  });

  it('never show what the faucet sends', async () => {
    const { body } = await client.get<{ transactions: Tx[] }>(`${BASE}/transactions?pageSize=50`);
    expect(new Set(body.data.transactions.map(({ walletId }) => walletId))).toEqual(
      new Set([wallet.id, emptyWallet.id]),
    );
  });

  it('are not accelerated when they have ended', async () => {
    const id = await start(approve());
    await client.until(id, 'COMPLETE');
    const answer = await client.post(`${BASE}/developer/transactions/${id}/accelerate`, {});
    expect([answer.status, answer.body.code]).toEqual([400, 155229]);
  });

  it('that are accelerated complete under a new hash', async () => {
    const id = await start(approve(), 'stuck');
    const before = await client.until(id, 'STUCK');
    await client.post(`${BASE}/developer/transactions/${id}/accelerate`, {});
    const after = await client.until(id, 'COMPLETE');
    expect(after.txHash).not.toBe(before.txHash);
    expect((await fixture.anvil.rpc<{ status: string }>('eth_getTransactionReceipt', after.txHash)).status).toBe('0x1');
  });
});
