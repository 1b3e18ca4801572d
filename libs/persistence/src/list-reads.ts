import { setTimeout as delay } from 'node:timers/promises';
import { AppError, withTimeout } from '@app/common';
import { errorFields, type Logger } from '@app/observability';
import type { Database } from './database.js';
import { RowLoader } from './row-loader.js';

/** Maximum time a list waits for the replica to replay what is committed. */
const MAX_LAG_MS = 20;
const POLL_INTERVAL_MS = 4;
/** Maximum time of a check. A replica that is silent longer counts as unreachable. */
const CHECK_TIMEOUT_MS = 500;
/** Time without the replica after a lag, and after an error. */
const LAG_PAUSE_MS = 250;
const ERROR_PAUSE_MS = 2_000;
const CHECK = 'check';

export interface ListReplica {
  /** Connects. Rejects while the replica is unreachable. */
  connect(): Promise<Database>;
  close(): Promise<void>;
}

/**
 * Reads lists from a replica that has replayed every write committed before the read, otherwise from the primary. A client
 * therefore reads its own writes, made through any process.
 */
export class ListReads {
  private readonly checks: RowLoader<{ isCurrent: boolean }>;
  private connecting: Promise<Database> | null = null;
  private pausedUntilMs = 0;

  /** @param replica null reads everything from the primary */
  constructor(
    private readonly primary: Database,
    private readonly replica: ListReplica | null = null,
    private readonly log: Pick<Logger, 'warn'> | null = null,
  ) {
    this.checks = new RowLoader(
      async () => [{ isCurrent: await this.hasReplayed() }],
      () => CHECK,
    );
  }

  /** @param work reads only; it is repeated on the primary when the replica fails, but not when it throws an `AppError` */
  async read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const replica = await this.findReplica();
    if (replica === null) return work(this.primary);
    try {
      return await work(replica);
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.avoidReplica(error);
      return work(this.primary);
    }
  }

  async close(): Promise<void> {
    await this.replica?.close();
  }

  private async findReplica(): Promise<Database | null> {
    if (this.replica === null || Date.now() < this.pausedUntilMs) return null;
    try {
      const database = await withTimeout(this.connect(this.replica), CHECK_TIMEOUT_MS);
      const check = await withTimeout(this.checks.load(CHECK), CHECK_TIMEOUT_MS);
      if (check?.isCurrent === true) return database;
      this.pausedUntilMs = Date.now() + LAG_PAUSE_MS;
    } catch (error) {
      this.avoidReplica(error);
    }
    return null;
  }

  /** Connects once. A failed attempt is repeated by a later list. */
  private connect(replica: ListReplica): Promise<Database> {
    this.connecting ??= replica.connect().catch((error: unknown) => {
      this.connecting = null;
      throw error;
    });
    return this.connecting;
  }

  private avoidReplica(error: unknown): void {
    if (Date.now() >= this.pausedUntilMs) this.log?.warn({ event: 'database.replica_failed', ...errorFields(error) });
    this.pausedUntilMs = Date.now() + ERROR_PAUSE_MS;
  }

  private async hasReplayed(): Promise<boolean> {
    const replica = await this.connecting;
    if (replica === null) return false;
    const { position } = await this.primary.queryOneOrFail<{ position: string }>(WAL_POSITION_SQL);
    const endsMs = performance.now() + MAX_LAG_MS;
    for (;;) {
      const { isCurrent } = await replica.queryOneOrFail<{ isCurrent: boolean }>(HAS_REPLAYED_SQL, [position]);
      if (isCurrent || performance.now() > endsMs) return isCurrent;
      await delay(POLL_INTERVAL_MS);
    }
  }
}

const WAL_POSITION_SQL = `SELECT pg_current_wal_flush_lsn()::text AS position`;
/** A promoted replica no longer follows this primary. */
const HAS_REPLAYED_SQL = `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isCurrent"`;
