import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ApiSettings } from '@app/config';
import type { JobQueue } from '@app/queue';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { recordExecution } from '../../../../test/agents/executions.js';
import { ListRows } from '../../../../test/api/list-rows.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { issueKey } from '../../../../tools/support/issue-key.js';
import { OverviewService } from './overview.service.js';

const PATHS = ['/ops/overview', '/ops/lanes', '/ops/executions', '/ops/audit'];
const UNKNOWN = `agent_execution_${'0'.repeat(32)}`;

describe('operator reads', () => {
  let api: TestApi;
  let client: Client;
  let rows: ListRows;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
    rows = new ListRows(api.database);
  });
  afterAll(() => api?.stop());

  const query = (sql: string, ...values: string[]): Promise<unknown> => api.database.query(sql, values);

  async function execution(status: 'queued' | 'unknown' | 'executed'): Promise<{ agentId: string; id: string }> {
    const agentId = await rows.agent();
    const id = await recordExecution(api.database, await rows.intent(agentId, new Date()), { status });
    return { agentId, id };
  }

  it('counts lanes and executions, and names what is paused', async () => {
    const before = (await client.get('/ops/overview')).body.overview;
    expect(before).toMatchObject({ pauses: [], workers: { alive: 0 }, provider: { configured: false } });
    const [due, quarantined] = [await execution('queued'), await execution('unknown')];
    const ofAgent = 'WHERE id = (SELECT id FROM agent_wallets WHERE agent_id = $1)';
    await query(`UPDATE lanes SET wake_at = now() - interval '1 second' ${ofAgent}`, due.agentId);
    await query(`UPDATE lanes SET quarantined_at = now(), failures = 5 ${ofAgent}`, quarantined.agentId);
    await query(`UPDATE execution_pauses SET paused = true WHERE scope = 'buy_yes'`);
    await query('UPDATE agent_wallets SET paused = true WHERE agent_id = $1', due.agentId);
    await query(`INSERT INTO worker_heartbeats (worker_id, expires_at) VALUES ($1, 'infinity')`, randomUUID());
    await query(
      `UPDATE provider_accounts SET breaker_open = true, probe_at = now(), next_send_at = now() + interval '1 h'`,
    );
    await query(`UPDATE chain_index SET block_number = 7, block_hash = '0x7', head_number = 9, confirmations = 1`);

    const { overview } = (await client.get('/ops/overview')).body;
    expect(overview).toMatchObject({
      lanes: { due: before.lanes.due + 1, quarantined: before.lanes.quarantined + 1, stopped_since: null },
      executions: { queued: before.executions.queued + 1, unknown: before.executions.unknown + 1 },
      provider: { configured: true, breaker_open: true, probe_at: expect.any(String) },
      index: { block: 7, head_block: 9, lag_blocks: 2, has_leader: false },
      queue: { lane_jobs: expect.any(Number), task_jobs: expect.any(Number), dashboard_url: null },
      workers: { alive: 1 },
    });
    expect(overview.provider.debt_ms).toBeGreaterThan(1_800_000);
    expect(overview.executions.oldest_unknown_ms).toBeGreaterThan(0);
    expect(overview.pauses.map(({ scope }) => scope)).toEqual(['buy_yes', due.agentId]);
    await query(`UPDATE execution_pauses SET paused = false`);

    const { lanes } = (await client.get('/ops/lanes')).body;
    expect(lanes).toContainEqual(
      expect.objectContaining({
        agent_id: due.agentId,
        state: 'due',
        head_execution_id: due.id,
        head_status: 'queued',
      }),
    );
    expect(lanes).toContainEqual(
      expect.objectContaining({ agent_id: quarantined.agentId, state: 'quarantined', due_at: null, failures: 5 }),
    );
  });

  it('gives the address of bull-board as configured', async () => {
    const url = 'https://workers.internal/queues/';
    const other = await startTestApi({ QUEUE_DASHBOARD_URL: url });
    try {
      const { overview } = (await new Client(other.url).get('/ops/overview')).body;
      expect(overview.queue.dashboard_url).toBe(url);
    } finally {
      await other.stop();
    }
  });

  it('answers without the queue', async () => {
    const queue = { depth: () => Promise.reject(new Error('down')) } as unknown as JobQueue;
    const { jobs, workers } = await new OverviewService(api.database, queue).read();
    expect([jobs, workers.now]).toEqual([{ lane: null, task: null }, expect.any(Date)]);
  });

  it('filters and pages executions', async () => {
    const { agentId, id } = await execution('executed');
    const second = await recordExecution(api.database, await rows.intent(agentId, new Date()), { status: 'unknown' });
    const listIds = async (filter: string): Promise<string[]> =>
      (await client.get(`/ops/executions?agent_id=${agentId}${filter}`)).body.executions.map(
        ({ execution_id }) => execution_id,
      );
    expect(new Set(await listIds(''))).toEqual(new Set([id, second]));
    expect(await listIds('&status=unknown')).toEqual([second]);
    expect(await listIds('&status=failed')).toEqual([]);
    const page = (await client.get('/ops/executions?limit=1')).body;
    expect(page.executions).toHaveLength(1);
    expect((await client.get(`/ops/executions?limit=1&cursor=${page.next_cursor}`)).status).toBe(200);
    expectError(await client.get(`/ops/audit?cursor=${page.next_cursor}`), 400, 'invalid_query');
  });

  it('shows the steps, hashes, receipts and history of an execution, and nothing that is sealed', async () => {
    const { id, agentId } = await execution('executed');
    const sealed = {
      body: `body-${randomUUID()}`,
      seal: `seal-${randomUUID()}`,
      idempotency_key: randomUUID(),
      acceleration_key: randomUUID(),
    };
    const shown = { provider_transaction_id: randomUUID(), transaction_hash: `0x${'1a'.repeat(32)}` };
    const columns = Object.entries({ ...sealed, ...shown });
    await query(
      `INSERT INTO execution_steps (execution_id, kind, status, policy_version, block_number, block_hash, ${columns.map(([name]) => name).join(', ')})
       VALUES ($1, 'main', 'done', 1, 4711, $2, ${columns.map((_, at) => `$${at + 3}`).join(', ')})`,
      ...[id, `0x${'2b'.repeat(32)}`, ...columns.map(([, value]) => value)],
    );
    await query(
      `INSERT INTO execution_transaction_hashes (execution_id, kind, transaction_hash) VALUES ($1, 'main', $2)`,
      ...[id, shown.transaction_hash],
    );
    await query(`UPDATE executions SET readback = '{"market_status":"2"}', updated_at = now() WHERE id = $1`, id);
    await query(`UPDATE agent_wallets SET owner_email = 'alice@example.org' WHERE agent_id = $1`, agentId);

    const { execution: report } = (await client.get(`/ops/executions/${id}`)).body;
    expect(report).toMatchObject({ execution_id: id, agent_id: agentId, ref: expect.stringMatching(/^0x/) });
    const hashes = [expect.objectContaining({ transaction_hash: shown.transaction_hash, is_foreign: false })];
    expect(report['steps']).toEqual([
      expect.objectContaining({ kind: 'main', status: 'done', block_number: 4711, ...shown, hashes }),
    ]);
    expect(report['events']).toEqual([
      expect.objectContaining({
        type: 'execution.readback_filled',
        data: expect.objectContaining({ execution_id: id, readback_sha256: expect.any(String) }),
      }),
    ]);
    const texts = await Promise.all(
      [...PATHS, `/ops/executions/${id}`].map(async (path) => JSON.stringify((await client.get(path)).body)),
    );
    for (const secret of [...Object.values(sealed), 'alice@example.org']) expect(texts.join()).not.toContain(secret);
  });

  it('lists audited commands with their outcome', async () => {
    const runId = randomUUID();
    const add = 'INSERT INTO audit_log (run_id, actor, command, arguments, outcome, detail) VALUES';
    await query(`${add} ($1, 'robin', 'pause', '{global}', 'begun', '')`, runId);
    const newest = async (): Promise<unknown> => (await client.get('/ops/audit?limit=1')).body.entries[0];
    expect(await newest()).toMatchObject({ actor: 'robin', arguments: ['global'], outcome: 'begun', ended_at: null });
    await query(`${add} ($1, 'robin', 'pause', '{global}', 'done', 'global is paused')`, runId);
    expect(await newest()).toMatchObject({ outcome: 'done', detail: 'global is paused', ended_at: expect.any(String) });
  });

  it.each([UNKNOWN, 'nonsense'])('refuses the execution %s with agent_execution_not_found', async (id) => {
    expectError(await client.get(`/ops/executions/${id}`), 404, 'agent_execution_not_found');
  });

  it('names the route for the id of an intent', async () => {
    const answer = await client.get(`/ops/executions/agent_intent_${'0'.repeat(32)}`);
    expectError(answer, 404, 'agent_execution_not_found');
    expect(answer.body.error.message).toContain('GET /agent/intents/{intent_id}/executions');
  });

  it.each(['/ops/lanes?limit=51', '/ops/lanes?cursor=x', '/ops/executions?status=done', '/ops/audit?after=1'])(
    'refuses %s with invalid_query',
    async (path) => expectError(await client.get(path), 400, 'invalid_query'),
  );

  it('refuses a position that no lane has', async () => {
    const { encodeCursor } = await import('../http/pagination/cursor.js');
    for (const id of ['x', '1_x', `${'9'.repeat(17)}_${randomUUID()}`]) {
      const cursor = encodeCursor('ops lanes', { at: new Date(0), id });
      expectError(await client.get(`/ops/lanes?cursor=${cursor}`), 400, 'invalid_query');
    }
  });
});

/** Without API keys, only a service that no other machine reaches shows them. */
const REACHABLE: readonly Partial<ApiSettings>[] = [
  { API_HOST: '0.0.0.0' },
  { ALLOWED_HOSTS: ['presage.internal'] },
  { TRUSTED_PROXIES: ['10.0.0.0/8'] },
  { AUTH_READS: 'account' },
];

it.each(REACHABLE)('operator reads need an operator’s key with AUTH_MODE=off and %p', async (settings) => {
  const api = await startTestApi({ AUTH_MODE: 'off', ...settings });
  try {
    const client = new Client(api.url);
    const account = await issueKey(api.database, { account: 'alice' });
    const operator = await issueKey(api.database, { account: null, scopes: ['operator'] });
    for (const path of [...PATHS, `/ops/executions/${UNKNOWN}`]) {
      expectError(await client.get(path), 401, 'api_key_invalid');
      expectError(await client.get(path, { authorization: `Bearer ${account}` }), 403, 'api_key_forbidden');
      expect([200, 404]).toContain((await client.get(path, { authorization: `Bearer ${operator}` })).status);
    }
    expect((await client.get('/markets')).status).toBe(200);
  } finally {
    await api.stop();
  }
});
