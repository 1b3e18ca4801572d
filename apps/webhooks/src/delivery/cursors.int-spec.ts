import { Secret } from '@app/common';
import { EventsRepository, SecretBox, WebhooksRepository, WebhooksService } from '@app/events';
import { eventually } from '../../../../test/support/eventually.js';
import { loseEvents } from '../../../../test/support/lose-events.js';
import { type OpenDatabase, openDatabase } from '../../../../test/support/open-database.js';
import { previewIntents } from '../../../../test/webhooks/preview-intents.js';
import { type RunningWebhooks, startWebhooks } from '../../../../test/webhooks/start-webhooks.js';
import { TestReceiver } from '../../../../test/webhooks/test-receiver.js';
import { WEBHOOK_KEY } from '../../../../test/webhooks/webhook-key.js';
import { findAccountId } from '../../../../tools/support/issue-key.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const ALICE = 'agent_alice_lost';
const LOG = `agent:${ALICE}`;

describe('the cursors of a webhook', () => {
  let open: OpenDatabase;
  let accountId: string;
  let receiver: TestReceiver;
  let running: RunningWebhooks;
  let create: () => Promise<unknown>;

  beforeEach(async () => {
    open = await openDatabase();
    receiver = await TestReceiver.open();
    accountId = await findAccountId(open.database, 'alice');
    await addAgent(ALICE);
    const service = new WebhooksService({
      webhooks: new WebhooksRepository(open.database),
      secrets: new SecretBox([new Secret(WEBHOOK_KEY)]),
      rules: { allowsPrivate: true },
    });
    create = () => service.create({ accountId, agentIds: null }, { url: receiver.url, types: null, agentIds: null });
    running = await startWebhooks(open.url, { WEBHOOK_TIMEOUT_MS: 3_600_000 });
  });
  afterEach(async () => {
    await running?.close();
    await receiver?.close();
    await open?.close();
  });

  async function addAgent(agentId: string, owner: string | null = accountId): Promise<void> {
    await open.database.query(`INSERT INTO users (kind, agent_id, account_id) VALUES ('agent', $1, $2)`, [
      agentId,
      owner,
    ]);
  }

  const preview = (count: number, agentId = ALICE): Promise<void> => previewIntents(open.database, agentId, count);
  const seqs = (agentId = ALICE): number[] => receiver.eventsOf(agentId).map(({ seq }) => seq);
  const received = (count: number, agentId = ALICE): Promise<number[]> =>
    eventually(
      () => Promise.resolve(seqs(agentId)),
      (found) => found.length >= count,
    );

  /** Sets the ages of the agent's first events. */
  async function age(agentId: string, ages: readonly string[]): Promise<void> {
    await open.database.query('ALTER TABLE logged_events DISABLE TRIGGER USER');
    await open.database.query(
      `UPDATE logged_events SET at = now() - age::interval FROM unnest($2::text[]) WITH ORDINALITY AS ages (age, of_seq)
       WHERE log = 'agent:' || $1 AND seq = of_seq`,
      [agentId, ages],
    );
    await open.database.query('ALTER TABLE logged_events ENABLE TRIGGER USER');
  }

  it('keep no events of other logs, although the clock was once set back', async () => {
    const other = 'agent_nobodys_lost';
    await addAgent(other, null);
    await create();
    await open.database.query(`UPDATE webhooks SET status = 'paused'`);
    await preview(2);
    await preview(1, other);
    await age(ALICE, ['9 days', '20 days']);
    await age(other, ['9 days']);
    expect(await open.database.query('SELECT expire_events(5, 1) AS expired')).toEqual([{ expired: '1' }]);
    expect(await open.database.query('SELECT log FROM logged_events')).toEqual([{ log: LOG }, { log: LOG }]);
  });

  it('wait at later events of other agents while one is refused', async () => {
    const first = 'agent_aaron_lost'; // before ALICE in the order of names
    await addAgent(first);
    await create();
    receiver.answer = ({ body }, response) => void response.writeHead(body.includes(ALICE) ? 500 : 204).end();
    const failed = async (count: number): Promise<void> => {
      await open.database.query('UPDATE webhooks SET next_attempt_at = least(next_attempt_at, now())');
      await eventually(
        () => open.database.query<{ failures: number }>('SELECT failures FROM webhooks'),
        ([webhook]) => Number(webhook?.failures) >= count,
      );
    };
    await preview(1);
    await failed(1);
    await preview(1, first);
    await failed(2);
    expect(seqs(first)).toEqual([]);
    receiver.answerWith(204);
    await failed(0);
    await received(1, first);
  });

  it.each(['before', 'after'])(
    'do not pass an event that gets the seq of one which a failover loses %s its response',
    async (time) => {
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
    },
  );

  it('do not pass events that get the seq of lost ones which were not wanted', async () => {
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
    expect(await advance({ seq, hash })).toBe('events_lost');
    await preview(1);
    expect(await advance({ seq, hash })).toBe('events_lost');
    expect(await advance({ seq, hash: (await read()).headHash })).toBe('advanced');
    await deliveries.release(webhook, { isCaughtUp: false });
    expect(await advance({ seq, hash: (await read()).headHash })).toBe('lease_lost');
  });
});
