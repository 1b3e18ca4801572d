import { CachedRead, withTimeout } from '@app/common';
import { LIVE_STATUSES } from '@app/engine';
import { type IndexStatus, readIndexStatus } from '@app/indexer';
import type { Metrics } from '@app/observability';
import type { Database } from '@app/persistence';
import type { JobQueue } from '@app/queue';
import { type Backlog, readBacklog } from './backlog.js';

/** Age up to which a read serves further scrapes, whatever their number. */
const MAX_AGE_MS = 3_000;
/** Longest time that a scrape waits for the database; its other metrics need none. */
const READ_TIMEOUT_MS = 2_000;
/** Longest time that it waits for the queue: less, so that a lost Redis hides no state of the database. */
const QUEUE_TIMEOUT_MS = 1_000;

interface State {
  backlog: Backlog;
  index: IndexStatus;
  /** Null when the queue cannot be read. */
  waiting: { lane: number; task: number } | null;
}

/** Gauges of the product's shared state. API and workers report them; the newest sample counts. */
export class StateGauges {
  private readonly state: CachedRead<State>;

  constructor(
    private readonly parts: { database: Database; queue: JobQueue; metrics: Metrics },
    private readonly timeoutMs = READ_TIMEOUT_MS,
  ) {
    this.state = new CachedRead(() => this.read(), MAX_AGE_MS);
  }

  /** Updates the gauges, or sets presage_state_read_success to 0 and leaves them. Never rejects. */
  async update(): Promise<void> {
    const { metrics } = this.parts;
    try {
      this.set(await withTimeout(this.state.get(), this.timeoutMs));
      metrics.set('presage_state_read_success', {}, 1);
    } catch {
      metrics.set('presage_state_read_success', {}, 0);
    }
  }

  private async read(): Promise<State> {
    const { database, queue } = this.parts;
    const depths = withTimeout(Promise.all([queue.depth('lane'), queue.depth('task')]), QUEUE_TIMEOUT_MS);
    const [backlog, index, waiting] = await Promise.all([
      readBacklog(database),
      readIndexStatus(database),
      depths.then(
        ([lane, task]) => ({ lane, task }),
        () => null,
      ),
    ]);
    return { backlog, index, waiting };
  }

  private set({ backlog, index, waiting }: State): void {
    const { metrics } = this.parts;
    const { lanes, live } = backlog;
    for (const state of ['due', 'leased', 'waiting', 'quarantined'] as const)
      metrics.set('presage_lanes', { state }, lanes[state]);
    for (const status of LIVE_STATUSES) {
      metrics.set('presage_executions_live', { status }, live[status]);
    }
    metrics.set('presage_queue_reachable', {}, Number(waiting !== null));
    for (const kind of ['lane', 'task'] as const) {
      if (waiting !== null) metrics.set('presage_queue_waiting', { kind }, waiting[kind]);
    }
    metrics.set('presage_execution_oldest_queued_age_seconds', {}, backlog.oldestQueuedAgeMs / 1000);
    metrics.set('presage_execution_unknown_age_seconds', {}, backlog.unknownAgeMs / 1000);
    metrics.set('presage_execution_overdue_seconds', {}, backlog.overdueMs / 1000);
    metrics.set('presage_provider_delay_seconds', {}, backlog.providerDelayMs / 1000);
    metrics.set('presage_tasks_due', {}, backlog.tasksDue);
    metrics.set('presage_provider_breaker_open', {}, Number(backlog.breakerOpen));
    metrics.set('presage_provider_configured', {}, Number(backlog.providerConfigured));
    metrics.set('presage_paused_scopes', {}, backlog.pausedScopes);
    metrics.set('presage_lanes_overdue', {}, backlog.lanesOverdue);
    metrics.set('presage_database_connections_used', {}, backlog.connectionsUsed);
    metrics.set('presage_lanes_stopped', {}, Number(backlog.lanesStopped));
    metrics.set('presage_index_lag_blocks', {}, index.lagBlocks ?? 0);
    metrics.set('presage_index_last_poll_age_seconds', {}, index.lastPollAgeMs / 1000);
    metrics.set('presage_index_has_leader', {}, Number(index.hasLeader));
  }
}
