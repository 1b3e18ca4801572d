import type { SqlSession } from '@app/persistence';

/** A type and not an interface, so that it can be the row of a query. */
export type Pause = {
  /** `global`, an action, or the id of an agent. */
  scope: string;
  /** Last change of the row. For an agent, another change of its wallet may be later than the pause. */
  since: Date;
};

/** Returns what operators have paused: scopes first, then agents by id. */
export async function readPauses(sql: SqlSession, { limit }: { limit: number }): Promise<Pause[]> {
  return sql.query<Pause>(
    `(SELECT scope, updated_at AS since FROM execution_pauses WHERE paused ORDER BY scope)
     UNION ALL (SELECT agent_id, updated_at FROM agent_wallets WHERE paused ORDER BY agent_id LIMIT $1)
     LIMIT $1`,
    [limit],
  );
}
