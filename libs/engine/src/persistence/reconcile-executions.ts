import { type ChainEffect, computeRef } from '@app/chain';
import type { Database, SqlSession } from '@app/persistence';
import { MAX_SHORT_LOSS } from './check-cluster.js';
import { IDENTITY, IS_RECORDED_CLUSTER } from './cluster-identity.js';
import { recordExecutedByRef } from './record-executed-by-ref.js';
import { wakeBusyLanes } from './lane-leases.js';

/** Difference between the clocks of two database servers, by which a deadline may be later than the failover shows. */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;
const PAGE_SIZE = 500;
/** Blocks below the last known one that are compared again, because a reorganisation may move an effect down. */
export const REORGANISATION_MARGIN_BLOCKS = 64;

export interface Reconciliation {
  /** Block time that the chain index must pass first: before it, lost steps may still take effect. Null when it has. */
  waitsUntil: Date | null;
  /** Whether lanes wait for an operator, because the records of more than a minute are lost. */
  isHeld: boolean;
  /** Period whose records are lost. The end is null while no witness knows it. */
  lostFrom: Date;
  lostUntil: Date | null;
  /** Effects on the chain that were compared with the records. */
  effects: number;
  /** Executions that the records lacked. */
  restored: number;
  /** Effects whose intents the records lack, too. */
  lost: number;
}

type Pending = Pick<Reconciliation, 'isHeld' | 'lostFrom' | 'lostUntil'> & {
  since: Date;
  fromBlock: string;
  waitsUntil: Date;
  isIndexed: boolean;
};
type Effect = {
  blockNumber: string;
  logIndex: number;
  ref: string;
  laneId: string;
  agentId: string;
  isRecorded: boolean;
};

/** SQL condition: the effect with this ref of this wallet has its execution. */
function isRecorded(ref: string, laneId: string): string {
  return `(EXISTS (SELECT FROM executions AS e WHERE e.ref = ${ref} AND e.lane_id = ${laneId}
      AND e.status NOT IN ('failed', 'cancelled'))
    OR EXISTS (SELECT FROM archived_executions AS a WHERE a.ref = decode(substr(${ref}, 3), 'hex')
      AND a.lane_id = ${laneId} AND a.transaction_hash IS NOT NULL)
    OR EXISTS (SELECT FROM lost_effects AS l WHERE l.ref = ${ref} AND l.lane_id = ${laneId}))`;
}

