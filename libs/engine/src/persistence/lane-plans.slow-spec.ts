import { emptyLanes, insertLanes, insertQueued } from '../../../../test/support/lanes/lane-rows.js';
import { type OpenDatabase, openDatabase } from '../../../../test/support/open-database.js';
import { pagesRead } from '../../../../test/support/page-counting-sql.js';
import { loadLaneWork } from './load-lane-work.js';

const LANES = 10_000;
const EXECUTIONS = 20_000;

/** Reads whose cost must not grow with what was done before. Costs are pages read, not times. */
describe('reads of lanes and executions after many turns', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openDatabase();
    await insertLanes(open.database, LANES);
  });
  afterAll(() => open?.close());

  it('load a lane with 20,000 queued executions as cheaply as one with one', async () => {
    const { database } = open;
    const pages: number[] = [];
    const lanes = await emptyLanes(database, 2);
    for (const [index, lane] of lanes.entries()) await insertQueued(database, lane, index === 0 ? 1 : EXECUTIONS);
    // Without the versions of the lanes that other tests leave behind, which count as pages until a vacuum.
    await database.query('VACUUM (ANALYZE) lanes, executions, execution_steps, agent_intents');
    for (const { laneId } of lanes) {
      const lease = { laneId, fence: '0' };
      await loadLaneWork(database, lease);
      pages.push(await pagesRead(database, (sql) => loadLaneWork(sql, lease)));
      expect((await loadLaneWork(database, lease)).execution?.id).toBe(`agent_execution_${laneId}_1`);
    }
    const [one = 0, many = 0] = pages;
    expect(many).toBeLessThanOrEqual(2 * one);
  });
});
