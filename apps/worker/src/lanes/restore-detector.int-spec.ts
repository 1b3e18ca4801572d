import { type ChainEffect, type ChainHistory, ChainUnavailableError, computeRef } from '@app/chain';
import { newId } from '@app/common';
import { StoppedLanes } from '@app/engine';
import type { Logger } from '@app/observability';
import type { JobQueue } from '@app/queue';
import { type EngineFixture, MARKET, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import { RestoreDetector } from './restore-detector.js';

const SETTINGS = { deadlineMs: 900_000, startBlock: 100 };
const MARKED_BLOCK = 1_000;

/** Server of the queue, outside of the database. Null while it is away. */
interface Redis {
  note: string | null;
  isAway: boolean;
}

describe('RestoreDetector', () => {
  let fixture: EngineFixture;
  let redis: Redis;
  let effects: ChainEffect[];
  let ranges: unknown[];
  let isNodeAway: boolean;
  let events: { event: string; detail?: string }[];

  beforeEach(async () => {
    fixture = await openEngineFixture();
    [redis, effects, ranges, isNodeAway, events] = [{ note: null, isAway: false }, [], [], false, []];
    await fixture.database.query(
      `UPDATE chain_index SET block_number = $1, block_hash = '', block_time = now(), head_number = $1`,
      [MARKED_BLOCK],
    );
  });

  afterEach(() => fixture?.close());

  /** A worker, which checks the database before its start is done. */
  async function startWorker(stopped = new StoppedLanes()): Promise<RestoreDetector> {
    const chain = {
      head: async () => {
        if (isNodeAway) throw new ChainUnavailableError('test');
        return Promise.resolve({ blockNumber: MARKED_BLOCK + 500, timestampMs: 0 });
      },
      effects: async function* (range: unknown) {
        ranges.push(range);
        yield await Promise.resolve(effects);
      },
    };
    const answer = async <T>(work: () => T): Promise<T> => {
      if (redis.isAway) throw new Error('Redis is away');
      return Promise.resolve(work());
    };
    const queue = {
      readNote: () => answer(() => redis.note),
      writeNote: (text: string) => answer(() => void (redis.note = text)),
    };
    const record = (fields: { event: string }): void => void events.push(fields);
    const detector = new RestoreDetector(
      SETTINGS,
      fixture.database,
      chain as unknown as ChainHistory,
      queue as unknown as JobQueue,
      { info: record, warn: record, error: record } as unknown as Logger,
      stopped,
    );
    await detector.onModuleInit();
    return detector;
  }

  /** Starts a worker, which then stops. @returns whether lanes are served */
  async function check(): Promise<boolean> {
    const worker = await startWorker();
    await worker.beforeApplicationShutdown();
    const [row] = await fixture.database.query<{ stopped: boolean; restarted: boolean }>(
      `SELECT reconcile_since IS NOT NULL AS stopped, server_started_at <> pg_postmaster_start_time() AS restarted
       FROM engine_cluster`,
    );
    return row?.stopped === false && !row.restarted;
  }

  const change = (columns: string): Promise<unknown> =>
    fixture.database.query(`UPDATE engine_cluster SET ${columns}, written_by = pg_current_xact_id()::xid`);
  const ageMark = () => change(`marked_at = marked_at - interval '10 seconds'`);
  const restartServer = () => change(`server_started_at = server_started_at - interval '1 hour'`);
  /** Puts an earlier copy of the row back, as a copied data folder does. */
  async function restoreCopy(): Promise<void> {
    await change(`mark = 1, marked_at = now() - interval '10 minutes'`);
    await restartServer();
  }

  async function effectOf(intentId: string, laneId: string): Promise<ChainEffect> {
    const [row] = await fixture.database.query<{ account: string }>(
      'SELECT agent_wallet_address AS account FROM agent_wallets WHERE id = $1',
      [laneId],
    );
    return {
      ...{ ref: computeRef(intentId), account: row?.account ?? '', action: 'buy_yes', marketAddress: MARKET },
      ...{ amountBaseUnits: 1n, transactionHash: '0x' },
    };
  }

  it('makes marks, which Redis keeps', async () => {
    expect(await check()).toBe(true);
    expect(redis.note).toMatch(/^1 \d{13}$/);
    await ageMark();
    expect(await check()).toBe(true);
    expect(redis.note).toMatch(/^2 \d{13}$/);
  });

  it('notices a copied data folder by the mark in Redis, without effects on the chain', async () => {
    await check();
    await ageMark();
    await check();
    await restoreCopy();
    expect(await check()).toBe(false);
    expect(events.at(-1)).toMatchObject({
      event: 'cluster.changed',
      detail: 'no lane is served until npm run ops -- restored',
    });
    expect(ranges).toEqual([]);
  });

  it('notices it by its own memory while Redis is empty', async () => {
    const worker = await startWorker();
    try {
      await ageMark();
      await check();
      // A worker that has run since then remembers the mark.
      const stopped = new StoppedLanes();
      const other = await startWorker(stopped);
      redis.note = null;
      await restoreCopy();
      stopped.onLoad();
      await other.beforeApplicationShutdown();
      expect(events.at(-1)).toMatchObject({ event: 'cluster.changed' });
    } finally {
      await worker.beforeApplicationShutdown();
    }
  });

  it.each([
    ['empty', () => void (redis.note = null)],
    ['behind', () => void (redis.note = '1 1700000000000')],
    ['away', () => void (redis.isAway = true)],
    ['of another kind', () => void (redis.note = 'text')],
  ])('takes a Redis that is %s for no alarm', async (_name, fail) => {
    await check();
    await ageMark();
    await check();
    fail();
    expect(await check()).toBe(true);
  });

  it('compares a started server with the chain before it serves lanes', async () => {
    const { agentId, laneId } = await fixture.wallet();
    const { executionId } = await fixture.accept(await fixture.intent(agentId));
    const [{ intentId } = { intentId: '' }] = await fixture.database.query<{ intentId: string }>(
      'SELECT intent_id AS "intentId" FROM executions WHERE id = $1',
      [executionId],
    );
    await check();
    effects = [await effectOf(intentId, laneId), { ...(await effectOf(intentId, laneId)), ref: null }];
    await restartServer();
    isNodeAway = true;
    expect(await check()).toBe(false);
    isNodeAway = false;
    expect(await check()).toBe(true);
    expect(ranges).toEqual([{ fromBlock: MARKED_BLOCK - 64, toBlock: MARKED_BLOCK + 500 }]);

    effects.push(await effectOf(newId('agent_intent'), laneId));
    await restartServer();
    expect(await check()).toBe(false);
    expect(events.at(-1)).toMatchObject({ event: 'cluster.changed' });
  });

  it('compares everything since the factory when the copy is older than its first indexed block', async () => {
    await check();
    await change('marked_block = NULL');
    await restartServer();
    expect(await check()).toBe(true);
    expect(ranges).toEqual([{ fromBlock: SETTINGS.startBlock, toBlock: MARKED_BLOCK + 500 }]);
  });

  it('says that an operator has to act, also when the chain shows it only later', async () => {
    const { laneId } = await fixture.wallet();
    await check();
    effects = [await effectOf(newId('agent_intent'), laneId)];
    await restartServer();
    const worker = await startWorker();
    expect(events.map(({ detail }) => detail)).toEqual(['no lane is served until the records are reconciled']);
    await change('is_held = true');
    await eventually(
      () => Promise.resolve(events),
      ({ length }) => length === 2,
    );
    await worker.beforeApplicationShutdown();
    expect(events[1]).toMatchObject({
      event: 'cluster.changed',
      detail: 'no lane is served until npm run ops -- restored',
    });
  });

  it('checks at once when a lane is loaded from a started server', async () => {
    const stopped = new StoppedLanes();
    const worker = await startWorker(stopped);
    await restartServer();
    stopped.onLoad();
    await eventually(
      () => Promise.resolve(ranges.length),
      (count) => count > 0,
    );
    await worker.beforeApplicationShutdown();
    expect(await check()).toBe(true);
  });
});
