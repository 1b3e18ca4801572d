import type { SqlSession } from '@app/persistence';
import { emptyLanes, insertLanes, insertQueued, withoutTriggers } from '../../../../../test/support/lanes/lane-rows.js';
import { type OpenDatabase, openDatabase } from '../../../../../test/support/open-database.js';
import { pagesRead } from '../../../../../test/support/page-counting-sql.js';
import { readBacklog, readPressure } from '../../../../operations/src/backlog.js';
import { claimDueLanes } from '../lane-leases.js';
import { loadLaneWork } from '../load-lane-work.js';

const LANES = 10_000;
/** Turns of each lane. */
const TURNS = 30;
const EXECUTIONS = 20_000;
const LEASE_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Below the pages of thousands of entries. */
const MAX_PAGES = 50;

type Reads = Readonly<Record<string, (sql: SqlSession) => Promise<unknown>>>;

/** Reads whose cost must not grow with what was done before. Costs are pages read; the times are printed. */
describe('reads of lanes and executions after many turns', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openDatabase();
    await insertLanes(open.database, LANES);
  });
  afterAll(() => open?.close());

  it('read nothing of 300,000 turns and 20,000 executions', async () => {
    const { database } = open;
    const reads: Reads = {
      'due lanes': (sql) => claimDueLanes(sql, { limit: 100, leaseMs: LEASE_MS }),
      backlog: readBacklog,
      pressure: readPressure,
    };
    const startedAtMs = Date.now() - HOUR_MS;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const [served, released] = [500, 1_000].map((ms) => new Date(startedAtMs + 1_000 * turn + ms));
      await database.query('UPDATE lanes SET wake_at = $1, lease_until = now()', [served ?? null]);
      await database.query('UPDATE lanes SET wake_at = $1, lease_until = NULL', [released ?? null]);
    }
    await database.query('UPDATE lanes SET wake_at = NULL');
    await database.query('VACUUM (ANALYZE) lanes');
    for (const pages of await measureCosts(reads, 'turns')) expect(pages).toBeLessThan(MAX_PAGES);

    for (const lane of await emptyLanes(database, 1)) {
      await insertQueued(database, lane, EXECUTIONS, new Date(startedAtMs));
    }
    await withoutTriggers(database, async (work) => {
      await work.query(`UPDATE executions SET status = 'submitting'`);
      await work.query(`UPDATE executions SET status = 'cancelled', completed_at = now()`);
    });
    await database.query('VACUUM (ANALYZE) executions, lanes');
    for (const pages of await measureCosts(reads, 'executions')) expect(pages).toBeLessThan(MAX_PAGES);
  });

  /** Pages of each read; prints them and the time that each takes. */
  async function measureCosts(reads: Reads, after: string): Promise<number[]> {
    const costs: number[] = [];
    for (const [name, read] of Object.entries(reads)) {
      const startedAtMs = performance.now();
      await read(open.database);
      const ms = Math.round(performance.now() - startedAtMs);
      const pages = await pagesRead(open.database, read);
      process.stderr.write(`${name} after ${after}: ${pages} pages, ${ms} ms\n`);
      costs.push(pages);
    }
    return costs;
  }

  it('load a lane with 20,000 queued executions as cheaply as one with one', async () => {
    const { database } = open;
    const pages: number[] = [];
    const lanes = await emptyLanes(database, 2);
    for (const [index, lane] of lanes.entries()) await insertQueued(database, lane, index === 0 ? 1 : EXECUTIONS);
    // Without the versions of the lanes that other tests leave behind, which count as pages until a vacuum.
    await database.query('VACUUM (ANALYZE) lanes, executions, execution_steps, agent_intents');
    for (const { laneId } of lanes) {
      const lease = { laneId, fence: '0' };
      await loadLaneWork(database, lease, 1);
      pages.push(await pagesRead(database, (sql) => loadLaneWork(sql, lease, 1)));
      expect((await loadLaneWork(database, lease, 1)).executions[0]?.id).toBe(`agent_execution_${laneId}_1`);
    }
    const [one = 0, many = 0] = pages;
    expect(many).toBeLessThanOrEqual(2 * one);
  });
});
