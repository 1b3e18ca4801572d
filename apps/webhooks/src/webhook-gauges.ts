import { CachedRead, withTimeout } from '@app/common';
import type { Metrics } from '@app/observability';
import type { Database } from '@app/persistence';
import { PENDING_SQL } from './delivery/deliveries.repository.js';

/** Age up to which a read serves further scrapes: it counts all webhooks. */
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
      `WITH ${PENDING_SQL}
       SELECT coalesce(greatest(extract(epoch FROM now() - min(pending.since)) * 1000, 0), 0)::float8 AS "ageMs"
       FROM pending JOIN webhooks AS w ON w.id = pending.id WHERE w.status = 'active' AND w.failures = 0`,
    );
    return { counts, oldestEventAgeMs: ageMs };
  }
}
