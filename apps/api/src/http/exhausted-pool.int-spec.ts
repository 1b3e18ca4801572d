import { expect } from '@jest/globals';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import type { Answer } from '../../../../test/conformance/support/answer.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { eventually } from '../../../../test/support/eventually.js';

const CONNECTIONS = 2;
const BLOCKED_SQL = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

describe('a pool without a free connection', () => {
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi({ DATABASE_POOL_MAX: CONNECTIONS, DATABASE_CONNECT_TIMEOUT_MS: 200 });
    client = new Client(api.url);
  });
  afterAll(() => api?.stop());

  /** On a busy machine, opening a connection may take longer than the timeout. */
  function list(): Promise<Answer> {
    return eventually(
      () => client.get('/markets?category=a&sort=closes_at'),
      ({ status }) => status !== 503,
    );
  }

  it('answers 503 with Retry-After, and serves again once it has one', async () => {
    const reads = await api.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
      const blocked = Array.from({ length: CONNECTIONS }, list);
      await eventually(
        () => api.database.query(BLOCKED_SQL),
        (queries) => queries.length >= CONNECTIONS,
      );
      for (const path of ['/agent/wallets/agent_alice_01', '/markets?category=a&sort=closes_at', '/agent/markets']) {
        const answer = await client.get(path);
        expectError(answer, 503, 'database_unavailable');
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      return blocked;
    });
    for (const read of reads) expect((await read).status).toBe(200);
    expect((await list()).status).toBe(200);
  });
});
