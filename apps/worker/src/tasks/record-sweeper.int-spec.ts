import { Logger } from '@app/observability';
import { Secret } from '@app/common';
import { connectDatabase, openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { roleUrl } from '../../../../test/support/stack/database-roles.js';
import { RecordSweeper } from './record-sweeper.js';

const RETENTION_DAYS = 30;
const EVENT_RETENTION_DAYS = 60;

describe('RecordSweeper', () => {
  let open: OpenDatabase;
  /** Counts of intents before and after a sweep of a restored database. */
  let keptWhileStopped: unknown[];

  beforeAll(async () => {
    open = await openDatabase();
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const worker = await connectDatabase(roleUrl(new Secret(open.url), 'worker').reveal());
    const sweeper = new RecordSweeper(worker.database, log, {
      recordsDays: RETENTION_DAYS,
      eventsDays: EVENT_RETENTION_DAYS,
    });
    for (const days of [29, 31]) await insertRecords(days);
    await insertWebhooks();
    await open.database.query(
      `INSERT INTO worker_tasks (kind, subject_id, status, wake_at, expires_at, updated_at)
       SELECT 'read_balance', n, 'done', NULL, now(), now() - interval '2 hours' FROM generate_series(1, 2500) AS n`,
    );
    await open.database.query('ALTER TABLE logged_events DISABLE TRIGGER USER');
    await open.database.query(
      `UPDATE logged_events SET at = now() - CASE WHEN log = 'agent:unread' THEN interval '62 days'
         WHEN log = 'agent:abandoned' AND seq <= 2 THEN interval '121 days'
         WHEN seq <= 3 THEN interval '61 days' ELSE interval '59 days' END`,
    );
    await open.database.query('ALTER TABLE logged_events ENABLE TRIGGER USER');
    const countIntents = 'SELECT count(*)::int AS count FROM agent_intents';
    const before = await open.database.queryOne(countIntents);
    await open.database.query(
      `INSERT INTO engine_cluster (system_identifier, timeline, reconcile_since) VALUES ('restored', 1, now())`,
    );
    await sweeper.sweep();
    keptWhileStopped = [before, await open.database.queryOne(countIntents)];
    await open.database.query('DELETE FROM engine_cluster');
    await sweeper.sweep();
    await worker.close();
  });
  afterAll(() => open?.close());

  async function insertRecords(days: number): Promise<void> {
    const createdAt = `now() - interval '${days} days'`;
    await open.database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash, client_request_id,
         confirmed_at, executions_count, created_at)
       VALUES ('preview ${days}', 'a', 'buy_yes', 'preview', '0x', 'm', 'h', NULL, NULL, 0, ${createdAt}),
         ('keyed ${days}', 'a', 'buy_yes', 'preview', '0x', 'm', 'h', 'key ${days}', NULL, 0, ${createdAt}),
         ('cancelled ${days}', 'a', 'buy_yes', 'cancelled', '0x', 'm', 'h', NULL, NULL, 0, ${createdAt}),
         ('confirmed ${days}', 'a', 'buy_yes', 'confirmed', '0x', 'm', 'h', NULL, now(), 0, ${createdAt}),
         ('cancelled later ${days}', 'a', 'buy_yes', 'cancelled', '0x', 'm', 'h', NULL, now(), 0, ${createdAt}),
         ('executed ${days}', 'a', 'buy_yes', 'executed', '0x', 'm', 'h', NULL, now(), 1, ${createdAt})`,
    );
    await open.database.query(
      `INSERT INTO agent_onboardings (id, agent_id, user_email, chain, wallet_provider, status, passcode_hash, expires_at,
         verified_at, created_at)
       SELECT status || ' ${days}', 'a', 'a@b', 'c', 'p', status, 'h', now(),
         CASE WHEN status = 'verified' THEN now() END, ${createdAt}
       FROM unnest('{pending_otp,expired,locked,verified}'::text[]) AS status`,
    );
  }

  /** Webhooks of two agents, one of which has moved its cursor, and more unread events than a statement deletes. */
  async function insertWebhooks(): Promise<void> {
    await open.database.query(
      `INSERT INTO users (kind, agent_id) SELECT 'agent', agent_id FROM unnest('{waited,unread,abandoned,ended}'::text[]) AS u (agent_id)`,
    );
    await open.database.query(
      `INSERT INTO webhooks (id, url, agent_ids, status, secret)
       VALUES ('fast', '', '{waited}', 'active', ''), ('slow', '', '{waited}', 'paused', ''),
         ('new', '', '{unread,abandoned}', 'active', ''), ('gone', '', NULL, 'ended', '')`,
    );
    await open.database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
       SELECT agent_id || n, agent_id, 'buy_yes', 'preview', '0x', 'm', 'h'
       FROM (VALUES ('waited', 6), ('abandoned', 6), ('ended', 6), ('unread', 1001)) AS agent (agent_id, count), generate_series(1, count) AS n`,
    );
    await open.database.query(
      `UPDATE webhook_cursors SET seq = CASE webhook_id WHEN 'fast' THEN 6 ELSE 1 END,
         pending_since = CASE webhook_id WHEN 'slow' THEN pending_since END
       WHERE log = 'agent:waited'`,
    );
  }

  async function readIds(table: string): Promise<string[]> {
    const rows = await open.database.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`);
    return rows.map(({ id }) => id);
  }

  it('deletes nothing until a restored database is reconciled with the chain', () => {
    expect(keptWhileStopped[1]).toEqual(keptWhileStopped[0]);
  });

  it('deletes intents that were never confirmed once they are old, and keeps all others', async () => {
    const young = ['cancelled', 'cancelled later', 'confirmed', 'executed', 'keyed', 'preview'].map((id) => `${id} 29`);
    const old = ['cancelled later', 'confirmed', 'executed'].map((id) => `${id} 31`);
    expect((await readIds('agent_intents')).filter((id) => id.includes(' ')).toSorted()).toEqual(
      [...young, ...old].toSorted(),
    );
  });

  it('deletes onboardings that were never verified once they are old', async () => {
    const young = ['pending_otp', 'expired', 'locked', 'verified'].map((status) => `${status} 29`);
    expect((await readIds('agent_onboardings')).toSorted()).toEqual([...young, 'verified 31'].toSorted());
  });

  it('deletes the events of a log once they are old, and keeps where the log begins', async () => {
    expect(await begins('agent:a')).toEqual({ first: '4', oldest: '4' });
  });

  it('keeps old events that a webhook has yet to receive, unless the webhook has ended', async () => {
    expect(await begins('agent:waited')).toEqual({ first: '2', oldest: '2' });
    expect(await begins('agent:ended')).toEqual({ first: '4', oldest: '4' });
  });

  it('deletes what a webhook has yet to receive at twice the age', async () => {
    expect(await begins('agent:abandoned')).toEqual({ first: '3', oldest: '3' });
  });

  it('deletes old events however many older ones of other logs wait for webhooks', async () => {
    expect(await begins('agent:unread')).toEqual({ first: '1', oldest: '1' });
    expect(await begins('agent:a')).toEqual({ first: '4', oldest: '4' });
  });

  function begins(log: string): Promise<unknown> {
    return open.database.queryOne(
      `SELECT (SELECT min(seq) FROM logged_events AS e WHERE e.log = l.log) AS first, oldest_seq AS oldest
       FROM event_logs AS l WHERE log = $1`,
      [log],
    );
  }

  it('deletes ended tasks in batches', async () => {
    expect(await readIds('worker_tasks')).toEqual([]);
  });
});
