import { Secret } from '@app/common';
import { EventsRepository } from '@app/events';
import { SecretBox, WebhooksRepository, WebhooksService } from '@app/webhooks';
import { eventually } from '../../../../test/support/eventually.js';
import { loseEvents } from '../../../../test/support/lose-events.js';
import { type OpenDatabase, openDatabase } from '../../../../test/support/open-database.js';
import { previewIntents } from '../../../../test/webhooks/preview-intents.js';
import { type RunningWebhooks, startWebhooks } from '../../../../test/webhooks/start-webhooks.js';
import { TestReceiver } from '../../../../test/webhooks/test-receiver.js';
import { WEBHOOK_KEY } from '../../../../test/webhooks/webhook-key.js';
import { accountIdOf } from '../../../../tools/support/issue-key.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const ALICE = 'agent_alice_lost';
const LOG = `agent:${ALICE}`;

describe('a failover that loses events during their delivery', () => {
  let open: OpenDatabase;
  let receiver: TestReceiver;
  let running: RunningWebhooks;
  let create: () => Promise<unknown>;

  beforeEach(async () => {
    open = await openDatabase();
    receiver = await TestReceiver.open();
    const accountId = await accountIdOf(open.database, 'alice');
    await open.database.query(`INSERT INTO users (kind, agent_id, account_id) VALUES ('agent', $1, $2)`, [
      ALICE,
      accountId,
    ]);
    const service = new WebhooksService({
      webhooks: new WebhooksRepository(open.database),
      secrets: new SecretBox(new Secret(WEBHOOK_KEY)),
      rules: { allowsPrivate: true },
    });
    create = () => service.create({ accountId, agentIds: null }, { url: receiver.url, types: null, agentIds: null });
    running = await startWebhooks(open.url, { WEBHOOK_TIMEOUT_MS: 1_000 });
  });
  afterEach(async () => {
    await running?.close();
    await receiver?.close();
    await open?.close();
  });

  const preview = (count: number): Promise<void> => previewIntents(open.database, ALICE, count);
  const seqs = (): number[] => receiver.eventsOf(ALICE).map(({ seq }) => seq);
  const received = (count: number): Promise<number[]> =>
    eventually(
      () => Promise.resolve(seqs()),
      (found) => found.length >= count,
    );

  it.each(['before', 'after'])('delivers the event that gets the seq of one %s its response', async (time) => {
    await create();
    let finish = (): void => undefined;
    receiver.answer = (_received, response) => {
      finish = () => void response.writeHead(204).end();
    };
    await preview(2);
    await received(1);
    finish();
    await received(2);
    await loseEvents(open.database, LOG, 1);
    receiver.answerWith(204);
    if (time === 'after') finish();
    await preview(1);
    if (time === 'before') finish();
    await received(3);
    expect(seqs()).toEqual([1, 2, 2]);
  });

  it('moves no cursor past lost events that were not wanted', async () => {
    await running.close();
    await create();
    await preview(2);
    const deliveries = new DeliveriesRepository(open.database);
    const events = new EventsRepository(open.database);
    const [webhook] = await deliveries.claim('pending events', 1, 60_000);
    if (webhook === undefined) throw new Error('nothing is due');
    const read = () => events.readPage({ log: LOG, after: 0, types: [], limit: 10 });
    const { headSeq: seq, headHash: hash } = await read();
    const advance = (to: { seq: number; hash: string | null }) =>
      deliveries.advance(webhook, { log: LOG, ...to, isDelivery: false }, 60_000);
    await loseEvents(open.database, LOG, 1);
    expect(await advance({ seq, hash })).toBe(false);
    await preview(1);
    expect(await advance({ seq, hash })).toBe(false);
    expect(await advance({ seq, hash: (await read()).headHash })).toBe(true);
  });
});
