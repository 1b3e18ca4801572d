import http from 'node:http';
import { expect } from '@jest/globals';
import { CASES_OF_READS, CASES_OF_WRITES, type Try } from '../../../../test/access/tries.js';
import { Tenant } from '../../../../test/access/tenant.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';

/** Requests of one account for the records of another, in forms that a proxy, parser or router may read differently. */
describe('a key of another account', () => {
  let api: TestApi;
  let alice: Tenant;
  let mallory: Tenant;

  beforeAll(async () => {
    api = await startTestApi({ AUTH_MODE: 'api_key', AUTH_READS: 'account' });
    alice = await Tenant.create(api, 'alice');
    mallory = await Tenant.create(api, 'mallory');
  });
  afterAll(() => api?.stop());

  /** Sends the path as it is: `fetch` normalizes it. */
  function send({ method = 'POST', path, body, headers = {} }: Try): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const authorization = `Bearer ${mallory.key}`;
      const type = { 'content-type': 'application/json' };
      const options = {
        method,
        path,
        agent: false,
        headers: { authorization, ...(body !== undefined && type), ...headers },
      };
      const request = http.request(api.url, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('error', reject).end(body);
    });
  }

  it.each(CASES_OF_WRITES)('changes nothing by %s', async (_what, make) => {
    const before = await alice.snapshot();
    const { status, text } = await send(make(alice.records, mallory.records));
    expect([200, 201, 400, 404, 405]).toContain(status);
    // A request that names both agents acts for the own one.
    if (status < 300) expect(text).toContain(mallory.records.agentId);
    for (const secret of alice.secrets) expect(text).not.toContain(secret);
    expect(await alice.snapshot()).toBe(before);
  });

  it.each(CASES_OF_READS)('reads nothing by %s', async (_what, make) => {
    for (const path of readPaths(alice)) {
      const { status, text } = await send({ method: 'GET', ...make(path, mallory.records) });
      expect({ path, status }).toEqual({ path, status: expect.any(Number) });
      expect(status).toBeGreaterThanOrEqual(400);
      for (const secret of alice.secrets) expect(text).not.toContain(secret);
    }
  });
});

function readPaths({ records }: Tenant): string[] {
  const { agentId, intentId, onboardingId, userId } = records;
  return [
    ...[`/agent/wallets/${agentId}`, `/agent/wallets/${agentId}/balance`, `/agent/sessions/${agentId}`],
    ...[`/agent/portfolio/${agentId}`, `/agent/activity/${agentId}`, `/agent/onboarding/${onboardingId}`],
    ...[`/agent/wallets/${agentId}/budget`, `/agent/events/${agentId}`, `/agent/intents?agent_id=${agentId}`],
    ...[`/agent/intents/${intentId}`, `/agent/intents/${intentId}/executions`],
    ...[`/users/${userId}/positions`, `/users/${userId}/settlements`],
  ];
}
