import type { Database, SqlSession } from '@app/persistence';

export interface LaneRow {
  laneId: string;
  agentId: string;
}

/** Inserts agents, each with an active wallet and its lane. */
export async function insertLanes(sql: SqlSession, count: number): Promise<void> {
  await sql.query(
    `WITH owner AS (INSERT INTO users (kind, agent_id) VALUES ('agent', 'agent_plans_1') RETURNING id),
     wallets AS (
       INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
         allowed_actions, status)
       SELECT 'agent_plans_' || n, owner.id, '0x' || lpad(to_hex(n), 40, '0'), gen_random_uuid(), 'provider_agent_wallet', 'CHAIN-TESTNET',
         '{buy_yes}', 'active' FROM owner, generate_series(1, $1::int) AS n RETURNING id)
     INSERT INTO lanes (id) SELECT id FROM wallets`,
    [count],
  );
}

/** Lanes without executions. */
export async function emptyLanes(sql: SqlSession, limit: number): Promise<LaneRow[]> {
  return sql.query<{ laneId: string; agentId: string }>(
    `SELECT w.id AS "laneId", w.agent_id AS "agentId" FROM agent_wallets AS w JOIN lanes ON lanes.id = w.id
     WHERE NOT EXISTS (SELECT FROM executions WHERE lane_id = w.id) ORDER BY w.id LIMIT $1`,
    [limit],
  );
}

/** Runs statements without triggers, so that thousands of executions cost no events. */
export async function withoutTriggers<T>(database: Database, work: (tx: SqlSession) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    return work(tx);
  });
}

/** Inserts buys that no worker has served; the id of the first ends in `_1`. */
export async function insertQueued(
  database: Database,
  { laneId, agentId }: LaneRow,
  count: number,
  createdAt = new Date(),
): Promise<void> {
  await withoutTriggers(database, (tx) =>
    tx.query(
      `WITH intents AS (
         INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
         SELECT 'agent_intent_' || $1 || '_' || n, $2, 'buy_yes', 'executing', '0x', 'market', 'hash'
         FROM generate_series(1, $3::int) AS n RETURNING id)
       INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref, created_at)
       SELECT replace(id, 'intent', 'execution'), id, $2, $1::uuid, '0x', 'buy_yes', 1, id, $4 FROM intents
       ORDER BY split_part(id, '_', 4)::int`,
      [laneId, agentId, count, createdAt],
    ),
  );
}
