import type { ApiSettings } from '@app/config';
import type { Overview } from './overview.service.js';
import type { OverviewDto } from './overview.dto.js';

export function presentOverview(
  { backlog, index, pauses, workers, jobs }: Overview,
  { QUEUE_DASHBOARD_URL: dashboardUrl }: Pick<ApiSettings, 'QUEUE_DASHBOARD_URL'>,
): OverviewDto {
  const { lanes, live } = backlog;
  return {
    at: workers.now.toISOString(),
    lanes: { ...lanes, stopped_since: workers.stoppedSince?.toISOString() ?? null },
    executions: {
      ...live,
      oldest_untouched_ms: Math.round(backlog.oldestQueuedAgeMs),
      oldest_unknown_ms: Math.round(backlog.unknownAgeMs),
    },
    pauses: pauses.map(({ scope, since }) => ({ scope, since: since.toISOString() })),
    provider: {
      configured: backlog.providerConfigured,
      breaker_open: backlog.breakerOpen,
      probe_at: workers.probeAt?.toISOString() ?? null,
      debt_ms: Math.round(backlog.providerDelayMs),
    },
    index: {
      block: index.blockNumber,
      head_block: index.headNumber,
      lag_blocks: index.lagBlocks,
      last_poll_age_ms: Math.max(0, index.lastPollAgeMs),
      has_leader: index.hasLeader,
    },
    queue: {
      lane_jobs: jobs.lane,
      task_jobs: jobs.task,
      dashboard_url: dashboardUrl === '' ? null : dashboardUrl,
      tasks_due: backlog.tasksDue,
    },
    workers: { alive: workers.alive },
  };
}
