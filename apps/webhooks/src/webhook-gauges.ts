import { CachedRead, withTimeout } from '@app/common';
import { OWNED_AGENTS } from '@app/events';
import type { Metrics } from '@app/observability';
import type { Database } from '@app/persistence';

/** Age up to which a read serves further scrapes: it examines the logs of every webhook. */
const MAX_AGE_MS = 15_000;
/** Longest time that a scrape waits for the database; its other metrics need none. */
const READ_TIMEOUT_MS = 2_000;
const STATES = ['active', 'failing', 'paused', 'ended'] as const;

interface State {
  readonly counts: readonly { state: string; count: number }[];
  readonly oldestEventAgeMs: number;
}

/** Gauges of all webhooks. Every process that delivers reports them; the newest sample counts. */
export class WebhookGauges {
  private readonly state = new CachedRead(() => this.read(), MAX_AGE_MS);

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {
    metrics.onScrape(() => this.update());
  }

  private async update(): Promise<void> {
    const { metrics } = this;
    try {
      const { counts, oldestEventAgeMs } = await withTimeout(this.state.get(), READ_TIMEOUT_MS);
      for (const state of STATES) {
        metrics.set('presage_webhooks', { state }, counts.find((one) => one.state === state)?.count ?? 0);
      }
      metrics.set('presage_webhook_oldest_event_age_seconds', {}, oldestEventAgeMs / 1_000);
      metrics.set('presage_state_read_success', {}, 1);
    } catch {
      metrics.set('presage_state_read_success', {}, 0);
    }
  }

  private async read(): Promise<State> {
    const counts = await this.database.query<{ state: string; count: number }>(
      `SELECT CASE WHEN status = 'active' AND failures > 0 THEN 'failing' ELSE status END AS state, count(*)::int AS count
       FROM webhooks GROUP BY 1`,
    );
    const { ageMs } = await this.database.queryOneOrFail<{ ageMs: number }>(
      `SELECT coalesce(greatest(extract(epoch FROM now() - min(e.at)) * 1000, 0), 0)::float8 AS "ageMs"
       FROM webhooks AS w JOIN users AS u ON ${OWNED_AGENTS}
       JOIN event_logs AS l ON l.log = 'agent:' || u.agent_id
       LEFT JOIN webhook_cursors AS c ON c.webhook_id = w.id AND c.log = l.log
       JOIN logged_events AS e ON e.log = l.log AND e.seq = greatest(coalesce(c.seq, 0) + 1, l.oldest_seq)
       WHERE w.status = 'active' AND w.failures = 0`,
    );
    return { counts, oldestEventAgeMs: ageMs };
  }
}
