import { parseSignedTransaction, splitPermit } from '@app/chain';
import {
  ExecutingWallets,
  type Started,
  type TestWallet,
} from '../../../../../test/support/reorganisation/executing-wallets.js';

const GWEI = 10n ** 9n;
const CEILING_WEI = 40n * GWEI;
/** Longer than any of these executions takes, and shorter than the deadline. */
const LONG_MS = 600_000;
/** Time after the cause is gone within which an execution is executed. */
const SOON_MS = 30_000;

describe('executions of a keystore', () => {
  let wallets: ExecutingWallets;
  let market: string;

  beforeAll(async () => {
    wallets = await ExecutingWallets.start({ maxFeeWei: CEILING_WEI });
    market = await wallets.index.contracts.market({}, []);
    await wallets.index.index();
  });
  afterAll(() => wallets?.stop());
  afterEach(async () => {
    wallets.custody.signsPermits = false;
    wallets.custody.beforeSend = () => Promise.resolve();
    wallets.custody.beforePrepare = () => Promise.resolve();
    wallets.sender.refuse = () => null;
    wallets.sender.missingTransactions = 0;
    await rpc('evm_setAutomine', true);
    await wallets.setBaseFee(GWEI);
  });

  const rpc = <T>(method: string, ...params: readonly unknown[]) => wallets.chain.rpc<T>(method, params);

  async function accept(): Promise<Started & { wallet: TestWallet }> {
    const wallet = await wallets.wallet();
    return { ...(await wallets.accept(wallet, { action: 'buy_yes', market, amount: '2' })), wallet };
  }

  /** Serves the buy until it waits for a block with its main transaction in the pool. */
  async function acceptUnmined(): Promise<Started & { wallet: TestWallet; body: string }> {
    const bought = await accept();
    const { length } = wallets.custody.sent;
    const approvals = wallets.custody.signsPermits ? 0 : 1;
    wallets.custody.beforeSend = async () => {
      if (wallets.custody.sent.length === length + approvals) await rpc('evm_setAutomine', false);
    };
    await wallets.serveFor(bought.laneId, 1_000);
    expect(wallets.custody.sent).toHaveLength(length + approvals + 1);
    wallets.custody.beforeSend = () => Promise.resolve();
    return { ...bought, body: wallets.custody.sent.at(-1) ?? '' };
  }

  async function expectExecuted(started: Started): Promise<void> {
    expect(await wallets.readState(started)).toMatchObject({ status: 'executed', stepStatus: 'done' });
    expect(await wallets.readEffects(started)).toHaveLength(1);
    expect((await wallets.verify()).findings.filter(({ subject }) => subject.startsWith(started.executionId))).toEqual(
      [],
    );
  }

  async function readWait({ executionId }: Started): Promise<unknown> {
    return wallets.database.queryOne(
      'SELECT status, waiting_for AS "waitingFor", broadcast_performed AS broadcast FROM executions WHERE id = $1',
      [executionId],
    );
  }

  /** Makes blocks ask for the fee from just before the first send. */
  function raiseBaseFee(wei: bigint): void {
    wallets.custody.beforeSend = async () => {
      wallets.custody.beforeSend = () => Promise.resolve();
      await wallets.setBaseFee(wei);
    };
  }

  it('pay the base fee of the moment when it has risen 200 times before the first send', async () => {
    const bought = await accept();
    await wallets.setBaseFee(GWEI / 10n);
    raiseBaseFee(20n * GWEI);
    const passedMs = await wallets.serveFor(bought.laneId, LONG_MS, async () => {
      if (wallets.custody.sent.length === 1)
        expect(await readWait(bought)).toMatchObject({ waitingFor: 'gas', broadcast: false });
    });
    expect(passedMs).toBeLessThan(SOON_MS);
    await expectExecuted(bought);
  });

  it('wait for gas while the base fee is above the ceiling, and are executed within 30 s after it fell', async () => {
    const bought = await accept();
    await wallets.setBaseFee(GWEI / 4n);
    raiseBaseFee(50n * GWEI);
    let fellAtMs = Infinity;
    const passedMs = await wallets.serveFor(bought.laneId, LONG_MS, async (ms) => {
      if (fellAtMs !== Infinity) return;
      expect(await readWait(bought)).toEqual({ status: 'unknown', waitingFor: 'gas', broadcast: false });
      if (ms > 80_000) fellAtMs = ms;
      await wallets.setBaseFee(fellAtMs === Infinity ? 50n * GWEI : GWEI);
    });
    expect(Number(passedMs) - fellAtMs).toBeLessThan(SOON_MS);
    expect(wallets.custody.sent.every((raw) => parseSignedTransaction(raw).fees.maxFeeWei <= CEILING_WEI)).toBe(true);
    await expectExecuted(bought);
  });

  it('find the tip that a node asks for, although it suggests less', async () => {
    const bought = await accept();
    wallets.sender.refuse = ({ fees }) => (fees.priorityFeeWei < 25n * GWEI ? 'not_taken' : null);
    expect(await wallets.serveFor(bought.laneId, LONG_MS)).toBeLessThan(SOON_MS);
    await expectExecuted(bought);
  });

  it.each([false, true])(
    'are sent again, byte for byte, when the pool was dropped, with a permit: %s',
    async (permits) => {
      wallets.custody.signsPermits = permits;
      const bought = await acceptUnmined();
      await rpc('anvil_dropAllTransactions');
      const { length } = wallets.custody.sent;
      const passedMs = await wallets.serveFor(bought.laneId, LONG_MS, async () => {
        if (wallets.custody.sent.length > length) await rpc('evm_mine');
      });
      expect(passedMs).toBeLessThan(SOON_MS);
      expect(new Set(wallets.custody.sent.slice(length))).toEqual(new Set([bought.body]));
      await expectExecuted(bought);
    },
  );

  it.each([false, true])(
    'have a new body at once when a block has another transaction of their nonce, with a permit: %s',
    async (permits) => {
      wallets.custody.signsPermits = permits;
      const bought = await acceptUnmined();
      await rpc('anvil_dropAllTransactions');
      await rpc('evm_setAutomine', true);
      await wallets.sendOther(bought.wallet);
      const passedMs = await wallets.serveFor(bought.laneId, LONG_MS);
      expect(passedMs).toBeLessThan(SOON_MS);
      await expectExecuted(bought);
      expect(await wallets.readHistory(bought)).toContain('step.unarmed');
    },
  );

  it('buy in one transaction by a permit, and then without one', async () => {
    wallets.custody.signsPermits = true;
    const { sent } = wallets.custody;
    const { length } = sent;
    const first = await accept();
    await wallets.serveFor(first.laneId, LONG_MS);
    const second = await wallets.accept(first.wallet, { action: 'buy_yes', market, amount: '3' });
    await wallets.serveFor(second.laneId, LONG_MS);
    for (const bought of [first, second]) await expectExecuted(bought);
    const [permitted, plain, ...others] = sent.slice(length).map((raw) => parseSignedTransaction(raw));
    expect(others).toEqual([]);
    expect(splitPermit(permitted?.data ?? '').allowanceBaseUnits).toBe(40_000_000n);
    expect(splitPermit(plain?.data ?? '').allowanceBaseUnits).toBeNull();
    const shown = await wallets.database.query(
      'SELECT approve_transaction_hash AS hash FROM executions WHERE id = ANY ($1) ORDER BY seq',
      [[first.executionId, second.executionId]],
    );
    expect(shown).toEqual([{ hash: permitted?.hash }, { hash: permitted?.hash }]);
  });

  it('send a lost approval again, byte for byte, before the buy that waits for it', async () => {
    const bought = await accept();
    const snapshot = await wallets.snapshot();
    const { length } = wallets.custody.sent;
    wallets.custody.beforeSend = async () => {
      if (wallets.custody.sent.length > length) await rpc('evm_setAutomine', false);
    };
    await wallets.serveFor(bought.laneId, 1_000);
    const [approval = ''] = wallets.custody.sent.slice(length);
    await wallets.revert(snapshot);
    expect(await wallets.serveFor(bought.laneId, LONG_MS, () => wallets.mine(1))).toBeLessThan(SOON_MS);
    expect(await rpc('eth_getTransactionReceipt', parseSignedTransaction(approval).hash)).toMatchObject({
      status: '0x1',
    });
    await expectExecuted(bought);
  });

  it('send no lost approval again that was changed in the database', async () => {
    const bought = await accept();
    const snapshot = await wallets.snapshot();
    await wallets.serveFor(bought.laneId, LONG_MS);
    await wallets.index.index();
    await wallets.revert(snapshot);
    await wallets.mine(4);
    await wallets.index.index();
    await wallets.database.query(
      `UPDATE execution_steps SET seal = repeat('0', 64) WHERE execution_id = $1 AND kind = 'approve'`,
      [bought.executionId],
    );
    const nonces: number[] = [];
    wallets.sender.refuse = ({ nonce }) => (nonces.push(nonce), null);
    expect(await wallets.serveFor(bought.laneId, SOON_MS)).toBeNull();
    expect(nonces).toEqual([]);
  });

  it('send a lost approval again while the buy is not armed', async () => {
    const bought = await accept();
    const snapshot = await wallets.snapshot();
    const { length } = wallets.custody.sent;
    wallets.custody.beforePrepare = async () => {
      if (wallets.custody.sent.length !== length + 1) return;
      await wallets.revert(snapshot);
      await wallets.mine(4);
    };
    expect(await wallets.serveFor(bought.laneId, LONG_MS)).toBeLessThan(SOON_MS);
    await expectExecuted(bought);
  });

  it('are executed again, once, after a reorganisation of approval and buy', async () => {
    const bought = await accept();
    const snapshot = await wallets.snapshot();
    const { length } = wallets.custody.sent;
    await wallets.serveFor(bought.laneId, LONG_MS);
    await expectExecuted(bought);
    await wallets.index.index();
    await wallets.revert(snapshot);
    await wallets.mine(4);
    await wallets.index.index();
    expect(await wallets.readState(bought)).toMatchObject({ status: 'broadcast' });
    expect(await wallets.serveFor(bought.laneId, LONG_MS)).toBeLessThan(SOON_MS);
    await expectExecuted(bought);
    expect(wallets.custody.sent.slice(length + 2)).toEqual([wallets.custody.sent[length + 1]]);
  });

  it('fill the gap of a lost approval on a node that takes no transaction beyond a gap', async () => {
    const bought = await accept();
    const snapshot = await wallets.snapshot();
    await wallets.serveFor(bought.laneId, LONG_MS);
    await wallets.index.index();
    await wallets.revert(snapshot);
    await wallets.mine(4);
    await wallets.index.index();
    let isFilled = false;
    wallets.sender.refuse = ({ nonce }) => ((isFilled ||= nonce === 0), isFilled ? null : 'not_taken');
    expect(await wallets.serveFor(bought.laneId, LONG_MS)).toBeLessThan(SOON_MS);
    await expectExecuted(bought);
  });

  it('take the nonce of a reverted transaction that a reorganisation has dropped', async () => {
    const wallet = await wallets.wallet();
    const snapshot = await wallets.snapshot();
    const accepted = () => wallets.accept(wallet, { action: 'buy_yes', market, amount: '2' });
    const failed = await accepted();
    await wallets.serveFor(failed.laneId, LONG_MS);
    await wallets.database.query(
      `WITH failed AS (UPDATE execution_steps SET status = 'failed' WHERE execution_id = $1)
       UPDATE executions SET status = 'failed' WHERE id = $1`,
      [failed.executionId],
    );
    await wallets.revert(snapshot);
    await wallets.mine(4);
    const bought = await accepted();
    expect(await wallets.serveFor(bought.laneId, LONG_MS)).toBeLessThan(SOON_MS);
    expect(await wallets.readState(bought)).toMatchObject({ status: 'executed' });
  });

  it('take no nonce that a block has used from a node that is a block behind', async () => {
    const bought = await accept();
    wallets.custody.beforeSend = () => {
      wallets.sender.missingTransactions = wallets.custody.sent.length === 1 ? 1 : 0;
      return Promise.resolve();
    };
    const { length } = wallets.custody.sent;
    expect(await wallets.serveFor(bought.laneId, LONG_MS)).toBeLessThan(SOON_MS);
    expect(wallets.custody.sent).toHaveLength(length + 2);
    await expectExecuted(bought);
  });
});
