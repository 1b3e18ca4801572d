import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, jest } from '@jest/globals';
import { ApiKeysRepository, type KeyScope, newKey } from '@app/agents';
import { OF_ACCOUNT, OF_KEY, OPERATOR, OWNED, type OwnedRoute, PUBLIC } from '../../../../test/access/routes.js';
import { type Records, Tenant, UNKNOWN } from '../../../../test/access/tenant.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import type { Answer } from '../../../../test/conformance/support/answer.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { describeApi } from '../../../../tools/build/describe-api.js';
import { ACCOUNT_SCOPES, issueKey } from '../../../../tools/support/issue-key.js';

const ROUTES = Object.entries((await describeApi()).paths).flatMap(([path, item]) =>
  (['get', 'post', 'delete'] as const).flatMap((method) => (item[method] ? [`${method.toUpperCase()} ${path}`] : [])),
);
const CASES = Object.entries(OWNED);

it('every route of the API is either public or needs the key of an account or of an operator', () => {
  const listed = [OWNED, OF_ACCOUNT, OF_KEY, OPERATOR, PUBLIC].flatMap((routes) => Object.keys(routes));
  expect(listed.sort()).toEqual(ROUTES.toSorted());
});

describe.each(['public', 'account'] as const)('access with AUTH_MODE=api_key and AUTH_READS=%s', (AUTH_READS) => {
  let api: TestApi;
  let client: Client;
  let alice: Tenant;
  let mallory: Tenant;

  beforeAll(async () => {
    api = await startTestApi({ AUTH_MODE: 'api_key', AUTH_READS });
    client = new Client(api.url);
    alice = await Tenant.create(api, 'alice');
    mallory = await Tenant.create(api, 'mallory');
  });
  afterAll(() => api?.stop());

  function send(name: string, { request }: OwnedRoute, of: Records, key: string | null): Promise<Answer> {
    const { path, body } = request(of);
    const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const [method = ''] = name.split(' ');
    return method === 'POST' ? client.post(path, body, headers) : client.send(path, { method, headers });
  }

  const scopesOf = ({ scope, also }: OwnedRoute): KeyScope[] => (also === undefined ? [scope] : [scope, also]);
  const isOpen = ({ scope }: OwnedRoute): boolean => scope === 'read' && AUTH_READS === 'public';

  it.each(CASES)('%s without a valid key', async (name, route) => {
    const revoked = await alice.issueKey();
    await new ApiKeysRepository(api.database).revoke(revoked.split('_')[1] ?? '');
    const expired = await alice.issueKey({ lifetimeDays: -1 });
    for (const key of [null, newKey().key.reveal(), 'x', expired, revoked]) {
      const answer = await send(name, route, alice.records, key);
      if (isOpen(route)) expect([name, answer.status]).toEqual([name, route.right]);
      else expectError(answer, 401, 'api_key_invalid');
    }
  });

  it.each(CASES)('%s with a key of the wrong scope', async (name, route) => {
    const wrong = [await issueKey(api.database, { account: null, scopes: ['operator'] })];
    for (const missing of scopesOf(route).filter((scope) => scope !== 'read')) {
      wrong.push(await alice.issueKey({ scopes: ACCOUNT_SCOPES.filter((scope) => scope !== missing) }));
    }
    for (const key of wrong) {
      for (const records of [alice.records, UNKNOWN]) {
        const answer = await send(name, route, records, key);
        if (!isOpen(route)) expectError(answer, 403, 'api_key_forbidden');
        else if (records === alice.records) expect(answer.status).toBe(route.right);
      }
    }
  });

  it.each(CASES)('%s with a key of another account, and with one for other agents', async (name, route) => {
    const limited = await alice.issueKey({ agentIds: ['agent_alice_other'] });
    for (const key of [mallory.key, ...(route.of === 'agent' ? [limited] : [])]) {
      const answer = await send(name, route, alice.records, key);
      if (isOpen(route)) expect(answer.status).toBe(route.right);
      else expectError(answer, ...route.notFound);
    }
  });

  it.each(CASES)('%s with the right key', async (name, route) => {
    const exact = await alice.issueKey({ scopes: scopesOf(route), agentIds: [alice.records.agentId] });
    for (const key of route.deletes === true ? [exact] : [alice.key, exact]) {
      const { status, body } = await send(name, route, alice.records, key);
      expect({ name, status, body }).toMatchObject({ name, status: route.right });
    }
  });

  it.each(Object.entries(OF_ACCOUNT))(
    '%s shows what belongs to the account of the key',
    async (_name, { path, scope }) => {
      const read = (key: string | null): Promise<Answer> =>
        client.get(path, key === null ? {} : { authorization: `Bearer ${key}` });
      for (const key of [null, 'x', newKey().key.reveal()]) expectError(await read(key), 401, 'api_key_invalid');
      const others = ACCOUNT_SCOPES.filter((one) => one !== scope);
      for (const key of [
        await alice.issueKey({ scopes: others }),
        await issueKey(api.database, { account: null, scopes: ['operator'] }),
      ]) {
        expectError(await read(key), 403, 'api_key_forbidden');
      }
      const isAlices = ({ body }: Answer): boolean => alice.secrets.some((text) => JSON.stringify(body).includes(text));
      const limited = await alice.issueKey({ agentIds: ['agent_alice_other'] });
      const answers = await Promise.all([alice.key, mallory.key, limited].map(read));
      expect(answers.map((answer) => [answer.status, isAlices(answer)])).toEqual([
        [200, true],
        [200, false],
        [200, false],
      ]);
    },
  );

  it.each(Object.entries(OF_KEY))('%s tells any valid key about itself, and no other', async (_name, path) => {
    const read = (key: string | null): Promise<Answer> =>
      client.get(path, key === null ? {} : { authorization: `Bearer ${key}` });
    const expired = await alice.issueKey({ lifetimeDays: -1 });
    for (const key of [null, 'x', newKey().key.reveal(), expired]) expectError(await read(key), 401, 'api_key_invalid');
    const operator = await issueKey(api.database, { account: null, scopes: ['operator'] });
    const limited = await alice.issueKey({ scopes: ['read'], agentIds: ['agent_alice_other'] });
    const answers = await Promise.all([alice.key, mallory.key, limited, operator].map(read));
    expect(answers.map(({ status, body }) => [status, body.account.name, body.account.scopes])).toEqual([
      [200, 'alice', expect.arrayContaining(['execute'])],
      [200, 'mallory', expect.arrayContaining(['execute'])],
      [200, 'alice', ['read']],
      [200, null, ['operator']],
    ]);
    expect(answers.map(({ body }) => body.account.agent_ids)).toEqual([null, null, ['agent_alice_other'], null]);
  });

  it.each(CASES.filter(([, route]) => route.creates !== true && !isOpen(route)))(
    '%s answers an unknown id and that of another account alike, after the same statements',
    async (name, route) => {
      await send(name, route, mallory.records, mallory.key);
      const query = jest.spyOn(pg.Client.prototype, 'query');
      const statementsOn = (records: Records): string[] => {
        const ids = Object.values<string>({ ...records });
        const calls = (query.mock.calls as unknown[][]).map((call) => JSON.stringify(call.slice(0, 2)));
        query.mockClear();
        return calls.flatMap((text) => (ids.some((id) => text.includes(id)) ? [withoutIds(text, ids)] : []));
      };
      try {
        const foreign = await send(name, route, alice.records, mallory.key);
        const afterForeign = statementsOn(alice.records);
        const unknown = await send(name, route, UNKNOWN, mallory.key);
        expect(statementsOn(UNKNOWN)).toEqual(afterForeign);
        expect(afterForeign).toHaveLength(1);
        expect({ status: unknown.status, body: unknown.body }).toEqual({ status: foreign.status, body: foreign.body });
        expectError(unknown, ...route.notFound);
      } finally {
        query.mockRestore();
      }
    },
  );

  it.each(Object.entries(PUBLIC))('%s ignores keys', async (_name, path) => {
    const answers = [null, 'x', mallory.key].map((key) =>
      fetch(api.url + path, { headers: key === null ? {} : { authorization: `Bearer ${key}` } }),
    );
    const [none = 0, ...others] = (await Promise.all(answers)).map(({ status }) => status);
    expect(others).toEqual([none, none]);
    expect([401, 403]).not.toContain(none);
  });

  it.each(Object.entries(OPERATOR))('%s needs the key of an operator', async (_name, { path, right }) => {
    const operator = (options: { lifetimeDays?: number } = {}): Promise<string> =>
      issueKey(api.database, { account: null, scopes: ['operator'], ...options });
    const revoked = await operator();
    await new ApiKeysRepository(api.database).revoke(revoked.split('_')[1] ?? '');
    const [valid, expired] = [await operator(), await operator({ lifetimeDays: -1 })];
    const get = (key: string | null): Promise<Answer> =>
      client.get(path, key === null ? {} : { authorization: `Bearer ${key}` });
    for (const key of [null, newKey().key.reveal(), 'x', expired, revoked]) {
      expectError(await get(key), 401, 'api_key_invalid');
    }
    expectError(await get(alice.key), 403, 'api_key_forbidden');
    expect((await get(valid)).status).toBe(right);
    expect((await client.send(path, { method: 'HEAD' })).status).toBe(401);
  });

  it('HEAD is refused like GET', async () => {
    for (const [name, route] of CASES.filter(([, { scope }]) => scope === 'read')) {
      const { path } = route.request(alice.records);
      for (const [key, status] of [
        ['x', 401],
        [mallory.key, route.notFound[0]],
      ] as const) {
        const answer = await client.send(path, { method: 'HEAD', headers: { authorization: `Bearer ${key}` } });
        expect([name, answer.status]).toEqual([name, isOpen(route) ? route.right : status]);
      }
    }
  });

  it('a user known from the chain only is public', async () => {
    const userId = randomUUID();
    await api.database.query(`INSERT INTO users (id, kind, wallet_address) VALUES ($1, 'address', $2)`, [
      userId,
      `0x${userId.replaceAll('-', '')}00000000`,
    ]);
    for (const key of ['x', mallory.key]) {
      const headers = { authorization: `Bearer ${key}` };
      expect((await client.get(`/users/${userId}/positions`, headers)).status).toBe(200);
    }
    expect((await client.get(`/users/${userId}/settlements`)).status).toBe(200);
    const market = { creator_user_id: userId, title: 'T', chain: 'C', closes_at: '2099-01-01T00:00:00Z' };
    const forged = await client.post('/markets', market, { authorization: `Bearer ${mallory.key}` });
    expectError(forged, 400, 'invalid_creator_user');
  });

  it('a session names its onboarding only where reads are public', async () => {
    const { body } = await client.get(`/agent/sessions/${alice.records.agentId}`, {
      authorization: `Bearer ${alice.key}`,
    });
    expect('onboarding_id' in body.agent_session).toBe(AUTH_READS === 'public');
  });
});

function withoutIds(text: string, ids: readonly string[]): string {
  return ids.reduce((rest, id) => rest.replaceAll(id, '…'), text);
}
