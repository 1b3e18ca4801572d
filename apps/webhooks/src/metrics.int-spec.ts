import { Secret } from '@app/common';
import { SecretBox, WebhooksRepository, WebhooksService } from '@app/events';
import { eventually } from '../../../test/support/eventually.js';
import { openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
import { previewIntents } from '../../../test/webhooks/preview-intents.js';
import { startWebhooks } from '../../../test/webhooks/start-webhooks.js';
import { TestReceiver } from '../../../test/webhooks/test-receiver.js';
import { WEBHOOK_KEY } from '../../../test/webhooks/webhook-key.js';
import { findFreePort } from '../../../test/support/free-ports.js';

const NO_ACCOUNT = { accountId: null, agentIds: null };

describe('the metrics of webhooks', () => {
  let open: OpenDatabase;
  const receivers: TestReceiver[] = [];

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(async () => {
    await Promise.all(receivers.map((one) => one.close()));
    await open?.close();
  });

  async function createWebhook(agentId: string): Promise<TestReceiver> {
    const receiver = await TestReceiver.open();
    receivers.push(receiver);
    const service = new WebhooksService({
      webhooks: new WebhooksRepository(open.database),
      secrets: new SecretBox([new Secret(WEBHOOK_KEY)]),
      rules: { allowsPrivate: true },
    });
    await open.database.query(`INSERT INTO users (kind, agent_id) VALUES ('agent', $1)`, [agentId]);
    await service.create(NO_ACCOUNT, { url: receiver.url, types: null, agentIds: [agentId] });
    return receiver;
  }

  it('count deliveries by outcome, webhooks by state, and the age of the oldest event', async () => {
    await createWebhook('agent_delivered');
    (await createWebhook('agent_failing')).answerWith(503);
    (await createWebhook('agent_ended')).answerWith(410);
    await createWebhook('agent_paused');
    await open.database.query(`UPDATE webhooks SET status = 'paused' WHERE agent_ids = '{agent_paused}'`);
    await previewIntents(open.database, 'agent_delivered', 3);
    for (const agentId of ['agent_failing', 'agent_ended', 'agent_paused']) {
      await previewIntents(open.database, agentId);
    }
    const port = await findFreePort();
    const scrape = async (): Promise<string[]> =>
      (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n');
    const process = await startWebhooks(open.url, { METRICS_PORT: port });
    try {
      const readCount = (scraped: readonly string[], outcome: string): number => {
        const name = `presage_webhook_deliveries_total{outcome="${outcome}"} `;
        return Number(scraped.find((line) => line.startsWith(name))?.slice(name.length) ?? 0);
      };
      const lines = await eventually(
        scrape,
        (scraped) =>
          readCount(scraped, 'failed') > 0 && readCount(scraped, 'ended') > 0 && readCount(scraped, 'delivered') >= 3,
      );
      expect([readCount(lines, 'delivered'), readCount(lines, 'ended')]).toEqual([3, 1]);
      expect(lines).toContain('presage_webhook_delivery_seconds_count 3');
    } finally {
      await process.close();
    }

    // Another process reads the state anew: a read serves the scrapes of 15 seconds.
    const next = await startWebhooks(open.url, { METRICS_PORT: port, WEBHOOK_KEY: new Secret('03'.repeat(32)) });
    try {
      const lines = await scrape();
      for (const state of ['active', 'failing', 'paused', 'ended']) {
        expect(lines).toContain(`presage_webhooks{state="${state}"} 1`);
      }
      expect(lines).toContain('presage_webhook_oldest_event_age_seconds 0');
      expect(lines).toContain('presage_state_read_success 1');
    } finally {
      await next.close();
    }
  });

  it('tell the age of an event that waits for a webhook whose last attempt did not fail', async () => {
    await createWebhook('agent_late');
    await previewIntents(open.database, 'agent_late');
    await open.database.query(
      `UPDATE webhook_cursors SET pending_since = now() - interval '1 hour' WHERE log = 'agent:agent_late'`,
    );
    await open.database.query(`UPDATE webhooks SET lease_id = gen_random_uuid(), lease_until = 'infinity'`);
    const port = await findFreePort();
    const process = await startWebhooks(open.url, { METRICS_PORT: port });
    try {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const [, age] = /^presage_webhook_oldest_event_age_seconds (\S+)$/m.exec(text) ?? [];
      expect(Number(age)).toBeGreaterThanOrEqual(3_600);
    } finally {
      await process.close();
    }
  });
});
