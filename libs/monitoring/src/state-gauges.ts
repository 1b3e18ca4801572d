import { type IndexStatus, readIndexStatus } from '@app/indexer';
import type { Metrics } from '@app/observability';
import type { Database } from '@app/persistence';
import type { JobQueue } from '@app/queue';
import { type Backlog, readBacklog } from './backlog.js';
import { CachedRead, within } from './cached-read.js';

/** However often it is scraped, by however many, the database is asked no more often than this. */
const LIFE_MS = 3_000;
/** A database that hangs must not keep what can be said without it from being said. */
const TIMEOUT_MS = 2_000;

interface State {
  backlog: Backlog;
  index: IndexStatus;
  waiting: { lane: number; task: number };
}

/** The gauges that show the product's state, which is one for all processes: the newest of theirs counts. */
export class StateGauges {
  private readonly state: CachedRead<State>;

  constructor(
    private readonly parts: { database: Database; queue: JobQueue; metrics: Metrics },
    private readonly patienceMs = TIMEOUT_MS,
  ) {
    this.state = new CachedRead(() => this.read(), LIFE_MS);
  }

  /** Brings the gauges up to date, or says that they could not be; never rejects. */
  async update(): Promise<void> {
    const { metrics } = this.parts;
    try {
      this.show(await within(this.patienceMs, this.state.get()));
      metrics.set('presage_state_read_success', {}, 1);
    } catch {
      metrics.set('presage_state_read_success', {}, 0);
    }
  }

  private async read(): Promise<State> {
    const { database, queue } = this.parts;
    const [backlog, index, lane, task] = await Promise.all([
      readBacklog(database),
      readIndexStatus(database),
      queue.depth('lane'),
      queue.depth('task'),
    ]);
    return { backlog, index, waiting: { lane, task } };
  }

  private show({ backlog, index, waiting }: State): void {
    const { metrics } = this.parts;
    const { lanes, live } = backlog;
    for (const state of ['due', 'leased', 'waiting'] as const) metrics.set('presage_lanes', { state }, lanes[state]);
    for (const status of ['queued', 'submitting', 'broadcast', 'unknown'] as const) {
      metrics.set('presage_executions_live', { status }, live[status]);
    }
    for (const job of ['lane', 'task'] as const) metrics.set('presage_queue_waiting', { job }, waiting[job]);
    metrics.set('presage_execution_oldest_queued_age_seconds', {}, backlog.untouchedAgeMs / 1000);
    metrics.set('presage_execution_unknown_age_seconds', {}, backlog.unknownAgeMs / 1000);
    metrics.set('presage_tasks_due', {}, backlog.tasksDue);
    metrics.set('presage_provider_breaker_open', {}, Number(backlog.breakerOpen));
    metrics.set('presage_provider_configured', {}, Number(backlog.providerConfigured));
    metrics.set('presage_paused_scopes', {}, backlog.pausedScopes);
    metrics.set('presage_lanes_stopped', {}, Number(backlog.lanesStopped));
    metrics.set('presage_index_lag_blocks', {}, index.lagBlocks ?? 0);
    metrics.set('presage_index_last_poll_age_seconds', {}, index.lastPollAgeMs / 1000);
    metrics.set('presage_index_has_leader', {}, Number(index.hasLeader));
  }
}
