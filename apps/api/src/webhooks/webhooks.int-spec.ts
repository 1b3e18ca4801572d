import { randomBytes } from 'node:crypto';
import type { ApiSettings } from '@app/config';
import { Secret } from '@app/common';
import { MAX_WEBHOOKS } from '@app/events';
import { Tenant } from '../../../../test/access/tenant.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import type { Answer } from '../../../../test/conformance/support/answer.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';

const URL = 'https://hooks.example.com/presage';
const UNKNOWN = `webhook_${'0'.repeat(32)}`;

describe('webhooks over HTTP', () => {
  let api: TestApi;
  let client: Client;
  let alice: Tenant;
  let mallory: Tenant;

  beforeAll(async () => {
    api = await startTestApi({ AUTH_MODE: 'api_key' });
    client = new Client(api.url);
  });
  beforeEach(async () => {
    const name = `hooks-${randomBytes(4).toString('hex')}`;
    alice = await Tenant.create(api, `${name}-alice`);
    mallory = await Tenant.create(api, `${name}-mallory`);
    await api.database.query('DELETE FROM webhooks');
  });
  afterAll(() => api?.stop());

  const keyOf = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
  const create = (body: object, key = alice.key): Promise<Answer> => client.post('/agent/webhooks', body, keyOf(key));
  const list = (key = alice.key): Promise<Answer> => client.get('/agent/webhooks', keyOf(key));
  const step = (id: string, name: string, key = alice.key): Promise<Answer> =>
    client.send(`/agent/webhooks/${id}/${name}`, { method: 'POST', headers: keyOf(key) });
  const remove = (id: string, key = alice.key): Promise<Answer> =>
    client.send(`/agent/webhooks/${id}`, { method: 'DELETE', headers: keyOf(key) });
  const created = async (body: object = { url: URL }): Promise<{ webhook_id: string; secret: string }> => {
    const answer = await create(body);
    expect(answer.status).toBe(201);
    return { ...answer.body.webhook, secret: answer.body.secret };
  };

  it('creates a webhook, and shows its secret once', async () => {
    const { agentId } = alice.records;
    const { status, body } = await create({ url: URL, agent_ids: [agentId], types: ['execution.executed'] });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        webhook: {
          webhook_id: expect.stringMatching(/^webhook_[0-9a-f]{32}$/),
          url: URL,
          status: 'active',
          agent_ids: [agentId],
          types: ['execution.executed'],
          created_at: expect.any(String),
          delivered_at: null,
          failures: 0,
          failing_since: null,
          failure: null,
          response_status: null,
          next_attempt_at: null,
          previous_secret_expires_at: null,
          test: null,
        },
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        warnings: [],
      },
    });
    const listed = await list();
    expect(listed.body).toEqual({ webhooks: [body.webhook] });
    const [row] = await api.database.query<{ text: string }>(
      `SELECT encode(secret, 'escape') AS text FROM webhooks WHERE id = $1`,
      [body.webhook.webhook_id],
    );
    expect(row?.text).not.toContain(body.secret.slice(6, 20));
  });

  it.each([
    [{}, 'url is required'],
    [{ url: 'http://hooks.example.com/' }, 'url must begin with https://'],
    [{ url: 'https://127.0.0.1/' }, 'url must have a public host'],
    [{ url: 'https://0x7f.1/' }, 'url must have a public host'],
    [{ url: 'https://[::ffff:169.254.169.254]/' }, 'url must have a public host'],
    [{ url: 'https://u:p@hooks.example.com/' }, 'url must not contain credentials'],
    [{ url: 'https://hooks.example.com:6379/' }, 'url must use port 443'],
    [{ url: 7 }, 'url must be a string'],
    [{ url: URL, types: ['x'] }, 'types[0] must be one of '],
    [{ url: URL, types: [] }, 'types must have at least 1 item'],
    [{ url: URL, agent_ids: 'agent_rain_01' }, 'agent_ids must be an array'],
    [{ url: URL, agent_ids: ['agent_rain_01', 'x'] }, 'agent_ids[1] must start with agent_'],
    [{ url: URL, agent_ids: Array(101).fill('agent_rain_01') }, 'agent_ids must have at most 100 items'],
  ])('refuses %j with webhook_invalid', async (body, detail) => {
    const answer = await create(body);
    expectError(answer, 400, 'webhook_invalid');
    expect(answer.body.error.details).toEqual([expect.stringContaining(detail)]);
    expect((await list()).body.webhooks).toEqual([]);
  });

  it('names unknown fields, and refuses them with Prefer: handling=strict', async () => {
    const body = { url: URL, secret: 'mine' };
    expect((await create(body)).body.warnings).toEqual([expect.stringContaining('secret')]);
    const strict = { ...keyOf(alice.key), prefer: 'handling=strict' };
    expectError(await client.post('/agent/webhooks', body, strict), 400, 'webhook_invalid');
  });

  it('refuses agents of others and unknown agents alike', async () => {
    const foreign = await create({ url: URL, agent_ids: [mallory.records.agentId] });
    const unknown = await create({ url: URL, agent_ids: ['agent_nobody_77'] });
    expectError(foreign, 404, 'agent_not_found');
    expect(unknown.body).toEqual(foreign.body);
  });

  it('limits the webhooks of an account', async () => {
    const answers = await Promise.all(Array.from({ length: MAX_WEBHOOKS + 4 }, () => create({ url: URL })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    expectError(await create({ url: URL }), 400, 'webhook_invalid');
    expect((await create({ url: URL }, mallory.key)).status).toBe(201);
  });

  it('is found, changed and deleted by its account only', async () => {
    const { webhook_id: id } = await created();
    for (const answer of [
      await step(id, 'test', mallory.key),
      await step(id, 'rotate', mallory.key),
      await step(id, 'resume', mallory.key),
      await remove(id, mallory.key),
      await step(UNKNOWN, 'rotate'),
      await remove(UNKNOWN),
      await remove('webhook_1'),
    ]) {
      expectError(answer, 404, 'webhook_not_found');
    }
    expect((await list(mallory.key)).body).toEqual({ webhooks: [] });
    expect((await remove(id)).status).toBe(200);
    expectError(await remove(id), 404, 'webhook_not_found');
    expect((await list()).body).toEqual({ webhooks: [] });
  });

  it('lets a limited key act for webhooks of its agents only', async () => {
    const { agentId } = alice.records;
    const limited = await alice.issueKey({ scopes: ['webhooks'], agentIds: [agentId] });
    const { webhook_id: whole } = await created();
    const own = await create({ url: URL }, limited);
    expect(own.body.webhook.agent_ids).toEqual([agentId]);
    expect((await list(limited)).body.webhooks.map(({ webhook_id: id }) => id)).toEqual([own.body.webhook.webhook_id]);
    expectError(await remove(whole, limited), 404, 'webhook_not_found');
    expectError(await create({ url: URL, agent_ids: ['agent_other_77'] }, limited), 404, 'agent_not_found');
    expect((await list()).body.webhooks).toHaveLength(2);
  });

  it('replaces the secret, and keeps the one before for a day', async () => {
    const { webhook_id: id, secret } = await created();
    const { status, body } = await step(id, 'rotate');
    expect(status).toBe(200);
    expect(body.secret).not.toBe(secret);
    const remainingMs = Date.parse(body.webhook.previous_secret_expires_at) - Date.now();
    expect(remainingMs / 3_600_000).toBeCloseTo(24, 0);
  });

  it('requests a test once until it ends', async () => {
    const { webhook_id: id } = await created();
    const first = await step(id, 'test');
    expect(first.status).toBe(202);
    expect(first.body.webhook.test).toMatchObject({ status: 'pending', failure: null, ended_at: null });
    const second = await step(id, 'test');
    expect(second.body.webhook.test.event_id).toBe(first.body.webhook.test.event_id);
    await api.database.query(`UPDATE webhook_tests SET ended_at = now(), failure = 'timeout' WHERE webhook_id = $1`, [
      id,
    ]);
    expect((await list()).body.webhooks[0]?.test).toMatchObject({ status: 'failed', failure: 'timeout' });
    const third = await step(id, 'test');
    expect(third.body.webhook.test.event_id).not.toBe(first.body.webhook.test.event_id);
  });

  it('resumes a paused webhook, and shows a failing one', async () => {
    const { webhook_id: id } = await created();
    const setTo = (status: string): Promise<unknown> =>
      api.database.query(
        `UPDATE webhooks SET status = $2, failures = 3, failing_since = now(), failure = 'response_status',
           response_status = 500, next_attempt_at = now() + interval '1 hour' WHERE id = $1`,
        [id, status],
      );
    await setTo('active');
    expect((await list()).body.webhooks[0]).toMatchObject({
      failures: 3,
      failure: 'response_status',
      response_status: 500,
      next_attempt_at: expect.any(String),
    });
    await setTo('paused');
    const resumed = { status: 'active', failures: 0, failing_since: null, failure: null, next_attempt_at: null };
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await step(id, 'resume');
      expect({ status, webhook: body.webhook }).toMatchObject({ status: 200, webhook: resumed });
    }
    await setTo('ended');
    expectError(await step(id, 'resume'), 409, 'webhook_status_invalid');
    expectError(await step(id, 'test'), 409, 'webhook_status_invalid');
    expect((await remove(id)).status).toBe(200);
  });

  it('refuses a DELETE that a browser sends for a page of another site', async () => {
    const { webhook_id: id } = await created();
    const headers = { ...keyOf(alice.key), origin: 'https://evil.example' };
    expectError(await client.send(`/agent/webhooks/${id}`, { method: 'DELETE', headers }), 403, 'origin_forbidden');
    expect((await list()).body.webhooks).toHaveLength(1);
  });
});

