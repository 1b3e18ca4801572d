import { fillMissingReadbacks } from '@app/engine';
import { ROLES } from '../../../../contracts/testing/fixture.js';
import {
  type ExecutionState,
  ExecutingWallets,
  type Started,
} from '../../../../test/support/reorganisation/executing-wallets.js';

const DEPTHS = Array.from({ length: 20 }, (_, index) => index + 1);
const PAST_DEADLINE_S = 1_000;

/** A finished buy of a new wallet, and the chain before its main transaction. */
interface Buy extends Started {
  snapshot: string;
  /** Signed main transaction. */
  raw: string;
  before: ExecutionState;
}

describe('executions after a reorganisation', () => {
  let wallets: ExecutingWallets;
  let market: string;

  beforeAll(async () => {
    wallets = await ExecutingWallets.start();
    market = await wallets.index.contracts.market({}, []);
    await wallets.index.index();
  });
  afterAll(() => wallets?.stop());
  afterEach(() => {
    wallets.custody.beforeSend = () => Promise.resolve();
  });

  /** Executes a buy and mines blocks until its main transaction is `depth` blocks deep. */
  async function buy(depth: number): Promise<Buy> {
    const wallet = await wallets.wallet();
    let snapshot = '';
    wallets.custody.beforeSend = async () => {
      snapshot = await wallets.snapshot();
    };
    const started = await wallets.execute(wallet, { action: 'buy_yes', market, amount: '2' });
    const before = await wallets.readState(started);
    expect(before).toMatchObject({ status: 'executed', stepStatus: 'done' });
    await wallets.mine(depth - 1);
    return { ...started, before, snapshot, raw: wallets.custody.sent.at(-1) ?? '' };
  }

  /** Replaces the blocks since the snapshot by more blocks; a raw transaction is in the second of them. */
  async function reorganise(snapshot: string, depth: number, raw: string | null): Promise<void> {
    await wallets.revert(snapshot);
    await wallets.mine(1);
    if (raw !== null) await wallets.sendRaw(raw);
    await wallets.mine(depth);
  }

  async function expectReopened(started: Started): Promise<void> {
    expect(await wallets.readState(started)).toMatchObject({
      ...{ status: 'broadcast', intent: 'executing', executedAt: null, completedAt: null, readback: null },
      ...{ retrySafe: null, stepStatus: 'mined' },
    });
    expect(await wallets.isDue(started.laneId)).toBe(true);
  }

  /** Codes of findings. The check of bodies reads those of a provider, which are JSON. */
  async function findings(): Promise<string[]> {
    const codes = (await wallets.verify()).findings.map(({ code }) => code);
    return codes.filter((code) => code !== 'body_differs');
  }

  async function countReopened(started: Started): Promise<number> {
    return (await wallets.readHistory(started)).filter((type) => type === 'execution.reopened').length;
  }

  it.each(DEPTHS)('are executed again, once, in the block that has their transaction, at depth %i', async (depth) => {
    const bought = await buy(depth);
    // At every other depth the indexer has not read the replaced blocks.
    if (depth % 2 === 0) await wallets.index.index();
    await reorganise(bought.snapshot, depth, bought.raw);
    await wallets.index.index();
    await expectReopened(bought);

    await wallets.serve(bought.laneId);
    const after = await wallets.readState(bought);
    expect(after).toMatchObject({ status: 'executed', intent: 'executed', stepStatus: 'done', retrySafe: false });
    expect(after.readback).toEqual(bought.before.readback);
    expect(after.completedAt).toEqual(after.executedAt);
    expect(Number(after.block)).toBe(Number(bought.before.block) + 1);
    expect(await wallets.readEffects(bought)).toHaveLength(1);
    await wallets.index.index();
    expect(await countReopened(bought)).toBe(1);
  });

  it.each(DEPTHS)('are sent again with one effect when their transaction is gone, at depth %i', async (depth) => {
    const bought = await buy(depth);
    if (depth % 2 === 1) await wallets.index.index();
    await reorganise(bought.snapshot, depth, null);
    await wallets.index.index();
    await expectReopened(bought);
    expect(await wallets.readEffects(bought)).toEqual([]);

    await wallets.serve(bought.laneId);
    expect(await wallets.readState(bought)).toMatchObject({
      status: 'executed',
      intent: 'executed',
      stepStatus: 'done',
    });
    expect(await wallets.readEffects(bought)).toHaveLength(1);
    await wallets.index.index();
    expect(await countReopened(bought)).toBe(1);
  });

  it('are executed when a reorganisation lets a transaction succeed that had reverted', async () => {
    await wallets.chain.start();
    const closing = await wallets.index.contracts.market({}, []);
    await wallets.index.index();
    const wallet = await wallets.wallet();
    const sentBefore = wallets.custody.sent.length;
    let snapshot = '';
    wallets.custody.beforeSend = async () => {
      if (wallets.custody.sent.length === sentBefore) return; // the approval
      snapshot = await wallets.snapshot();
      await wallets.chain.start();
      await wallets.index.contracts.act(ROLES.creator, closing, { function: 'cancelMarket' });
    };
    const failed = await wallets.execute(wallet, { action: 'buy_yes', market: closing, amount: '2' });
    expect(await wallets.readState(failed)).toMatchObject({ status: 'failed', intent: 'failed', retrySafe: true });
    const raw = wallets.custody.sent.at(-1) ?? '';
    wallets.custody.beforeSend = () => Promise.resolve();
    const sent = wallets.custody.sent.length;
    await reorganise(snapshot, 3, raw);
    await wallets.index.index();
    await wallets.serve(wallet.laneId);
    const attempts = `SELECT status, attempt, transaction_hash IS NOT NULL AS shown FROM executions
      WHERE intent_id = $1 ORDER BY attempt`;
    expect(await wallets.database.query(attempts, [failed.intentId])).toEqual([
      { status: 'failed', attempt: 1, shown: expect.any(Boolean) },
      { status: 'executed', attempt: 2, shown: true },
    ]);
    expect(wallets.custody.sent).toHaveLength(sent);
    expect(await wallets.readEffects(failed)).toHaveLength(1);
    expect(await findings()).toEqual([]);
    await wallets.index.index();
    expect(await wallets.database.query(attempts, [failed.intentId])).toHaveLength(2);
  });

  it.each([3, 30])('are executed again when %i blocks replaced theirs while a worker recorded it', async (depth) => {
    const wallet = await wallets.wallet();
    const started = await wallets.accept(wallet, { action: 'buy_yes', market, amount: '2' });
    let snapshot = '';
    wallets.custody.beforeSend = async () => {
      snapshot = await wallets.snapshot();
    };
    wallets.node.beforeReadback = async () => {
      wallets.node.beforeReadback = () => Promise.resolve();
      await reorganise(snapshot, depth, wallets.custody.sent.at(-1) ?? '');
      await wallets.index.index();
    };
    await wallets.serve(wallet.laneId);
    const { status, hash: orphan } = await wallets.readState(started);
    expect(status).toBe('executed');
    await wallets.mine(1);
    await wallets.index.index();
    await expectReopened(started);
    await wallets.serve(wallet.laneId);
    const after = await wallets.readState(started);
    expect([after.status, after.hash === orphan]).toEqual(['executed', false]);
    await wallets.index.index();
    expect(await wallets.readEffects(started)).toHaveLength(1);
  });

  it('are not filled with values that were read back in the replaced block', async () => {
    const bought = await buy(1);
    await wallets.database.query(
      `UPDATE executions SET readback = NULL, readback_due_at = now() - interval '1 s' WHERE id = $1`,
      [bought.executionId],
    );
    wallets.node.beforeReadback = async () => {
      wallets.node.beforeReadback = () => Promise.resolve();
      await reorganise(bought.snapshot, 2, bought.raw);
      await wallets.index.index();
    };
    await fillMissingReadbacks(wallets.database, wallets.node);
    await expectReopened(bought);
    await wallets.serve(bought.laneId);
    expect((await wallets.readState(bought)).readback).toEqual(bought.before.readback);
  });

  it('fail without an effect when their transaction is gone and their deadline has passed', async () => {
    const bought = await buy(3);
    await wallets.index.index();
    await wallets.revert(bought.snapshot);
    await wallets.chain.setNextTime(wallets.chain.now + PAST_DEADLINE_S);
    await wallets.mine(4);
    await wallets.index.index();
    await expectReopened(bought);
    await wallets.serve(bought.laneId);
    expect(await wallets.readState(bought)).toMatchObject({ status: 'failed', intent: 'failed', retrySafe: true });
    await wallets.sendRaw(bought.raw).catch(() => undefined);
    await wallets.mine(1);
    expect(await wallets.readEffects(bought)).toEqual([]);
  });

  it('are served before those that their wallet accepted later', async () => {
    const wallet = await wallets.wallet();
    const fields = { action: 'buy_no', market, amount: '1' } as const;
    const snapshot = await wallets.snapshot();
    const first = await wallets.execute(wallet, fields);
    const second = await wallets.accept(wallet, fields);
    await wallets.index.index();
    await reorganise(snapshot, 4, null);
    for (const raw of wallets.custody.sent.slice(-2)) await wallets.sendRaw(raw);
    await wallets.index.index();
    await expectReopened(first);
    await wallets.serve(wallet.laneId);
    const states = [await wallets.readState(first), await wallets.readState(second)];
    expect(states).toMatchObject([{ status: 'executed' }, { status: 'executed' }]);
    expect(Number(states[0]?.block)).toBeLessThan(Number(states[1]?.block));
  });

  it('stay as they are when other blocks than theirs are replaced, and when the index is rebuilt', async () => {
    const bought = await buy(1);
    const snapshot = await wallets.snapshot();
    await wallets.mine(3);
    await wallets.index.index();
    const history = await wallets.readHistory(bought);
    await reorganise(snapshot, 5, null);
    await wallets.index.index();
    expect(await wallets.readState(bought)).toEqual(bought.before);
    await wallets.index.clear();
    await wallets.index.index();
    expect(await wallets.readState(bought)).toEqual(bought.before);
    expect(await wallets.readHistory(bought)).toEqual(history);
  });

  it('stay as they are when the indexer is pointed at another factory', async () => {
    const bought = await buy(1);
    await wallets.index.index({ factory: `0x${'12'.repeat(20)}` });
    expect(await wallets.readState(bought)).toEqual(bought.before);
    await wallets.index.index();
    await wallets.index.index();
    expect(await wallets.readState(bought)).toEqual(bought.before);
  });

  it('take nothing from a wallet that bought on a market whose creation is gone', async () => {
    const [creator, buyer] = [await wallets.wallet(), await wallets.wallet()];
    const snapshot = await wallets.snapshot();
    const created = await wallets.execute(creator, { action: 'create_market' });
    const own = (await wallets.readState(created)).market ?? '';
    const bought = await wallets.execute(buyer, { action: 'buy_yes', market: own, amount: '5' });
    await wallets.index.index();
    const sent = wallets.custody.sent.slice(-2);
    await reorganise(snapshot, 6, null);
    await wallets.index.index();
    await expectReopened(created);
    await expectReopened(bought);
    expect((await wallets.readState(created)).market).toBeNull();

    // The purchase reaches an address without a contract: it succeeds, and its logs do not show the ref.
    for (const raw of sent) await wallets.sendRaw(raw);
    const isForeign = async (): Promise<boolean> => (await wallets.readHistory(bought)).includes('step.foreign_hash');
    await wallets.serve(bought.laneId, isForeign);
    expect(await wallets.readState(bought)).toMatchObject({ status: 'broadcast' });

    // The same terms give the same address.
    await wallets.serve(creator.laneId);
    expect(await wallets.readState(created)).toMatchObject({ status: 'executed', market: own });
    await wallets.chain.setNextTime(wallets.chain.now + PAST_DEADLINE_S);
    await wallets.mine(1);
    await wallets.serve(bought.laneId);
    expect(await wallets.readState(bought)).toMatchObject({ status: 'failed', retrySafe: true });
    expect(await wallets.readEffects(bought)).toEqual([]);
  });

  it('agree with the chain afterwards, and verification finds a forged end', async () => {
    expect(await findings()).toEqual([]);
    const { executionId: executed } = await buy(1);
    const wallet = await wallets.wallet();
    const elsewhere = { action: 'buy_yes', market: wallet.address, amount: '1' } as const;
    const { executionId: failed } = await wallets.execute(wallet, elsewhere);
    const forgeries = [
      { id: executed, type: 'execution.executed', found: 'illegal_move' },
      { id: failed, type: 'chain.reorganised', found: 'illegal_move' },
      { id: executed, type: 'chain.reorganised', found: 'status_differs' },
    ];
    for (const { id, type, found } of forgeries) {
      await wallets.database.query(
        `SELECT append_event(jsonb_populate_record(e, jsonb_build_object('type', $2::text)), e.data::jsonb)
         FROM logged_events AS e WHERE subject_id = $1 AND type LIKE 'execution.%' ORDER BY seq DESC LIMIT 1`,
        [id, type],
      );
      expect(await findings()).toContain(found);
    }
  });
});
