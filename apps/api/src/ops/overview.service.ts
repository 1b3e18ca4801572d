import { Injectable } from '@nestjs/common';
import { withTimeout } from '@app/common';
import { type IndexStatus, readIndexStatus } from '@app/indexer';
import { type Backlog, readBacklog } from '@app/operations';
import { readPauses, type Pause } from '@app/operations';
import { Database } from '@app/persistence';
import { type JobName, JobQueue } from '@app/queue';

/** State of the workers. A type and not an interface, so that it can be the row of a query. */
type Workers = {
  now: Date;
  alive: number;
  probeAt: Date | null;
  stoppedSince: Date | null;
};

export interface Overview {
  readonly backlog: Backlog;
  readonly index: IndexStatus;
  readonly pauses: readonly Pause[];
  readonly workers: Workers;
  /** Waiting jobs; null if the queue does not answer. */
  readonly jobs: { readonly lane: number | null; readonly task: number | null };
}

const MAX_PAUSES = 100;
const QUEUE_TIMEOUT_MS = 1_000;

/** Reads the state of the service for operators, whose cost does not grow with the history. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
  ) {}

  async read(): Promise<Overview> {
    const [backlog, index, pauses, workers, lane, task] = await Promise.all([
      readBacklog(this.database),
      readIndexStatus(this.database),
      readPauses(this.database, { limit: MAX_PAUSES }),
      this.database.queryOneOrFail<Workers>(COUNT_WORKERS_SQL),
      this.readDepth('lane'),
      this.readDepth('task'),
    ]);
    return { backlog, index, pauses, workers, jobs: { lane, task } };
  }

  /** Null on failure: operators need the rest of the overview most while the queue is down. */
  private readDepth(job: JobName): Promise<number | null> {
    return withTimeout(this.queue.depth(job), QUEUE_TIMEOUT_MS).catch(() => null);
  }
}

const COUNT_WORKERS_SQL = `
  SELECT now(), (SELECT count(*)::int FROM worker_heartbeats WHERE expires_at > now()) AS alive,
    (SELECT probe_at FROM provider_accounts WHERE breaker_open) AS "probeAt",
    (SELECT reconcile_since FROM engine_cluster) AS "stoppedSince"`;
