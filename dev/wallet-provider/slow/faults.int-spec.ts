import { randomUUID } from 'node:crypto';
import { eventually } from '../../../test/support/eventually.js';
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
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const SPENDER = `0x${'5a'.repeat(20)}`;

interface Receipt {
  readonly status: string;
  readonly from: string;
  readonly to: string;
  readonly logs: readonly { readonly data: string }[];
}

function encodeTopic(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

describe('faults of the wallet provider', () => {
  let fixture: ProviderFixture;
  let client: ProviderClient;
  let close: () => Promise<void>;
  let wallet: Wallet;

  beforeAll(async () => {
    fixture = await openProviderFixture();
    ({ client, close } = await startInProcess(fixture));
    [wallet] = (await client.createWallets(1)) as [Wallet];
    await client.drip(wallet.address);
  });

  afterEach(() => client.send('DELETE', '/control/faults'));

  afterAll(async () => {
    await close();
    await fixture.stop();
  });

  const approve = (refId = '') => ({
    walletId: wallet.id,
    contractAddress: fixture.token,
    callData: encodeTokenCall('approve', SPENDER, 1),
    refId,
  });
  const listed = async (refId: string) =>
    (
      await client.get<{ transactions: Tx[] }>(`${BASE}/transactions?pageSize=50&walletIds=${wallet.id}`)
    ).body.data.transactions.filter((tx) => tx.refId === refId);
  const nonceOfWallet = async () =>
    Number(await fixture.anvil.rpc('eth_getTransactionCount', wallet.address, 'latest'));
  /** Number of calls of the wallet that took effect. */
  const countApprovals = async () => {
    const filter = { fromBlock: '0x0', address: fixture.token, topics: [APPROVAL, encodeTopic(wallet.address)] };
    return (await fixture.anvil.rpc<unknown[]>('eth_getLogs', filter)).length;
  };
  const untilApprovals = (count: number) => eventually(countApprovals, (made) => made >= count);
  const readReceipt = (hash: string | undefined) => fixture.anvil.rpc<Receipt>('eth_getTransactionReceipt', hash);
  const addRule = (rule: object) => client.send<never>('POST', '/control/faults', { body: rule });

  describe('before acceptance', () => {
    it.each([
      ['status:503', 503, -1],
      ['status:400', 400, 400],
      ['rate-limit', 429, 429],
      ['rate-limit:7', 429, 429],
    ])('%s answers, and accepts nothing', async (fault, status, code) => {
      const answer = await client.execute(approve(fault), { fault });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.headers.get('retry-after')).toBe(fault === 'rate-limit:7' ? '7' : null);
      expect(await listed(fault)).toEqual([]);
    });

    it('reset closes the connection, and accepts nothing', async () => {
      await expect(client.execute(approve('reset'), { fault: 'reset' })).rejects.toThrow('fetch failed');
      expect(await listed('reset')).toEqual([]);
    });

    it('delay accepts the request after the delay', async () => {
      const started = Date.now();
      expect((await client.execute(approve(), { fault: 'delay:120' })).status).toBe(201);
      expect(Date.now() - started).toBeGreaterThanOrEqual(118);
    });
  });

  describe('after acceptance', () => {
    it.each(['drop', 'truncate', 'truncate:3', 'status-after:502'])('%s loses only the answer', async (fault) => {
      const key = randomUUID();
      const lost = await client.execute(approve(fault), { key, fault }).then(
        ({ status }) => status,
        () => 'no answer',
      );
      expect(lost).toBe(fault === 'status-after:502' ? 502 : 'no answer');
      const repeated = await client.execute(approve(fault), { key });
      expect(repeated.status).toBe(200);
      await client.until(repeated.body.data.id, 'COMPLETE');
      expect(await listed(fault)).toHaveLength(1);
    });

    it('leak adds a text to body and headers', async () => {
      const answer = await client.get(`${BASE}/transactions/${randomUUID()}`, 'leak:top%3Asecret%3B1');
      expect([answer.status, answer.body.message, answer.headers.get('x-debug')]).toEqual([
        404,
        'top:secret;1',
        'top%3Asecret%3B1',
      ]);
    });
  });

  describe('of a transaction', () => {
    it.each([
      ['denied', 'DENIED', undefined],
      ['cancelled', 'CANCELLED', undefined],
      ['failed:PAYMASTER_ENTITY_RESTRICTION', 'FAILED', 'PAYMASTER_ENTITY_RESTRICTION'],
    ])('%s ends it before signing', async (fault, state, errorReason) => {
      const { body } = await client.execute(approve(), { fault });
      const ended = await client.until(body.data.id, state);
      expect([ended.errorReason, ended.txHash]).toEqual([errorReason, undefined]);
    });

    it.each([
      ['denied-after-broadcast', 'DENIED', undefined],
      ['cancelled-after-broadcast', 'CANCELLED', undefined],
      ['failed-after-broadcast:FAILED_REORG', 'FAILED', 'FAILED_REORG'],
    ])('%s reports a mined transaction as ended', async (fault, state, errorReason) => {
      const { body } = await client.execute(approve(), { fault });
      const ended = await client.until(body.data.id, state);
      expect(ended.errorReason).toBe(errorReason);
      expect((await fixture.anvil.rpc<{ status: string }>('eth_getTransactionReceipt', ended.txHash)).status).toBe(
        '0x1',
      );
    });

    it('failed-while-pending shows FAILED without a hash, and the transaction is mined', async () => {
      const approvals = await countApprovals();
      const { body } = await client.execute(approve('pending'), {
        fault: 'failed-while-pending:INTERNAL_ERROR;error-details:lost',
      });
      await untilApprovals(approvals + 1);
      const shown = await client.transaction(body.data.id);
      expect(shown).toMatchObject({ state: 'FAILED', errorReason: 'INTERNAL_ERROR', errorDetails: 'lost' });
      expect([shown.txHash, shown.blockHash]).toEqual([undefined, undefined]);
      // The transaction goes on behind what is shown, so its last update may be a second later.
      expect(await listed('pending')).toEqual([{ ...shown, updateDate: expect.any(String) }]);
    });

    describe('with a wrong hash', () => {
      const showWrongHash = async (variant: string, state: string) => {
        const [nonce, approvals] = [await nonceOfWallet(), await countApprovals()];
        const { body } = await client.execute(approve(), { fault: `wrong-hash:${variant}` });
        const shown = await client.until(body.data.id, state);
        return { shown, receipt: await readReceipt(shown.txHash), nonce, approvals };
      };

      it('stranger shows the empty transfer of another sender, and nothing is signed', async () => {
        const { receipt, nonce } = await showWrongHash('stranger', 'COMPLETE');
        expect(receipt).toMatchObject({ status: '0x1', logs: [] });
        expect([receipt.from, receipt.to]).toEqual([receipt.to, receipt.from]);
        expect(receipt.from).not.toBe(wallet.address);
        expect(await nonceOfWallet()).toBe(nonce);
      });

      it('stranger-reverted shows the reverted transaction of another sender, and the call is mined', async () => {
        const { shown, receipt, approvals } = await showWrongHash('stranger-reverted', 'FAILED');
        expect(shown.errorReason).toBe('FAILED_ON_CHAIN');
        expect(receipt).toMatchObject({ status: '0x0', to: fixture.token });
        expect(receipt.from).not.toBe(wallet.address);
        await untilApprovals(approvals + 1);
        expect(await client.transaction(shown.id)).toMatchObject({ state: 'FAILED', txHash: shown.txHash });
      });

      it('self-transfer shows an empty transfer of the wallet, which takes the nonce', async () => {
        const { receipt, nonce, approvals } = await showWrongHash('self-transfer', 'COMPLETE');
        expect(receipt).toMatchObject({ status: '0x1', logs: [], from: wallet.address, to: wallet.address });
        expect([await nonceOfWallet(), await countApprovals()]).toEqual([nonce + 1, approvals]);
      });

      it('bundler shows a successful transaction whose inner call reverted', async () => {
        const { shown, receipt, nonce } = await showWrongHash('bundler', 'COMPLETE');
        expect(receipt).toMatchObject({
          status: '0x1',
          logs: [{ data: expect.stringMatching(/^0x095ea7b3/) as unknown }],
        });
        expect(receipt.from).not.toBe(wallet.address);
        const trace = await fixture.anvil.rpc('debug_traceTransaction', shown.txHash, { tracer: 'callTracer' });
        const inner = { to: fixture.token, error: expect.any(String) as unknown };
        expect(trace).toMatchObject({ calls: [{ type: 'CREATE2', calls: [inner] }] });
        expect(await nonceOfWallet()).toBe(nonce);
      });
    });

    it('revert makes a call revert on the chain', async () => {
      const { body } = await client.execute(approve(), { fault: 'revert' });
      expect(await client.until(body.data.id, 'FAILED')).toMatchObject({
        errorReason: 'FAILED_ON_CHAIN',
        txHash: expect.any(String) as unknown,
      });
    });

    it('error-details sets the details of a failure', async () => {
      const { body } = await client.execute(approve(), {
        fault: 'failed:INTERNAL_ERROR;error-details:key%20of%20the%20realm',
      });
      expect((await client.until(body.data.id, 'FAILED')).errorDetails).toBe('key of the realm');
    });

    it('forget-key treats a repeat as a new request', async () => {
      const key = randomUUID();
      const first = await client.execute(approve(), { key });
      const second = await client.execute(approve(), { key, fault: 'forget-key' });
      expect(second.status).toBe(201);
      expect(second.body.data.id).not.toBe(first.body.data.id);
    });
  });

  describe('of a read', () => {
    it('show-state shows a state, known or unknown', async () => {
      const { body } = await client.execute(approve());
      await client.until(body.data.id, 'COMPLETE');
      const shown = await client.get<{ transaction: Tx }>(
        `${BASE}/transactions/${body.data.id}`,
        'show-state:PENDING_RISK_SCREENING',
      );
      expect(shown.body.data.transaction.state).toBe('PENDING_RISK_SCREENING');
    });

    it('forget-transaction hides a transaction', async () => {
      const { body } = await client.execute(approve('hidden'));
      expect((await client.get(`${BASE}/transactions/${body.data.id}`, 'forget-transaction')).status).toBe(404);
      expect(
        (await client.get<{ transactions: Tx[] }>(`${BASE}/transactions`, 'forget-transaction')).body.data.transactions,
      ).toEqual([]);
    });
  });

  describe('by rule', () => {
    it('apply to matching requests, a limited number of times, and are counted', async () => {
      await addRule({
        match: { operation: 'createContractExecution', refId: 'affected' },
        fault: 'status:500',
        times: 2,
      });
      const statuses = [];
      for (const refId of ['affected', 'other', 'affected', 'affected'])
        statuses.push((await client.execute(approve(refId))).status);
      expect(statuses).toEqual([500, 201, 500, 201]);
      const report = await client.send<never>('GET', '/control/faults');
      expect(report.body).toMatchObject({ rules: [{ fired: 2, times: 2 }] });
    });

    it('apply to the same requests for the same seed', async () => {
      const run = async () => {
        await client.send('DELETE', '/control/faults');
        await addRule({ match: { operation: 'listTransactions' }, fault: 'status:500', probability: 0.5, seed: 7 });
        const statuses = [];
        for (let count = 0; count < 12; count++) statuses.push((await client.get(`${BASE}/transactions`)).status);
        return statuses;
      };
      const first = await run();
      expect(new Set(first)).toEqual(new Set([200, 500]));
      expect(await run()).toEqual(first);
    });

    it('are refused with an unknown fault', async () => {
      const answer = await addRule({ match: {}, fault: 'explode' });
      expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([400, 'unknown fault explode']);
      expect((await client.get(`${BASE}/transactions`, 'delay:soon')).status).toBe(400);
    });
  });
});
