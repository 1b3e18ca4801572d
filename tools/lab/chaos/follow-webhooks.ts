import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../support/api-client.js';
import { textAt } from '../../support/json.js';
import { checkDeliveries, type DeliveriesReport, type Subscription } from '../../support/webhooks/check-deliveries.js';
import type { ExpectedEvent } from '../../support/webhooks/check-deliveries.js';
import { readArrivals } from '../../support/webhooks/receiver-process.js';
import type { ChaosStack } from './chaos-stack.js';

const POLL_INTERVAL_MS = 250;
const CATCH_UP_TIMEOUT_MS = 300_000;
/** Webhooks of the run: one gets every event, the other one two types. */
const WEBHOOKS = [
  { path: '/all', types: null },
  { path: '/ended', types: ['execution.executed', 'execution.failed'] },
] as const;

/** Webhooks for the events of all agents. */
export class FollowedWebhooks {
  private constructor(
    private readonly stack: ChaosStack,
    private readonly subscriptions: readonly Subscription[],
  ) {}

  /** Creates the webhooks. Call it before the first agent exists: a webhook gets no earlier events. */
  static async start(stack: ChaosStack, client: ApiClient): Promise<FollowedWebhooks> {
    const subscriptions: Subscription[] = [];
    for (const { path, types } of WEBHOOKS) {
      const body = { url: stack.receiver.url + path, ...(types !== null && { types }) };
      const created = await client.call({ method: 'POST', path: '/agent/webhooks', body });
      subscriptions.push({ path, types, secret: textAt(created, 'secret') });
    }
    return new FollowedWebhooks(stack, subscriptions);
  }

  /** Waits until all events that exist are delivered. */
  async finish(): Promise<DeliveriesReport> {
    const { stack, subscriptions } = this;
    const events = await this.listEvents();
    const check = (): DeliveriesReport => checkDeliveries(readArrivals(stack.receiver.file), subscriptions, events);
    const deadlineMs = Date.now() + CATCH_UP_TIMEOUT_MS;
    for (;;) {
      const report = check();
      if (report.lost.length === 0 || Date.now() > deadlineMs) return report;
      await delay(POLL_INTERVAL_MS);
    }
  }

  private async listEvents(): Promise<ExpectedEvent[]> {
    const rows = await this.stack.postgres.query(
      `SELECT log, seq, id, type FROM logged_events WHERE log LIKE 'agent:%'`,
    );
    return rows.map(({ log, seq, id, type }) => ({
      ...{ log: String(log), seq: Number(seq) },
      ...{ id: String(id), type: String(type) },
    }));
  }
}
