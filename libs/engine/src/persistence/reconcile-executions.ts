import { computeRef } from '@app/chain';
import type { Database, SqlSession } from '@app/persistence';
import { recordExecutedByRef } from './record-executed-by-ref.js';
import { checkCluster, IS_RECORDED_CLUSTER } from './cluster-identity.js';
import { wakeBusyLanes } from './lane-leases.js';

/** Difference between the clocks of two database servers, by which a deadline may be later than the failover shows. */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;
const PAGE_SIZE = 500;

export interface Reconciliation {
  /** Block time that the chain index must pass first: before it, lost steps may still take effect. Null when done. */
  waitsUntil: Date | null;
  /** Effects on the chain that were compared with the records. */
  effects: number;
  /** Executions that the records lacked. */
  restored: number;
}

type Pending = { since: Date | null; fromBlock: string; waitsUntil: Date | null; indexed: boolean };
/** An effect of a wallet whose ref no live or executed execution has. */
type Effect = { blockNumber: string; logIndex: number; ref: string; agentId: string; recorded: boolean };

/**
 * Restores execution records that a restore or failover lost, from the effects that the chain index holds. Compares only
 * effects after the last block that the restored database had indexed, or all of them when nothing was restored. Serves
 * lanes again when it is done. Safe to repeat, and to run in several processes.
 * @param deadlineMs lifetime of an armed step: steps that were lost can no longer take effect after it
 */
export async function reconcileExecutions(database: Database, deadlineMs: number): Promise<Reconciliation> {
  await checkCluster(database);
  const pending = await readPending(database, deadlineMs);
  if (!pending.indexed) return { waitsUntil: pending.waitsUntil, effects: 0, restored: 0 };
  const result = { waitsUntil: null, effects: 0, restored: 0 };
  let [block, log] = [pending.fromBlock, -1];
  for (;;) {
    const page = await readEffects(database, block, log);
    const last = page.at(-1);
    if (last === undefined) break;
    const missing = page.filter(({ recorded }) => !recorded);
    for (const intentId of await findIntents(database, missing)) {
      if (await database.transaction((tx) => recordExecutedByRef(tx, intentId))) result.restored += 1;
    }
    result.effects += page.length;
    [block, log] = [last.blockNumber, last.logIndex];
  }
  if (pending.since !== null) await declareReconciled(database, pending.since);
  return result;
}

async function readPending(sql: SqlSession, deadlineMs: number): Promise<Pending> {
  return sql.queryOneOrFail<Pending>(
    `SELECT cluster.*, cluster.since IS NULL OR coalesce(block_time > "waitsUntil", false) AS indexed
     FROM (SELECT reconcile_since AS since, reconcile_since + $1 * interval '1 ms' AS "waitsUntil",
         CASE WHEN reconcile_since IS NULL THEN 0 ELSE coalesce(reconcile_after_block, -1) + 1 END AS "fromBlock"
       FROM engine_cluster) AS cluster CROSS JOIN chain_index`,
    [deadlineMs + MAX_CLOCK_DIFFERENCE_MS],
  );
}

/** Returns the effects of wallets after a log, in order of block and log. */
async function readEffects(sql: SqlSession, block: string, log: number): Promise<Effect[]> {
  return sql.query<Effect>(
    `SELECT event.block_number AS "blockNumber", event.log_index AS "logIndex", event.ref, wallet.agent_id AS "agentId",
       EXISTS (SELECT FROM executions AS e WHERE e.ref = event.ref AND e.lane_id = wallet.id
         AND e.status NOT IN ('failed', 'cancelled'))
         OR EXISTS (SELECT FROM archived_executions AS a
           WHERE a.ref = decode(substr(event.ref, 3), 'hex') AND a.lane_id = wallet.id
             AND a.transaction_hash IS NOT NULL) AS recorded
     FROM chain_events AS event JOIN agent_wallets AS wallet ON wallet.agent_wallet_address = event.account
     WHERE event.ref IS NOT NULL AND (event.block_number, event.log_index) > ($1, $2)
     ORDER BY event.block_number, event.log_index LIMIT $3`,
    [block, log, PAGE_SIZE],
  );
}

/** Finds the intents of refs. A ref is a hash of the intent's id, so the agents' unexecuted intents are hashed. */
async function findIntents(sql: SqlSession, missing: readonly Effect[]): Promise<string[]> {
  const refs = new Set(missing.map(({ ref }) => ref));
  const agents = [...new Set(missing.map(({ agentId }) => agentId))];
  const found: string[] = [];
  for (let after = ''; found.length < refs.size;) {
    const page = await sql.query<{ id: string }>(
      `SELECT id FROM agent_intents WHERE agent_id = ANY ($1) AND id > $2
         AND status IN ('preview', 'confirmed', 'failed', 'cancelled') ORDER BY id LIMIT $3`,
      [agents, after, PAGE_SIZE],
    );
    if (page.length === 0) break;
    found.push(...page.map(({ id }) => id).filter((id) => refs.has(computeRef(id))));
    after = page.at(-1)?.id ?? after;
  }
  return found;
}

/** Lets workers serve lanes again and wakes every lane with live executions, unless the cluster has changed again. */
async function declareReconciled(database: Database, since: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.queryOne(
      `UPDATE engine_cluster SET reconcile_since = NULL WHERE reconcile_since = $1 AND ${IS_RECORDED_CLUSTER} RETURNING 1`,
      [since],
    );
    if (row !== null) await wakeBusyLanes(tx);
  });
}
