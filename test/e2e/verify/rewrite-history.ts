import type { Database, SqlSession } from '@app/persistence';

/** Renumbers a log and recomputes its hash chain, as an attacker who knows the code would. */
export const RECHAIN_SQL = `
  CREATE OR REPLACE FUNCTION rechain(of_log text) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    event logged_events;
    next_seq bigint := (SELECT oldest_seq FROM event_logs WHERE log = of_log);
    last_hash text := (SELECT expired_hash FROM event_logs WHERE log = of_log);
  BEGIN
    FOR event IN SELECT * FROM logged_events WHERE log = of_log ORDER BY seq LOOP
      UPDATE logged_events SET seq = next_seq, hash = encode(sha256(convert_to(concat(
        '{"at":"', iso_time(at), '","block":', CASE WHEN block_number IS NULL THEN 'null'
          ELSE concat('{"hash":"', block_hash, '","number":', block_number, '}') END,
        ',"data":', data, ',"id":"', id, '","previous_hash":', coalesce('"' || last_hash || '"', 'null'),
        ',"seq":', next_seq, ',"subject":{"id":', to_json(subject_id), ',"kind":"', subject_kind,
        '"},"type":"', type, '"}'), 'UTF8')), 'hex')
      WHERE log = of_log AND seq = event.seq RETURNING hash INTO last_hash;
      next_seq := next_seq + 1;
    END LOOP;
    UPDATE event_logs SET head_seq = next_seq - 1 WHERE log = of_log;
    RETURN of_log;
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

/** Moves everything of the last ten minutes into the past. The logs are not anchored any more. */
export async function age(database: Database, minutes: number): Promise<void> {
  const recent = `SELECT id FROM executions WHERE created_at > now() - interval '10 minutes'`;
  const by = `$1 * interval '1 minute'`;
  await unguarded(database, async (tx) => {
    await tx.query(`UPDATE logged_events SET at = at - ${by} WHERE at > now() - interval '10 minutes'`, [minutes]);
    await tx.query(
      `UPDATE agent_intents SET executed_at = executed_at - ${by}
       WHERE id IN (SELECT intent_id FROM executions WHERE id IN (${recent}) AND status = 'executed')`,
      [minutes],
    );
    await tx.query(
      `UPDATE executions SET created_at = created_at - ${by}, completed_at = completed_at - ${by} WHERE id IN (${recent})`,
      [minutes],
    );
    await rewriteLogs(tx);
  });
}

/** Recomputes all logs, and forgets their anchors. */
export async function rewriteLogs(tx: { query(text: string): Promise<unknown> }): Promise<void> {
  await tx.query('DELETE FROM event_anchors');
  await tx.query('UPDATE event_logs SET anchored_seq = 0');
  await tx.query('SELECT rechain(log) FROM event_logs');
}
