import type { Database, SqlSession } from '@app/persistence';

/** Recomputes the hash chain of an execution's events, as an attacker who knows the code would. */
const RECHAIN_SQL = `
  CREATE OR REPLACE FUNCTION rechain(of_execution text) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    event execution_events;
    last_hash text := '';
  BEGIN
    FOR event IN SELECT * FROM execution_events WHERE execution_id = of_execution ORDER BY seq LOOP
      UPDATE execution_events SET hash = encode(sha256(convert_to(concat_ws('|', of_execution, seq, (extract(epoch FROM at) * 1000)::bigint, type,
          data, last_hash), 'UTF8')), 'hex')
      WHERE execution_id = of_execution AND seq = event.seq RETURNING hash INTO last_hash;
    END LOOP;
    RETURN of_execution;
  END $$`;

export async function installRechain(database: Database): Promise<void> {
  await database.query(RECHAIN_SQL);
}

/** Runs statements without triggers and foreign keys, as a superuser may. */
export async function unguarded<T>(database: Database, work: (tx: SqlSession) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query(`SELECT set_config('session_replication_role', 'replica', true)`);
    return work(tx);
  });
}

/** Moves everything of the last ten minutes into the past. */
export async function age(database: Database, minutes: number): Promise<void> {
  const recent = `SELECT id FROM executions WHERE created_at > now() - interval '10 minutes'`;
  const by = `$1 * interval '1 minute'`;
  await unguarded(database, async (tx) => {
    await tx.query(`UPDATE execution_events SET at = at - ${by} WHERE execution_id IN (${recent})`, [minutes]);
    await tx.query(
      `UPDATE agent_intents SET executed_at = executed_at - ${by}
       WHERE id IN (SELECT intent_id FROM executions WHERE id IN (${recent}) AND status = 'executed')`,
      [minutes],
    );
    await tx.query(
      `UPDATE executions SET created_at = created_at - ${by}, completed_at = completed_at - ${by}
       WHERE id IN (${recent}) RETURNING rechain(id)`,
      [minutes],
    );
  });
}

/** Ends the range of the first anchor earlier, so that a second anchor can follow within the same minute. */
export async function endAnchorEarlier(database: Database, minutesAgo: number): Promise<void> {
  await unguarded(database, async (tx) => {
    await tx.query(`UPDATE execution_event_anchors SET covers_until = now() - $1 * interval '1 minute'`, [minutesAgo]);
  });
}