/** Whether an effect of a wallet has no record, as if the database were an older copy. */
export async function hasUnrecordedEffect(sql: SqlSession, effects: readonly ChainEffect[]): Promise<boolean> {
  const { found } = await sql.queryOneOrFail<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS given (account, ref)
       JOIN agent_wallets AS w ON w.agent_wallet_address = given.account
       WHERE given.ref <> '' AND NOT ${isRecorded('given.ref', 'w.id')}) AS found`,
    [effects.map(({ account }) => account), effects.map(({ ref }) => ref ?? '')],
  );
  return found;
}

/**
 * Restores execution records that a restore or failover lost, from the effects that the chain index holds after the last
 * block that the restored database knew. Effects whose intents are lost too are recorded in `lost_effects`. Then serves lanes
 * again, unless more than a minute was lost: this takes an operator. Safe to repeat, and to run in several processes.
 * @param deadlineMs lifetime of an armed step: steps that were lost can no longer take effect after it
 * @param isOperator whether lanes are served again however much was lost. All actions are paused first
 * @returns null when nothing was restored
 */
export async function reconcileExecutions(
  database: Database,
  deadlineMs: number,
  isOperator = false,
): Promise<Reconciliation | null> {
  const pending = await database.queryOne<Pending>(PENDING_SQL, [deadlineMs + MAX_CLOCK_DIFFERENCE_MS]);
  if (pending === null) return null;
  const { since, fromBlock, isIndexed, ...rest } = pending;
  const result: Reconciliation = { ...rest, effects: 0, restored: 0, lost: 0 };
  if (!isIndexed || (result.isHeld && !isOperator)) return result;
  let [block, log] = [fromBlock, -1];
  for (;;) {
    const page = await database.query<Effect>(EFFECTS_SQL, [block, log, PAGE_SIZE]);
    const last = page.at(-1);
    if (last === undefined) break;
    const missing = page.filter((effect) => !effect.isRecorded);
    const intents = await findIntents(database, missing);
    for (const intentId of intents.values()) {
      if (await database.transaction((tx) => recordExecutedByRef(tx, intentId))) result.restored += 1;
    }
    result.lost += await recordLost(
      database,
      missing.filter(({ ref }) => !intents.has(ref)),
    );
    await holdAfterLongLoss(database, missing);
    result.effects += page.length;
    [block, log] = [last.blockNumber, last.logIndex];
  }
  const ended = await declareReconciled(database, since, isOperator);
  return { ...result, waitsUntil: null, isHeld: ended === null, ...ended };
}

/** Finds the intents of refs. A ref is a hash of the intent's id, so the agents' unexecuted intents are hashed. */
async function findIntents(sql: SqlSession, missing: readonly Effect[]): Promise<Map<string, string>> {
  const refs = new Set(missing.map(({ ref }) => ref));
  const agents = [...new Set(missing.map(({ agentId }) => agentId))];
  const found = new Map<string, string>();
  for (let after = ''; found.size < refs.size;) {
    const page = await sql.query<{ id: string }>(
      `SELECT id FROM agent_intents WHERE agent_id = ANY ($1) AND id > $2
         AND status IN ('preview', 'confirmed', 'failed', 'cancelled') ORDER BY id LIMIT $3`,
      [agents, after, PAGE_SIZE],
    );
    if (page.length === 0) break;
    for (const { id } of page) if (refs.has(computeRef(id))) found.set(computeRef(id), id);
    after = page.at(-1)?.id ?? after;
  }
  return found;
}

async function recordLost(sql: SqlSession, effects: readonly Effect[]): Promise<number> {
  if (effects.length === 0) return 0;
  const rows = await sql.query(LOST_SQL, [effects.map(({ laneId }) => laneId), effects.map(({ ref }) => ref)]);
  return rows.length;
}

/** The chain is the witness of how much is lost if no other one is left. */
async function holdAfterLongLoss(sql: SqlSession, missing: readonly Effect[]): Promise<void> {
  if (missing.length === 0) return;
  await sql.query(
    `UPDATE engine_cluster SET ${IDENTITY}, lost_until = greatest(lost_until, newest.at),
       is_held = is_held OR newest.at > marked_at + ${MAX_SHORT_LOSS}
     FROM (SELECT max(block_time) AS at FROM chain_events WHERE ref = ANY ($1)) AS newest
     WHERE reconcile_since IS NOT NULL AND ${IS_RECORDED_CLUSTER}`,
    [missing.map(({ ref }) => ref)],
  );
}

/** Lets workers serve lanes again and wakes every lane with live executions. @returns null when lanes stay stopped */
async function declareReconciled(
  database: Database,
  since: Date,
  isOperator: boolean,
): Promise<Pick<Reconciliation, 'lostUntil'> | null> {
  return database.transaction(async (tx) => {
    const row = await tx.queryOne<Pick<Reconciliation, 'lostUntil'>>(
      `UPDATE engine_cluster SET ${IDENTITY}, reconcile_since = NULL, is_held = false
       WHERE reconcile_since = $1 AND (NOT is_held OR $2) AND ${IS_RECORDED_CLUSTER} RETURNING lost_until AS "lostUntil"`,
      [since, isOperator],
    );
    if (row === null) return null;
    if (isOperator)
      await tx.query(`UPDATE execution_pauses SET paused = true, updated_at = now() WHERE scope = 'global'`);
    await wakeBusyLanes(tx);
    return row;
  });
}

const PENDING_SQL = `
  SELECT cluster.*, coalesce(block_time > "waitsUntil", false) AS "isIndexed"
  FROM (SELECT reconcile_since AS since, is_held AS "isHeld", marked_at AS "lostFrom", lost_until AS "lostUntil",
      reconcile_since + $1 * interval '1 ms' AS "waitsUntil",
      greatest(0, coalesce(marked_block, 0) - ${REORGANISATION_MARGIN_BLOCKS}) AS "fromBlock"
    FROM engine_cluster WHERE reconcile_since IS NOT NULL) AS cluster CROSS JOIN chain_index`;

/** Effects of wallets after a log, in order of block and log. */
const EFFECTS_SQL = `
  SELECT event.block_number AS "blockNumber", event.log_index AS "logIndex", event.ref, wallet.id AS "laneId",
    wallet.agent_id AS "agentId", ${isRecorded('event.ref', 'wallet.id')} AS "isRecorded"
  FROM chain_events AS event JOIN agent_wallets AS wallet ON wallet.agent_wallet_address = event.account
  WHERE event.ref IS NOT NULL AND (event.block_number, event.log_index) > ($1, $2)
  ORDER BY event.block_number, event.log_index LIMIT $3`;

const LOST_SQL = `
  INSERT INTO lost_effects (ref, lane_id, agent_wallet_address, event, market_contract_address, amount, transaction_hash,
    block_number, effected_at)
  SELECT event.ref, w.id, event.account, event.name, event.market_contract_address,
    CASE event.name WHEN 'Bought' THEN event.amount_base_units * i.base_unit END, event.transaction_hash,
    event.block_number, event.block_time
  FROM unnest($1::uuid[], $2::text[]) AS given (lane_id, ref) JOIN agent_wallets AS w ON w.id = given.lane_id
    JOIN chain_events AS event ON event.ref = given.ref AND event.account = w.agent_wallet_address
    CROSS JOIN chain_index AS i
  ON CONFLICT DO NOTHING RETURNING 1`;
