import { parseSignedTransaction } from '@app/chain';
import { eventually } from '../../../../../test/support/eventually.js';
import { LONG_TIMEOUT_MS } from '../../../../../test/support/long-timeout.js';
import {
  ExecutingWallets,
  type Started,
  type TestWallet,
} from '../../../../../test/support/reorganisation/executing-wallets.js';

const COUNT = 40;

describe('many executions of a wallet in flight', () => {
  let wallets: ExecutingWallets;
  let worker: ReturnType<ExecutingWallets['work']>;

  beforeAll(async () => {
    wallets = await ExecutingWallets.start({ laneDepth: 32 });
  });
  beforeEach(() => {
    worker = wallets.work();
  });
  afterEach(async () => {
    await worker.close();
    await rpc('evm_setIntervalMining', 0);
    await rpc('evm_setAutomine', true);
  });
  afterAll(() => wallets?.stop());

  const rpc = <T>(method: string, ...params: readonly unknown[]) => wallets.chain.rpc<T>(method, [...params]);

  async function acceptMany(wallet: TestWallet, count = COUNT): Promise<Started[]> {
    const started: Started[] = [];
    for (let index = 0; index < count; index += 1) {
      started.push(await wallets.accept(wallet, { action: 'create_market' }));
    }
    return started;
  }

  type Mined = { id: string; block: number; nonce: number };

  /** Waits until all are executed. @returns their transactions in the order of acceptance */
  async function untilExecuted(wallet: TestWallet): Promise<Mined[]> {
    const read = () =>
      wallets.database.query<{ id: string; status: string; block: number; body: string }>(
        `SELECT e.id, e.status, e.block_number::float8 AS block, step.body FROM executions AS e
           JOIN execution_steps AS step ON step.execution_id = e.id
         WHERE e.lane_id = $1 ORDER BY e.seq`,
        [wallet.laneId],
      );
    const rows = await eventually(
      read,
      (all) => all.every(({ status }) => status === 'executed' || status === 'failed'),
      LONG_TIMEOUT_MS,
    );
    return rows.map(({ id, block, body }) => ({ id, block, nonce: parseSignedTransaction(body).nonce }));
  }

  it('are mined in their order, in a few blocks, with contiguous nonces', async () => {
    const wallet = await wallets.wallet();
    await rpc('evm_setAutomine', false);
    await rpc('evm_setIntervalMining', 1);
    const startedAtMs = performance.now();
    await acceptMany(wallet);
    const mined = await untilExecuted(wallet);
    process.stderr.write(`TOOK ${performance.now() - startedAtMs} ${JSON.stringify(mined.map((one) => one.block))}\n`);
    expect(mined.map(({ nonce }) => nonce)).toEqual(Array.from({ length: COUNT }, (_, index) => index));
    const blocks = mined.map(({ block }) => block);
    expect(blocks).toEqual(blocks.toSorted((one, other) => one - other));
    expect(Math.max(...blocks) - Math.min(...blocks)).toBeLessThan(COUNT / 2);
  });
});
