import {
  openProviderFixture,
  type ProviderFixture,
  startInProcess,
} from '../../../test/support/wallet-provider/harness.js';
import type { ProviderClient, Tx, Wallet } from '../../../test/support/wallet-provider/provider-client.js';

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
    abiFunctionSignature: 'approve(address,uint256)',
    abiParameters: [SPENDER, String(amount)],
  });
  const transfer = (amount: string) => ({
    ...approve(),
    abiFunctionSignature: 'transfer(address,uint256)',
    abiParameters: [SPENDER, amount],
  });
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
      ...{
        transactionType: 'OUTBOUND',
        custodyType: 'DEVELOPER',
        operation: 'CONTRACT_EXECUTION',
        amounts: [],
        nfts: null,
      },
      ...{ abiFunctionSignature: 'approve(address,uint256)', abiParameters: [SPENDER, '1'], feeLevel: 'MEDIUM' },
      ...{
        blockHash: receipt.blockHash,
        blockHeight: Number(receipt.blockNumber),
        estimatedFee: { gasLimit: expect.any(String) as unknown },
      },
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
    const failed = await client.until(await start(transfer('999999999999')), 'FAILED');
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
    const failed = await client.until(await start(transfer('999999999999'), 'skip-estimation'), 'FAILED');
    expect(failed).toMatchObject({ errorReason: 'FAILED_ON_CHAIN', txHash: expect.any(String) as unknown });
    expect((await fixture.anvil.rpc<{ status: string }>('eth_getTransactionReceipt', failed.txHash)).status).toBe(
      '0x0',
    );
  });

  it('use the gas, fees and amount of the request', async () => {
    const fees = { feeLevel: undefined, gasLimit: '123456', maxFee: '9.5', priorityFee: '1' };
    const id = await start({
      walletId: wallet.id,
      contractAddress: SPENDER,
      callData: '0x01',
      amount: '0.25',
      ...fees,
    });
    const done = await client.until(id, 'COMPLETE');
    expect(done.amounts).toEqual(['0.25']);
    expect(await mined(done)).toMatchObject({ gas: '0x1e240', maxFeePerGas: `0x${9_500_000_000n.toString(16)}` });
    expect(Number(await fixture.anvil.rpc('eth_getBalance', SPENDER, 'latest'))).toBe(0.25e18);
  });

  it('are listed by wallet and state, with fees only for a type', async () => {
    const id = await start(approve());
    await client.until(id, 'COMPLETE');
    const list = async (query: string) =>
      (await client.get<{ transactions: Tx[] }>(`${BASE}/transactions?pageSize=50&${query}`)).body.data.transactions;
    const listed = await list(`walletIds=${wallet.id}`);
    expect(listed[0]).toMatchObject({ id });
    expect(listed[0]?.estimatedFee).toBeUndefined();
    expect((await list(`walletIds=${wallet.id}&txType=OUTBOUND`))[0]?.estimatedFee).toBeDefined();
    expect((await list(`walletIds=${wallet.id},${emptyWallet.id}`)).length).toBe(listed.length + 1);
    expect((await list(`state=FAILED&walletIds=${emptyWallet.id}`)).map(({ walletId }) => walletId)).toEqual([
      emptyWallet.id,
    ]);
    const shown = (transactions: readonly Tx[]) => transactions.map(({ id: shownId }) => shownId);
    const all = shown(
      (await client.get<{ transactions: Tx[] }>(`${BASE}/transactions?pageSize=50`)).body.data.transactions,
    );
    const both = `walletIds=${wallet.id},${emptyWallet.id},${wallet.id}`;
    expect(shown(await list(both))).toEqual(all);
    expect(shown(await list(`${both}&order=ASC`))).toEqual(all.toReversed());
    expect(shown(await list(`${both}&pageAfter=${all[0]}`))).toEqual(all.slice(1));
    expect(shown(await list(`${both}&pageBefore=${all.at(-1)}`))).toEqual(all.slice(0, -1));
    expect(await list('operation=TRANSFER')).toEqual([]);
    expect(await list('from=2100-01-01T00:00:00Z')).toEqual([]);
    expect((await list(`order=ASC&walletIds=${wallet.id}`)).map((transaction) => transaction.id)).toEqual(
      listed.map((transaction) => transaction.id).reverse(),
    );
  });

  it('never show what the faucet sends', async () => {
    const { body } = await client.get<{ transactions: Tx[] }>(`${BASE}/transactions?pageSize=50`);
    expect(new Set(body.data.transactions.map(({ walletId }) => walletId))).toEqual(
      new Set([wallet.id, emptyWallet.id]),
    );
  });

  describe('cancelled', () => {
    it('before they are signed, end at once and take no nonce', async () => {
      const id = await start(approve(), 'hold:5000');
      const answer = await client.post<{ state: string }>(`${BASE}/developer/transactions/${id}/cancel`, {});
      expect(answer.body.data).toEqual({ id, state: 'CANCELLED' });
      expect((await client.transaction(id)).txHash).toBeUndefined();
    });

    it('after it, are replaced by nothing, and what waits behind goes on', async () => {
      const stuck = await start(approve(), 'stuck');
      const behind = await start(approve(2));
      const { txHash } = await client.until(stuck, 'STUCK');
      await client.post(`${BASE}/developer/transactions/${stuck}/cancel`, {});
      expect((await client.until(stuck, 'CANCELLED')).txHash).toBe(txHash);
      expect(await fixture.anvil.rpc('eth_getTransactionReceipt', txHash)).toBeNull();
      await client.until(behind, 'COMPLETE');
    });

    it('when they have ended, answer 155229', async () => {
      const id = await start(approve());
      await client.until(id, 'COMPLETE');
      for (const verb of ['cancel', 'accelerate']) {
        const answer = await client.post(`${BASE}/developer/transactions/${id}/${verb}`, {});
        expect([answer.status, answer.body.code]).toEqual([400, 155229]);
      }
    });
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
