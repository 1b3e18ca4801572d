import { randomUUID } from 'node:crypto';
import { EventsRepository, WEBHOOKS_PENDING, WebhooksRepository } from '@app/events';
import { Notifications, type SqlSession } from '@app/persistence';
import { eventually } from '../../../../test/support/eventually.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { pagesRead } from '../../../../test/support/page-counting-sql.js';
import { previewIntents } from '../../../../test/webhooks/preview-intents.js';
import { findAccountId } from '../../../../tools/support/issue-key.js';
import { type ClaimedWebhook, DeliveriesRepository } from './deliveries.repository.js';

const ALICE = 'agent_alice_pending';
const BOB = 'agent_bob_pending';
const LEASE_MS = 3_600_000;
const PLACES = 100;

describe('events that wait for a webhook', () => {
  let open: OpenDatabase;
  let deliveries: DeliveriesRepository;
  let accountId: string;

  beforeEach(async () => {
    open = await openDatabase();
    deliveries = new DeliveriesRepository(open.database);
    accountId = await findAccountId(open.database, 'alice');
    await addAgent(ALICE, accountId);
    await addAgent(BOB, accountId);
  });
  afterEach(() => open?.close());

  async function addAgent(agentId: string, account: string | null): Promise<void> {
    await open.database.query(`INSERT INTO users (kind, agent_id, account_id) VALUES ('agent', $1, $2)`, [
      agentId,
      account,
    ]);
  }

  async function create(owner: string | null = accountId): Promise<string> {
    const id = `webhook_${randomUUID()}`;
    const terms = { id, url: 'https://example.com/', agentIds: null, types: null, secret: Buffer.from('secret') };
    await new WebhooksRepository(open.database).create({ accountId: owner, agentIds: null }, terms, 1_000);
    return id;
  }

  async function claimOne(): Promise<ClaimedWebhook> {
    const [webhook] = await deliveries.claim('pending events', PLACES, LEASE_MS);
    if (webhook === undefined) throw new Error('nothing is due');
    return webhook;
  }

  /** Runs `work` while the transaction of an event of the agent is open, which commits last. */
  async function whileAppending(agentId: string, work: () => Promise<void>): Promise<void> {
    await open.database.transaction(async (tx) => {
      await previewIntents(tx, agentId);
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE'); // the triggers of a commit
      await work();
    });
  }

  const waitsForALock = (): Promise<unknown> =>
    eventually(
      () =>
        open.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ({ length }) => length === 1,
    );

  it('notify the processes that deliver, once until they are delivered', async () => {
    const notifications = new Notifications({
      ...{ databaseUrl: open.url, applicationName: 'test', onDisconnect: () => undefined },
    });
    let count = 0;
    notifications.subscribe(WEBHOOKS_PENDING, () => (count += 1));
    await notifications.start();
    await create();
    await previewIntents(open.database, ALICE);
    await previewIntents(open.database, ALICE, 2);
    await open.database.query('UPDATE webhook_cursors SET seq = head_seq, pending_since = NULL');
    await addAgent('agent_without_events', accountId);
    await previewIntents(open.database, ALICE);
    await eventually(
      () => Promise.resolve(count),
      (heard) => heard >= 2,
    );
    await open.database.query(`SELECT pg_notify('presage', $1)`, [WEBHOOKS_PENDING]); // after all others
    await eventually(
      () => Promise.resolve(count),
      (heard) => heard >= 3,
    );
    expect(count).toBe(3);
    await notifications.close();
  });

  it('are pending when their transaction commits, however late', async () => {
    const id = await create();
    await whileAppending(BOB, async () => {
      await previewIntents(open.database, ALICE);
      expect(await deliveries.listPending(id)).toEqual([{ log: `agent:${ALICE}`, after: 0 }]);
    });
    expect(await deliveries.listPending(id)).toEqual([
      { log: `agent:${BOB}`, after: 0 },
      { log: `agent:${ALICE}`, after: 0 },
    ]);
  });

  it('stay pending when the cursor moves to the event before them at the same time', async () => {
    const id = await create();
    await previewIntents(open.database, ALICE);
    const webhook = await claimOne();
    let advanced: Promise<unknown> = Promise.resolve();
    await whileAppending(ALICE, async () => {
      advanced = deliveries.advance(webhook, { log: `agent:${ALICE}`, seq: 1, hash: null, isDelivery: true }, LEASE_MS);
      await waitsForALock();
    });
    expect(await advanced).toBe('advanced');
    expect(await deliveries.listPending(id)).toEqual([{ log: `agent:${ALICE}`, after: 1 }]);
  });

  it('end when the cursor has reached the head, and begin with the next event', async () => {
    const id = await create();
    await previewIntents(open.database, ALICE, 2);
    const webhook = await claimOne();
    const advance = (seq: number) =>
      deliveries.advance(webhook, { log: `agent:${ALICE}`, seq, hash: null, isDelivery: true }, LEASE_MS);
    await advance(1);
    expect(await deliveries.listPending(id)).toHaveLength(1);
    await advance(2);
    expect(await deliveries.listPending(id)).toEqual([]);
    await deliveries.release(webhook, { isCaughtUp: true });
    expect(await deliveries.claim('pending events', PLACES, LEASE_MS)).toEqual([]);
    await previewIntents(open.database, ALICE);
    expect(await deliveries.listPending(id)).toEqual([{ log: `agent:${ALICE}`, after: 2 }]);
  });

  it('are committed before a webhook that is created meanwhile, so that it misses none', async () => {
    let created = Promise.resolve('');
    await whileAppending(ALICE, async () => {
      created = create();
      await waitsForALock();
    });
    const id = await created;
    expect(await deliveries.listPending(id)).toEqual([]);
    await previewIntents(open.database, ALICE);
    expect(await deliveries.listPending(id)).toEqual([{ log: `agent:${ALICE}`, after: 1 }]);
  });

  it('are appended although a webhook of the account is deleted meanwhile', async () => {
    const id = await create();
    let deleted = Promise.resolve(false);
    await whileAppending(ALICE, async () => {
      deleted = new WebhooksRepository(open.database).delete({ accountId, agentIds: null }, id);
      await waitsForALock();
    });
    expect(await deleted).toBe(true);
    await previewIntents(open.database, ALICE);
    expect(await open.database.query('SELECT FROM webhook_cursors')).toEqual([]);
  });

  it('go with the agent when it joins an account', async () => {
    const JOINING = 'agent_joining_pending';
    await addAgent(JOINING, null);
    const [left, joined] = [await create(null), await create()];
    await previewIntents(open.database, JOINING);
    expect(await deliveries.listPending(left)).toHaveLength(1);
    await open.database.query('UPDATE users SET account_id = $2 WHERE agent_id = $1', [JOINING, accountId]);
    expect(await deliveries.listPending(left)).toEqual([]);
    expect(await deliveries.listPending(joined)).toEqual([{ log: `agent:${JOINING}`, after: 0 }]);
    await previewIntents(open.database, JOINING);
    expect(await deliveries.listPending(left)).toEqual([]);
  });

  it('include those that an agent has before it gets a user', async () => {
    const id = await create();
    await previewIntents(open.database, 'agent_late_pending');
    await addAgent('agent_late_pending', accountId);
    expect(await deliveries.listPending(id)).toEqual([{ log: 'agent:agent_late_pending', after: 0 }]);
  });

  /** Webhooks with an event each, of a new account. */
  async function createBusy(count: number): Promise<readonly string[]> {
    const { id: account } = await open.database.queryOneOrFail<{ id: string }>(
      `INSERT INTO accounts (name, created_by) VALUES ($1, 'test') RETURNING id`,
      [randomUUID()],
    );
    await addAgent(`agent_of_${account}`, account);
    const ids: string[] = [];
    while (ids.length < count) ids.push(await create(account));
    await previewIntents(open.database, `agent_of_${account}`);
    return ids;
  }

  it('leave places to other accounts when five accounts have a hundred webhooks with slow receivers', async () => {
    const greedy = new Map<string, number>();
    for (let account = 0; account < 5; account += 1) {
      for (const id of await createBusy(20)) greedy.set(id, account);
    }
    let free = PLACES;
    const claim = async (): Promise<string[]> => {
      const claimed = await deliveries.claim('pending events', free, LEASE_MS);
      free -= claimed.length;
      return claimed.map(({ id }) => id);
    };
    const first = [...(await claim()), ...(await claim())];
    const shares = [0, 1, 2, 3, 4].map((account) => first.filter((id) => greedy.get(id) === account).length);
    expect(Math.max(...shares)).toBeLessThanOrEqual(PLACES / 4);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    const late = await createBusy(1);
    expect(await claim()).toEqual(late);
    expect(free).toBeGreaterThan(PLACES / 4);
  });

  it('of one account have all of its webhooks delivered at once while no other account waits', async () => {
    await createBusy(20);
    expect(await deliveries.claim('pending events', PLACES, LEASE_MS)).toHaveLength(20);
  });

  /** Twenty webhooks that have received the events of all these agents, and not one of ALICE. */
  async function catchUp(agents: number): Promise<void> {
    await open.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica'); // rows without their events
      for (const statement of [
        `INSERT INTO users (kind, agent_id, account_id) SELECT 'agent', 'agent_' || n || '_idle', '${accountId}'
         FROM generate_series(1, ${agents}) AS n ON CONFLICT DO NOTHING`,
        `INSERT INTO event_logs (log, head_seq) SELECT 'agent:agent_' || n || '_idle', 1
         FROM generate_series(1, ${agents}) AS n ON CONFLICT DO NOTHING`,
        `INSERT INTO logged_events (log, seq, id, type, at, subject_kind, subject_id, data, hash)
         SELECT log, 1, 'event_' || log, 'intent.previewed', now(), 'intent', 'i', '{}', 'hash' FROM event_logs
         WHERE log LIKE '%_idle' ON CONFLICT DO NOTHING`,
        `INSERT INTO webhooks (id, account_id, url, secret) SELECT 'webhook_' || n, '${accountId}', 'https://example.com/', ''
         FROM generate_series(1, 20) AS n ON CONFLICT DO NOTHING`,
        `INSERT INTO webhook_cursors (webhook_id, log, seq, head_seq)
         SELECT w.id, l.log, 1, 1 FROM webhooks AS w, event_logs AS l WHERE w.id LIKE 'webhook_%' AND l.log LIKE '%_idle'
         ON CONFLICT DO NOTHING`,
      ]) {
        await tx.query(statement);
      }
    });
    await open.database.query('ANALYZE webhooks, webhook_cursors, users, event_logs, logged_events');
    await previewIntents(open.database, ALICE);
  }

  it.each<[string, (sql: SqlSession) => Promise<unknown>]>([
    ['claiming', (sql) => new DeliveriesRepository(sql).claim('pending events', 1, LEASE_MS)],
    ['claiming after failures', (sql) => new DeliveriesRepository(sql).claim('backoff', 1, LEASE_MS)],
    ['listing', (sql) => new DeliveriesRepository(sql).listPending('webhook_1')],
    ['expiring', (sql) => new EventsRepository(sql).deleteExpired(30, 100)],
  ])('%s reads as many pages with many agents as with few', async (_name, work) => {
    const read = async (agents: number): Promise<number> => {
      await catchUp(agents);
      return open.database.transaction(async (tx) => {
        await pagesRead(tx, work); // plans are made, which reads catalogs
        return pagesRead(tx, work);
      });
    };
    const few = await read(10);
    expect(await read(4_000)).toBeLessThan(few + 100); // an index of more rows is deeper
  });
});
