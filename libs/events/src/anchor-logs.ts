import type { SqlSession } from '@app/persistence';

/** A type, not an interface: an interface does not fit the row constraint of `SqlSession.query`. */
export type EventAnchor = {
  id: string;
  /** Number of logs whose heads the anchor hashes. */
  logs: number;
  /** Hash of the anchor before; empty for the first. */
  previousHash: string;
  hash: string;
};

/**
 * Writes an anchor: a hash over the heads that have changed since the last anchor and over that anchor's hash. At most one a
 * minute over all workers, and none without changes.
 * @returns the anchor; null when none was written
 */
export function anchorLogs(sql: SqlSession): Promise<EventAnchor | null> {
  return sql.queryOne<EventAnchor>(
    'SELECT id, logs, previous_hash AS "previousHash", hash FROM anchor_logs() WHERE id IS NOT NULL',
  );
}
