import type { QueryResultRow } from 'pg';
import { Sql, type SqlParameter } from '@app/persistence';
import { type OpenDatabase, openDatabase } from '../../../../test/support/open-database.js';
import { DueLanes } from './due-lanes.js';
import { claimDueLanes } from './lane-leases.js';
import { loadLaneWork } from './load-lane-work.js';
import { reopenExecutions } from './reopen-executions.js';

const LANES = 200;
const TURNS = 20_000;
const QUEUED = 5_000;
const EXECUTED = 1_000;

type Explained = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] };

/** Explains each statement before it runs, and counts the pages that it reads. */
class ExplainingSql extends Sql {
  pages = 0;

  constructor(private readonly sql: Sql) {
    super(sql.manager);
  }

  async query<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const [row] = await this.sql.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters);
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    this.pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    return this.sql.query<Row>(text, parameters);
  }
}

class RolledBack extends Error {}

/** Reads whose cost must not grow with what was done before. Costs are pages read, not times. */
describe('reads of lanes and executions', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openDatabase();
    await open.database.query(
      `WITH owner AS (INSERT INTO users (kind, agent_id) VALUES ('agent', 'agent_plans_1') RETURNING id),
       wallets AS (
         INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
           allowed_actions, status)
         SELECT 'agent_plans_' || n, owner.id, '0x' || lpad(to_hex(n), 40, '0'), gen_random_uuid(), 'provider_agent_wallet', 'CHAIN-TESTNET',
           '{buy_yes}', 'active' FROM owner, generate_series(1, $1::int) AS n RETURNING id)
       INSERT INTO lanes (id) SELECT id FROM wallets`,
      [LANES],
    );
  });
  afterAll(() => open?.close());

  /** Pages that the statements of `work` read, as their plans report them. Each is executed twice. */
  async function pagesRead(work: (sql: Sql) => Promise<unknown>, sql: Sql = open.database): Promise<number> {
    const explaining = new ExplainingSql(sql);
    await work(explaining);
    return explaining.pages;
  }

  it('claims due lanes without reading the due times of earlier turns, while a snapshot is held', async () => {
    const { database } = open;
    await database.transaction(async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await tx.query('SELECT count(*) FROM lanes');
      for (let turn = 0; turn < TURNS / LANES; turn += 1) {
        const wakeAt = `now() - interval '1 hour' + ${turn} * interval '1 s'`;
        await database.query(`UPDATE lanes SET wake_at = ${wakeAt}`);
      }
      await database.query('UPDATE lanes SET wake_at = NULL');
      const leaseMs = 10_000;
      const all = await pagesRead((sql) => claimDueLanes(sql, { limit: 100, leaseMs, since: new Date(0) }));
      const due = new DueLanes(leaseMs);
      await due.claim(database, 100);
      const next = await pagesRead((sql) => due.claim(sql, 100));
      expect(all).toBeGreaterThan(200);
      expect(next).toBeLessThan(20);
    });
  });

  it('loads a lane with thousands of queued executions as cheaply as one with one', async () => {
    const { database } = open;
    const lanes = await database.query<{ laneId: string; agentId: string }>(
      `SELECT w.id AS "laneId", w.agent_id AS "agentId" FROM agent_wallets AS w JOIN lanes ON lanes.id = w.id LIMIT 2`,
    );
    const pages: number[] = [];
    for (const [index, { laneId, agentId }] of lanes.entries()) {
      await queueExecutions({ laneId, agentId, count: index === 0 ? 1 : QUEUED });
    }
    // Without the versions of the lanes that other tests leave behind, which count as pages until a vacuum.
    await database.query('VACUUM (ANALYZE) lanes, executions, execution_steps, agent_intents');
    for (const { laneId } of lanes) {
      const lease = { laneId, fence: '0' };
      await loadLaneWork(database, lease);
      pages.push(await pagesRead((sql) => loadLaneWork(sql, lease)));
      expect((await loadLaneWork(database, lease)).execution?.id).toBe(`agent_execution_${laneId}_1`);
    }
    const [one = 0, many = 0] = pages;
    expect(many).toBeLessThanOrEqual(2 * one);
  });

  it('compares the executions of the newest blocks only, under statistics of when none had ended', async () => {
    const { database } = open;
    const lane = await database.queryOneOrFail<{ laneId: string; agentId: string }>(
      `SELECT w.id AS "laneId", w.agent_id AS "agentId" FROM agent_wallets AS w
       WHERE NOT EXISTS (SELECT FROM executions WHERE lane_id = w.id) LIMIT 1`,
    );
    await queueExecutions({ ...lane, count: EXECUTED });
    await database.query('ANALYZE executions, execution_steps, chain_events');
    let pages = Infinity;
    const compare = database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica'); // without the market of the events
      await tx.query('SET LOCAL enable_seqscan = off'); // as in the indexer's transaction
      await executeQueued(tx, lane.laneId);
      pages = await pagesRead((sql) => reopenExecutions(sql, EXECUTED), tx);
      expect(await reopenExecutions(tx, EXECUTED)).toEqual([]);
      await tx.query('DELETE FROM chain_events WHERE block_number = $1', [EXECUTED]);
      expect(await reopenExecutions(tx, EXECUTED)).toHaveLength(1);
      throw new RolledBack();
    });
    await expect(compare).rejects.toThrow(RolledBack);
    expect(pages).toBeLessThan(500);
  });

  /** Ends queued executions as executed, one in each block. */
  async function executeQueued(tx: Sql, laneId: string): Promise<void> {
    await tx.query(
      `WITH executed AS (
         UPDATE executions SET status = 'executed', completed_at = now()
         WHERE lane_id = $1 RETURNING id, intent_id, ref),
       intents AS (
         UPDATE agent_intents AS i SET status = 'executed', current_execution_id = executed.id
         FROM executed WHERE i.id = executed.intent_id),
       numbered AS (SELECT id, ref, row_number() OVER () AS block FROM executed),
       steps AS (
         INSERT INTO execution_steps (execution_id, kind, status, block_number, block_hash)
         SELECT id, 'main', 'done', block, 'hash' FROM numbered),
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

  async function queueExecutions(lane: { laneId: string; agentId: string; count: number }): Promise<void> {
    await open.database.query(
      `WITH intents AS (
         INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
         SELECT 'agent_intent_' || $1 || '_' || n, $2, 'buy_yes', 'executing', '0x', 'market', 'hash'
         FROM generate_series(1, $3::int) AS n RETURNING id)
       INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref)
       SELECT replace(id, 'intent', 'execution'), id, $2, $1::uuid, '0x', 'buy_yes', 1, id FROM intents
       ORDER BY split_part(id, '_', 4)::int`,
      [lane.laneId, lane.agentId, lane.count],
    );
  }
});
