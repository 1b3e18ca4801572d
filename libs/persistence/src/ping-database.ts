import { withTimeout } from '@app/common';
import type { Sql } from './database.js';

/** Time after which a database without an answer counts as unreachable. */
export const PING_TIMEOUT_MS = 1_500;

/** A server without its data folder still runs statements that read no table, and files show as empty. */
const PING = `SELECT pg_relation_size(to_regclass('schema_migrations')) = 0 AS "isLost"`;

/** Resolves when the database answers and has its files. @throws Error otherwise */
export async function pingDatabase(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ isLost: boolean | null }>(PING);
  if (row?.isLost === true) throw new Error('the files of the database are gone');
}

/** Whether the database answers in time and has its files. */
export function isDatabaseReachable(sql: Sql): Promise<boolean> {
  const ping = pingDatabase(sql).then(
    () => true,
    () => false,
  );
  return withTimeout(ping, PING_TIMEOUT_MS, () => false);
}