describe('webhooks without API keys', () => {
  it.each<[string, Partial<ApiSettings>]>([
    ['AUTH_MODE=off', {}],
    ['private reads', { AUTH_READS: 'account', WEBHOOK_ALLOW_PRIVATE: true }],
    ['no WEBHOOK_KEY', { AUTH_MODE: 'api_key', WEBHOOK_KEY: undefined }],
  ])('are not enabled with %s', async (_name, settings) => {
    const api = await startTestApi(settings);
    const tenant = await Tenant.create(api, 'alice');
    const headers = { authorization: `Bearer ${tenant.key}` };
    const client = new Client(api.url);
    expectError(await client.get('/agent/webhooks', headers), 501, 'webhooks_not_enabled');
    expectError(await client.post('/agent/webhooks', { url: URL }, headers), 501, 'webhooks_not_enabled');
    await api.stop();
  });

  it('belong to no account as with npm start, and may go to this machine', async () => {
    const api = await startTestApi({ WEBHOOK_ALLOW_PRIVATE: true, WEBHOOK_KEY: new Secret('ab'.repeat(32)) });
    const client = new Client(api.url);
    const { status, body } = await client.post('/agent/webhooks', { url: 'http://127.0.0.1:4900/' });
    expect({ status, agents: body.webhook.agent_ids }).toEqual({ status: 201, agents: null });
    expect((await client.get('/agent/webhooks')).body.webhooks).toHaveLength(1);
    await api.stop();
  });
});
