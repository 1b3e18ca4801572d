import { randomUUID } from 'node:crypto';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import { wakeBusyLanes } from './lane-leases.js';

describe('statements that lock several lanes', () => {
  let fixture: EngineFixture;
  let laneIds: string[];

  beforeEach(async () => {
    fixture = await openEngineFixture();
    const wallets = await Promise.all(Array.from({ length: 4 }, () => fixture.wallet()));
    for (const { agentId } of wallets) await fixture.accept(await fixture.intent(agentId));
    laneIds = wallets.map(({ laneId }) => laneId).sort();
  });

  afterEach(() => fixture?.close());

  /** Runs `work` while the lane with the lowest id is locked. @returns lanes that it has not locked when it waits */
  async function freeWhileWaiting(work: () => Promise<unknown>): Promise<unknown> {
    // Rows in the descending order of ids: a statement that locks as it reads would lock the last lane first.
    for (const laneId of laneIds.toReversed()) {
      await fixture.database.query('UPDATE lanes SET fence = fence WHERE id = $1', [laneId]);
    }
    let working: Promise<unknown> = Promise.resolve();
    const free = await fixture.database.transaction(async (tx) => {
      await tx.query('SELECT FROM lanes WHERE id = $1 FOR UPDATE', [laneIds[0] ?? '']);
      working = work();
      await eventually(
        () =>
          fixture.database.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'transactionid'
          AND datname = current_database()`),
        ({ length }) => length === 1,
      );
      return tx.query<{ id: string }>('SELECT id FROM lanes ORDER BY id FOR UPDATE SKIP LOCKED');
    });
    await working;
    return free.map(({ id }) => id);
  }

  it('wakes lanes in the order of their ids', async () => {
    expect(await freeWhileWaiting(() => fixture.database.transaction((tx) => wakeBusyLanes(tx)))).toEqual(laneIds);
  });

  it('renews leases in the order of the lanes’ ids', async () => {
    const leases = await Promise.all(laneIds.map(async (laneId) => fixture.store.acquire(laneId)));
    const held = leases.flatMap((lease) => (lease === null ? [] : [lease])).toReversed();
    let renewed: ReadonlySet<string> = new Set();
    const free = await freeWhileWaiting(async () => {
      renewed = await fixture.store.renew([...held, { laneId: randomUUID(), fence: '1' }]);
    });
    expect(free).toEqual(laneIds);
    expect([...renewed].sort()).toEqual(laneIds);
  });
});

describe('wakeBusyLanes', () => {
  let fixture: EngineFixture;

  beforeEach(async () => {
    fixture = await openEngineFixture();
  });

  afterEach(() => fixture?.close());

  it('wakes only the lane of the given agent', async () => {
    const [paused, other] = [await fixture.wallet(), await fixture.wallet()];
    for (const { agentId } of [paused, other]) await fixture.accept(await fixture.intent(agentId));
    await fixture.database.query('UPDATE lanes SET wake_at = NULL');
    await wakeBusyLanes(fixture.database, paused.agentId);
    expect(await fixture.database.query('SELECT id FROM lanes WHERE wake_at IS NOT NULL')).toEqual([
      { id: paused.laneId },
    ]);
  });
});
