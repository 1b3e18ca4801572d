import { requireVersion, withTimeout } from '@app/common';
import type { SqlSession } from './database.js';

/** Time after which a database without an answer counts as unreachable. */
const PING_TIMEOUT_MS = 1_500;

/** A server without its data folder still runs statements that read no table, and files show as empty. */
const PING_SQL = `SELECT pg_relation_size(to_regclass('schema_migrations')) = 0 AS "isLost", version()`;

/** Checks a database for readiness. Concurrent checks share a ping, so a database that hangs occupies one connection. */
export class DatabasePing {
  private running: Promise<void> | undefined;

  constructor(private readonly sql: SqlSession) {}

  /** Resolves when the database answers in time, has its files, and is not too old. @throws Error otherwise */
  async check(): Promise<void> {
    this.running ??= this.send().finally(() => (this.running = undefined));
    await withTimeout(this.running, PING_TIMEOUT_MS);
  }

  succeeds(): Promise<boolean> {
    return this.check().then(
      () => true,
      () => false,
    );
  }

  private async send(): Promise<void> {
    const [row] = await this.sql.query<{ isLost: boolean | null; version: string }>(PING_SQL);
    if (row?.isLost === true) throw new Error('the files of the database are gone');
    requireVersion('PostgreSQL', row?.version ?? '');
  }
}
