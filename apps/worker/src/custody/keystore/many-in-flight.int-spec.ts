import { encodeApproval, parseSignedTransaction } from '@app/chain';
import type { TransactionRequest } from '@app/engine';
import { stealLane } from '../../../../../libs/engine/src/persistence/lane-leases.js';
import { eventually } from '../../../../../test/support/eventually.js';
import { LONG_TIMEOUT_MS } from '../../../../../test/support/long-timeout.js';
import {
  ExecutingWallets,
  type Started,
  type TestWallet,
} from '../../../../../test/support/reorganisation/executing-wallets.js';

const DEPTH = 32;
const COUNT = 40;

describe('many executions of a wallet in flight', () => {
  let wallets: ExecutingWallets;
  let worker: ReturnType<ExecutingWallets['work']>;

  beforeAll(async () => {
    wallets = await ExecutingWallets.start({ laneDepth: DEPTH });
  });
  beforeEach(() => {
    worker = wallets.work();
  });
  afterEach(async () => {
    await worker.close();
    wallets.custody.beforeSend = () => Promise.resolve();
    await rpc('evm_setIntervalMining', 0);
    await rpc('evm_setAutomine', true);
  });
  afterAll(() => wallets?.stop());

  const rpc = <T>(method: string, ...params: readonly unknown[]) => wallets.chain.rpc<T>(method, [...params]);

  async function acceptMany(wallet: TestWallet, count: number): Promise<Started[]> {
    const started: Started[] = [];
    for (let index = 0; index < count; index += 1) {
      started.push(await wallets.accept(wallet, { action: 'create_market' }));
    }
    return started;
  }

  type Sent = { status: string; block: number | null; body: string; nonce: number; hash: string };

  /** Executions of the wallet in the order of acceptance, with their transactions. */
  async function read({ laneId }: TestWallet): Promise<Sent[]> {
    const rows = await wallets.database.query<{ status: string; block: number | null; body: string | null }>(
      `SELECT e.status, e.block_number::float8 AS block, step.body FROM executions AS e
         JOIN execution_steps AS step ON step.execution_id = e.id WHERE e.lane_id = $1 ORDER BY e.seq`,
      [laneId],
    );
    return rows.map(({ status, block, body }) => {
      const { nonce, hash } = body === null ? { nonce: -1, hash: '' } : parseSignedTransaction(body);
      return { status, block, body: body ?? '', nonce, hash };
    });
  }

  function until(wallet: TestWallet, status: string): Promise<Sent[]> {
    return eventually(
      () => read(wallet),
      (all) => all.every((one) => one.status === status),
      LONG_TIMEOUT_MS,
    );
  }

  /** Another call of the wallet. */
  async function requestOf({ laneId, address: walletAddress }: TestWallet): Promise<TransactionRequest> {
    const { id: providerWalletId } = await wallets.database.queryOneOrFail<{ id: string }>(
      'SELECT provider_wallet_id AS id FROM agent_wallets WHERE id = $1',
      [laneId],
    );
    const { callData } = encodeApproval(walletAddress, 1n);
    const call = { contractAddress: wallets.index.contracts.collateral, callData };
    return { ...call, providerWalletId, walletAddress, idempotencyKey: '', refId: '' };
  }

  /** Accepts executions until the node's pool has them all. */
  async function sendUnmined(count: number): Promise<{ wallet: TestWallet; started: Started[]; sent: Sent[] }> {
    const wallet = await wallets.wallet();
    await rpc('evm_setAutomine', false);
    const started = await acceptMany(wallet, count);
    const sent = await until(wallet, 'broadcast');
    expect(sent.map(({ nonce }) => nonce)).toEqual(numbers(count));
    return { wallet, started, sent };
  }

  /** Mines blocks until all are executed, each once. */
  async function expectExecuted(wallet: TestWallet, started: readonly Started[]): Promise<Sent[]> {
    await wallets.ageLane(wallet.laneId, 15_000);
    await rpc('evm_setIntervalMining', 1);
    const all = await until(wallet, 'executed');
    for (const one of started) expect(await wallets.readEffects(one)).toHaveLength(1);
    return all;
  }

  it('are sent up to the depth before a block, in their order, and the others after it', async () => {
    const wallet = await wallets.wallet();
    await rpc('evm_setAutomine', false);
    await acceptMany(wallet, COUNT);
    const begun = (all: Sent[]) => all.filter(({ status }) => status !== 'queued');
    const sentFirst = await eventually(
      () => read(wallet),
      (all) => begun(all).length === DEPTH && begun(all).every(({ status }) => status === 'broadcast'),
      LONG_TIMEOUT_MS,
    );
    expect(sentFirst.map(({ nonce }) => nonce)).toEqual([...numbers(DEPTH), ...Array(COUNT - DEPTH).fill(-1)]);
    await rpc('evm_mine');
    await eventually(
      () => read(wallet),
      (all) => all.every(({ status, nonce }) => status === (nonce < DEPTH ? 'executed' : 'broadcast')),
      LONG_TIMEOUT_MS,
    );
    await rpc('evm_mine');
    const mined = await until(wallet, 'executed');
    expect(mined.map(({ nonce }) => nonce)).toEqual(numbers(COUNT));
    expect([...new Set(mined.map(({ block }) => block))]).toHaveLength(2);
  });

  it('are mined after a transaction in the middle that the pool has lost, which is sent again', async () => {
    const { wallet, started, sent } = await sendUnmined(6);
    await rpc('anvil_dropTransaction', sent[2]?.hash);
    const mined = await expectExecuted(wallet, started);
    expect(mined.map(({ nonce }) => nonce)).toEqual(numbers(6));
  });

  it('are mined around a nonce that another transaction has taken, whose execution gets the next one', async () => {
    const { wallet, started, sent } = await sendUnmined(6);
    const inFlight = sent.slice(0, 2).map(({ body }) => body);
    const other = await wallets.custody.prepare(await requestOf(wallet), {
      inFlight,
      readMined: () => Promise.resolve([]),
    });
    await wallets.sendRaw(other.body);
    await wallets.mine(1);
    const mined = await expectExecuted(wallet, started);
    expect(mined.map(({ nonce }) => nonce)).toEqual([0, 1, 6, 3, 4, 5]);
  });

  it('wait behind one that the pending block refuses, which fails when nothing is in flight', async () => {
    const { wallet } = await sendUnmined(3);
    await wallets.accept(wallet, { action: 'create_market', collateralToken: wallet.address });
    await acceptMany(wallet, 2);
    expect((await read(wallet)).map(({ status }) => status)).toEqual([
      ...['broadcast', 'broadcast', 'broadcast'],
      ...['queued', 'queued', 'queued'],
    ]);
    await rpc('evm_setIntervalMining', 1);
    const ended = ['executed', 'executed', 'executed', 'failed', 'executed', 'executed'];
    const all = await eventually(
      () => read(wallet),
      (rows) => rows.every(({ status }, index) => status === ended[index]),
      LONG_TIMEOUT_MS,
    );
    expect(all.map(({ nonce }) => nonce)).toEqual([0, 1, 2, -1, 3, 4]);
  });

  it('are executed once each when their worker loses the lane while it sends them', async () => {
    const wallet = await wallets.wallet();
    await rpc('evm_setAutomine', false);
    let sends = 0;
    wallets.custody.beforeSend = async () => {
      sends += 1;
      if (sends === 3 || sends === 5) await stealLane(wallets.database, wallet.laneId);
    };
    const started = await acceptMany(wallet, 8);
    await eventually(
      () => read(wallet),
      (all) => all.every(({ status }) => status === 'broadcast'),
      LONG_TIMEOUT_MS,
    );
    const mined = await expectExecuted(wallet, started);
    expect(mined.map(({ nonce }) => nonce)).toEqual(numbers(8));
  });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
