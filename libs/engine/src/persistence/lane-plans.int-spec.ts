import type { SqlSession } from '@app/persistence';
import { emptyLanes, insertLanes, insertQueued } from '../../../../test/support/lanes/lane-rows.js';
import { type OpenDatabase, openDatabase } from '../../../../test/support/open-database.js';
import { pagesRead } from '../../../../test/support/page-counting-sql.js';
import { correctExecutions } from './correct-executions.js';

const LANES = 200;
const EXECUTED = 5_000;

class RolledBack extends Error {}

/** Reads whose cost must not grow with what was done before. Costs are pages read, not times. */
describe('reads of lanes and executions', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openDatabase();
    await insertLanes(open.database, LANES);
  });
  afterAll(() => open?.close());

  it('compares the executions of the newest blocks only, whatever their age, under statistics of when none had ended', async () => {
    const { database } = open;
    const [lane] = await emptyLanes(database, 1);
    if (lane === undefined) throw new Error('no lane is empty');
    await insertQueued(database, lane, EXECUTED);
    await database.query('ANALYZE executions, execution_steps, chain_events');
    let pages = Infinity;
    const compare = database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica'); // without the market of the events
      await executeQueued(tx, lane.laneId);
      pages = await pagesRead(tx, (sql) => correctExecutions(sql, EXECUTED));
      expect(await correctExecutions(tx, EXECUTED)).toEqual({ reopened: [], late: [] });
      await tx.query('DELETE FROM chain_events WHERE block_number = $1', [EXECUTED]);
      expect((await correctExecutions(tx, EXECUTED)).reopened).toHaveLength(1);
      // As after ranges of thousands of blocks: the first checkpoint stays, and the newest.
      await tx.query('DELETE FROM chain_blocks WHERE block_number NOT IN (1, $1)', [EXECUTED]);
      await tx.query('DELETE FROM chain_events WHERE block_number IN ($1, $2)', [EXECUTED - 1_000, EXECUTED - 3_000]);
      expect((await correctExecutions(tx, EXECUTED)).reopened).toHaveLength(1);
      throw new RolledBack();
    });
    await expect(compare).rejects.toThrow(RolledBack);
    expect(pages).toBeLessThan(500);
  });

  /** Ends queued executions as executed a month ago, one in each block. */
  async function executeQueued(tx: SqlSession, laneId: string): Promise<void> {
    await tx.query(
      `WITH executed AS (
         UPDATE executions SET status = 'executed', completed_at = now()
         WHERE lane_id = $1 RETURNING id, intent_id, ref),
       intents AS (
         UPDATE agent_intents AS i SET status = 'executed', current_execution_id = executed.id
         FROM executed WHERE i.id = executed.intent_id),
       numbered AS (SELECT id, ref, row_number() OVER () AS block FROM executed),
       steps AS (
         INSERT INTO execution_steps (execution_id, kind, status, block_number, block_hash, updated_at)
         SELECT id, 'main', 'done', block, 'hash', now() - interval '30 days' FROM numbered),
       blocks AS (INSERT INTO chain_blocks (block_number, block_hash) SELECT block, 'hash' FROM numbered)
       INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
         market_contract_address, name, account, ref)
       SELECT block, 0, 'hash', now(), 'hash', '0x', 'Closed', '0x', ref FROM numbered`,
      [laneId],
    );
    await tx.query(`UPDATE chain_index SET block_number = $1, block_hash = 'hash', started_at = '-infinity'`, [
      EXECUTED,
    ]);
  }
});
