import type { Database } from '@app/persistence';

/** Takes the last events of a log back, as a failover to a standby that lacks them does. @param seq of the last event left */
export async function loseEvents(database: Database, log: string, seq: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('ALTER TABLE logged_events DISABLE TRIGGER USER');
    await tx.query('DELETE FROM logged_events WHERE log = $1 AND seq > $2', [log, seq]);
    await tx.query('ALTER TABLE logged_events ENABLE TRIGGER USER');
    await tx.query('UPDATE event_logs SET head_seq = $2 WHERE log = $1', [log, seq]);
    await tx.query(
      `UPDATE webhook_cursors SET head_seq = $2, pending_since = CASE WHEN seq < $2 THEN pending_since END
       WHERE log = $1 AND head_seq > $2`,
      [log, seq],
    );
  });
}
