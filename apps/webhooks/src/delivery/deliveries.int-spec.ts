import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Secret } from '@app/common';
import { hashOfEvent, SecretBox, WebhooksRepository, WebhooksService } from '@app/events';
import { eventually } from '../../../../test/support/eventually.js';
import { type OpenDatabase, openDatabase } from '../../../../test/support/open-database.js';
import { previewIntents } from '../../../../test/webhooks/preview-intents.js';
import { type RunningWebhooks, startWebhooks } from '../../../../test/webhooks/start-webhooks.js';
import { type Received, TestReceiver } from '../../../../test/webhooks/test-receiver.js';
import { WEBHOOK_KEY } from '../../../../test/webhooks/webhook-key.js';
import { findAccountId } from '../../../../tools/support/issue-key.js';

const ALICE = 'agent_alice_hooks';
const BOB = 'agent_bob_hooks';

describe('deliveries', () => {
  let open: OpenDatabase;
  let service: WebhooksService;
  let accountId: string;
  const running: RunningWebhooks[] = [];
  const receivers: TestReceiver[] = [];

  beforeEach(async () => {
    open = await openDatabase();
    accountId = await findAccountId(open.database, 'alice');
    await addAgent(ALICE, accountId);
    service = new WebhooksService({
      webhooks: new WebhooksRepository(open.database),
      secrets: new SecretBox([new Secret(WEBHOOK_KEY)]),
      rules: { allowsPrivate: true },
    });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.close()));
    await Promise.all(receivers.splice(0).map((one) => one.close()));
    await open.close();
  });

  async function addAgent(agentId: string, owner: string | null): Promise<void> {
    await open.database.query(`INSERT INTO users (kind, agent_id, account_id) VALUES ('agent', $1, $2)`, [
      agentId,
      owner,
    ]);
  }

  async function start(overrides: Parameters<typeof startWebhooks>[1] = {}): Promise<RunningWebhooks> {
    const started = await startWebhooks(open.url, overrides);
    running.push(started);
    return started;
  }

  async function openReceiver(port = 0): Promise<TestReceiver> {
    const receiver = await TestReceiver.open(port);
    receivers.push(receiver);
    return receiver;
  }

  async function create(
    url: string,
    terms: { types?: string[]; agentIds?: string[] } = {},
    owner: string | null = accountId,
  ): Promise<{ id: string; secret: string }> {
    const { types = null, agentIds = null } = terms;
    const { webhook, secret } = await service.create({ accountId: owner, agentIds: null }, { url, types, agentIds });
    return { id: webhook.id, secret: secret.reveal() };
  }

  const get = (id: string): ReturnType<WebhooksService['get']> => service.get({ accountId, agentIds: null }, id);
  const preview = (agentId: string, count?: number): Promise<void> => previewIntents(open.database, agentId, count);
  const seqsOf = (receiver: TestReceiver, agentId: string): number[] =>
    receiver.eventsOf(agentId).map(({ seq }) => seq);
  const until = (receiver: TestReceiver, count: number): Promise<number> =>
    eventually(
      () => Promise.resolve(receiver.received.length),
      (length) => length >= count,
    );
  /** Makes the next attempt of every webhook due at once. */
  const skipBackoff = (): Promise<unknown> =>
    open.database.query(`UPDATE webhooks SET next_attempt_at = now() WHERE next_attempt_at > now()`);

  function verify({ body, headers }: Received, secret: string): unknown {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  }

  it('sends the later events of the account’s agents, in order, signed', async () => {
    await addAgent(BOB, await findAccountId(open.database, 'bob'));
    await preview(ALICE, 2);
    const receiver = await openReceiver();
    const { secret } = await create(receiver.url);
    await start();
    await preview(ALICE, 5);
    await preview(BOB, 3);
    await addAgent('agent_later_hooks', accountId);
    await preview('agent_later_hooks', 2);
    await until(receiver, 7);
    expect(seqsOf(receiver, ALICE)).toEqual([3, 4, 5, 6, 7]);
    expect(seqsOf(receiver, 'agent_later_hooks')).toEqual([1, 2]);
    expect(seqsOf(receiver, BOB)).toEqual([]);
    for (const received of receiver.received) {
      const message = verify(received, secret) as { type: string; timestamp: string; data: never };
      const { id, type, at, hash } = message.data as { id: string; type: string; at: string; hash: string };
      expect(received.headers['webhook-id']).toBe(id);
      expect(message).toMatchObject({ type, timestamp: at });
      expect(hashOfEvent(message.data)).toBe(hash);
    }
  });

  it('is verified by openssl', async () => {
    const receiver = await openReceiver();
    const { secret } = await create(receiver.url);
    await start();
    await preview(ALICE);
    await until(receiver, 1);
    const [{ body = '', headers = {} } = {}] = receiver.received;
    const script =
      'printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(printf %s "${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d " \\n")" -binary | base64';
    const { stdout } = await promisify(execFile)('sh', ['-c', script], {
      env: {
        ...process.env,
        ID: String(headers['webhook-id']),
        TIMESTAMP: String(headers['webhook-timestamp']),
        BODY: body,
        SECRET: secret,
      },
    });
    expect(headers['webhook-signature']).toBe(`v1,${stdout.trim()}`);
  });

  it('sends the types and agents that it was created for, and moves past the others', async () => {
    await addAgent(BOB, accountId);
    const receiver = await openReceiver();
    const { id } = await create(receiver.url, { types: ['intent.cancelled'], agentIds: [ALICE] });
    await start();
    await preview(ALICE, 3);
    await open.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE agent_id = $1`, [ALICE]);
    await preview(BOB, 1);
    await preview(ALICE, 1);
    await eventually(
      () => open.database.query('SELECT seq FROM webhook_cursors WHERE webhook_id = $1', [id]),
      ([cursor]) => cursor?.seq === '7',
    );
    expect(receiver.eventsOf(ALICE).map(({ seq, type }) => [seq, type])).toEqual([
      [4, 'intent.cancelled'],
      [5, 'intent.cancelled'],
      [6, 'intent.cancelled'],
    ]);
    expect(receiver.eventsOf(BOB)).toEqual([]);
  });

  it('repeats a refused event under its id until it is accepted, and keeps the order', async () => {
    const receiver = await openReceiver();
    const { id } = await create(receiver.url);
    receiver.answerWith(503);
    await start();
    await preview(ALICE, 3);
    await eventually(
      () => get(id),
      ({ failures }) => failures >= 2,
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await get(id)).toMatchObject({
      status: 'active',
      failure: 'response_status',
      responseStatus: 503,
      failingSince: expect.any(Date),
    });
    receiver.answerWith(200);
    await skipBackoff();
    await eventually(
      () => Promise.resolve(seqsOf(receiver, ALICE)),
      (seqs) => seqs.length === 3,
    );
    expect(seqsOf(receiver, ALICE)).toEqual([1, 2, 3]);
    await eventually(
      () => get(id),
      ({ failures, failure, failingSince }) => failures === 0 && failure === null && failingSince === null,
    );
  });

  it('pauses after three days of failures with its position, and is resumed without loss', async () => {
    const receiver = await openReceiver();
    const { id } = await create(receiver.url);
    receiver.answerWith(500);
    await start();
    await preview(ALICE, 2);
    await eventually(
      () => get(id),
      ({ failures }) => failures > 0,
    );
    await open.database.query(`UPDATE webhooks SET failing_since = now() - interval '3 days'`);
    await skipBackoff();
    await eventually(
      () => get(id),
      ({ status }) => status === 'paused',
    );
    const before = receiver.received.length;
    await preview(ALICE, 2);
    await skipBackoff();
    receiver.answerWith(204);
    await service.test({ accountId, agentIds: null }, id); // a paused webhook delivers tests only
    await until(receiver, before + 1);
    expect(receiver.received.slice(before).map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'webhook.test',
    ]);
    await service.resume({ accountId, agentIds: null }, id);
    await eventually(
      () => Promise.resolve(seqsOf(receiver, ALICE)),
      (seqs) => seqs.length === 4,
    );
    expect(seqsOf(receiver, ALICE)).toEqual([1, 2, 3, 4]);
  });

  it('ends with a 410', async () => {
    const receiver = await openReceiver();
    const { id } = await create(receiver.url);
    receiver.answerWith(410);
    await start();
    await preview(ALICE, 3);
    await eventually(
      () => get(id),
      ({ status }) => status === 'ended',
    );
    expect(receiver.received).toHaveLength(1);
    await expect(service.resume({ accountId, agentIds: null }, id)).rejects.toMatchObject({
      code: 'webhook_status_invalid',
    });
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const receiver = await openReceiver();
    const { id, secret: old } = await create(receiver.url);
    const { secret } = await service.rotate({ accountId, agentIds: null }, id);
    await start();
    await preview(ALICE);
    await until(receiver, 1);
    for (const one of [old, secret.reveal()]) verify(receiver.received[0] as Received, one);
    await open.database.query(`UPDATE webhooks SET previous_secret_until = now() - interval '1 minute'`);
    await preview(ALICE);
    await until(receiver, 2);
    verify(receiver.received[1] as Received, secret.reveal());
    expect(() => verify(receiver.received[1] as Received, old)).toThrow('No matching signature found');
  });

  it('signs with a new secret while it delivers a backlog', async () => {
    const EVENTS_OF_A_PAGE = 50;
    const receiver = await openReceiver();
    const { id, secret: old } = await create(receiver.url);
    const held: ServerResponse[] = [];
    receiver.answer = (_received, response) => void held.push(response);
    await preview(ALICE, EVENTS_OF_A_PAGE + 1);
    await start();
    await until(receiver, 1);
    const { secret } = await service.rotate({ accountId, agentIds: null }, id);
    receiver.answerWith(204);
    held[0]?.writeHead(204).end();
    await until(receiver, EVENTS_OF_A_PAGE + 1);
    for (const one of [old, secret.reveal()]) verify(receiver.received[EVENTS_OF_A_PAGE] as Received, one);
  });

  it('sends a test event, signed, and records its result', async () => {
    const receiver = await openReceiver();
    const { id, secret } = await create(receiver.url);
    await start();
    const requested = await service.test({ accountId, agentIds: null }, id);
    expect(requested.test).toMatchObject({ endedAt: null });
    const { test } = await eventually(
      () => get(id),
      ({ test: last }) => last !== null && last.endedAt !== null,
    );
    expect(test).toMatchObject({ failure: null, responseStatus: 204, eventId: requested.test?.eventId });
    expect(verify(receiver.received[0] as Received, secret)).toMatchObject({ type: 'webhook.test', agent_id: null });
    receiver.answerWith(404);
    await service.test({ accountId, agentIds: null }, id);
    const failed = await eventually(
      () => get(id),
      ({ test: last }) => last !== null && last.failure !== null,
    );
    expect(failed).toMatchObject({ status: 'active', failures: 0, test: { responseStatus: 404 } });
  });

  it('delivers to others while receivers of others do not answer', async () => {
    const dead = await openReceiver();
    dead.answer = () => undefined;
    for (let index = 0; index < 20; index += 1) await create(dead.url);
    const bobs = await findAccountId(open.database, 'bob');
    await addAgent(BOB, bobs);
    const receiver = await openReceiver();
    await create(receiver.url, {}, bobs);
    await start({ WEBHOOK_TIMEOUT_MS: 10_000 });
    await preview(ALICE);
    await until(dead, 20);
    await preview(BOB, 30);
    // All of the dead receiver's requests are still open.
    await until(receiver, 30);
    expect(dead.received).toHaveLength(20);
    expect(seqsOf(receiver, BOB)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('shares webhooks between processes, each delivered by one at a time', async () => {
    const agents = Array.from({ length: 6 }, (_, index) => `agent_many_${index}`);
    for (const agentId of agents) await addAgent(agentId, accountId);
    const [one, other] = [await openReceiver(), await openReceiver()];
    await create(one.url);
    await create(other.url);
    await Promise.all([start(), start(), start()]);
    await Promise.all(agents.map((agentId) => preview(agentId, 10)));
    for (const receiver of [one, other]) {
      await until(receiver, 60);
      for (const agentId of agents) expect(seqsOf(receiver, agentId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(receiver.received).toHaveLength(60);
    }
  });

  it('takes over a webhook whose process is gone when its lease ends', async () => {
    const receiver = await openReceiver();
    await create(receiver.url);
    await open.database.query(
      `UPDATE webhooks SET lease_id = gen_random_uuid(), lease_until = now() + interval '2 seconds'`,
    );
    await preview(ALICE, 2);
    await start();
    await until(receiver, 2);
    const [row] = await open.database.query<{ early: boolean }>(
      `SELECT delivered_at < created_at + interval '1 second' AS early FROM webhooks`,
    );
    expect(row).toEqual({ early: false });
  });

  it('delivers the agents of no account to webhooks of no account', async () => {
    await addAgent('agent_nobodys', null);
    const receiver = await openReceiver();
    await create(receiver.url, {}, null);
    await start();
    await preview(ALICE);
    await preview('agent_nobodys', 2);
    await until(receiver, 2);
    expect(seqsOf(receiver, 'agent_nobodys')).toEqual([1, 2]);
    expect(receiver.received).toHaveLength(2);
  });

  /** Makes the agent's first events nine days old, and deletes events of at least five days. */
  async function expire(agentId: string, count: number): Promise<void> {
    await open.database.query('ALTER TABLE logged_events DISABLE TRIGGER USER');
    await open.database.query(
      `UPDATE logged_events SET at = now() - interval '9 days' WHERE log = 'agent:' || $1 AND seq <= $2`,
      [agentId, count],
    );
    await open.database.query('ALTER TABLE logged_events ENABLE TRIGGER USER');
    await open.database.query('SELECT expire_events(5, 100)');
  }

  it('is paused for longer than the retention without losing an event', async () => {
    const receiver = await openReceiver();
    const { id } = await create(receiver.url);
    await start();
    await preview(ALICE, 2);
    await until(receiver, 2);
    await eventually(
      () => open.database.query('SELECT seq FROM webhook_cursors WHERE webhook_id = $1', [id]),
      ([cursor]) => cursor?.seq === '2',
    );
    await open.database.query(`UPDATE webhooks SET status = 'paused'`);
    await preview(ALICE, 3);
    await expire(ALICE, 4);
    const logs = await open.database.query('SELECT oldest_seq AS "oldestSeq" FROM event_logs');
    expect(logs).toEqual([{ oldestSeq: '3' }]);
    await service.resume({ accountId, agentIds: null }, id);
    await until(receiver, 5);
    expect(seqsOf(receiver, ALICE)).toEqual([1, 2, 3, 4, 5]);
  });

  it('continues at the oldest event that the retention has left of an agent that joins the account', async () => {
    const NEWCOMER = 'agent_newcomer_hooks';
    await addAgent(NEWCOMER, null);
    const receiver = await openReceiver();
    const { id } = await create(receiver.url);
    await preview(NEWCOMER, 4);
    await expire(NEWCOMER, 2);
    await open.database.query('UPDATE users SET account_id = $2 WHERE agent_id = $1', [NEWCOMER, accountId]);
    await start();
    await until(receiver, 2);
    expect(seqsOf(receiver, NEWCOMER)).toEqual([3, 4]);
    expect(await get(id)).toMatchObject({ status: 'active' });
  });

  it('does not send what it cannot sign, and says so', async () => {
    const receiver = await openReceiver();
    const { id } = await create(receiver.url);
    await start({ WEBHOOK_KEY: new Secret('03'.repeat(32)) });
    await preview(ALICE);
    await eventually(
      () => get(id),
      ({ failure }) => failure === 'secret_unreadable',
    );
    expect(receiver.received).toEqual([]);
  });

  it('lets a closing process finish its request and send no further one', async () => {
    const receiver = await openReceiver();
    await create(receiver.url);
    let finish = (): void => undefined;
    receiver.answer = (_received, response) => {
      finish = () => void response.writeHead(204).end();
    };
    const process = await start();
    await preview(ALICE, 3);
    await until(receiver, 1);
    const closed = process.close();
    running.splice(0);
    finish();
    await closed;
    expect(receiver.received).toHaveLength(1);
    const [cursor] = await open.database.query('SELECT seq FROM webhook_cursors WHERE seq > 0');
    expect(cursor).toEqual({ seq: '1' });
    const [row] = await open.database.query('SELECT lease_id AS "leaseId", failures FROM webhooks');
    expect(row).toEqual({ leaseId: null, failures: 0 });
  });
});
