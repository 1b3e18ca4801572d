import { EXECUTION_STATUSES, isFinished } from '@app/engine';
import { type Page, type PageRequest, Secret } from '@app/common';
import type { SqlSession } from '@app/persistence';
import { connectDatabase, openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
import { PlanReader } from '../../../test/support/plan-reader.js';
import { roleUrl } from '../../../test/support/stack/database-roles.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { ExecutionReportsRepository, type ExecutionsFilter } from './execution-reports.repository.js';
import { LaneSummariesRepository } from './lane-summaries.repository.js';
import { readPauses } from './read-pauses.js';

const FIRST_PAGE: PageRequest = { limit: 50, after: null };
const ANY: ExecutionsFilter = { status: undefined, agentId: undefined };
const SEALED = ['body', 'seal', 'idempotency_key', 'acceleration_key', 'armed_fence'];
/** Tables with a row or a few, whatever the load. */
const SCAN_OF_FEW_ROWS = /Seq Scan on (?:execution_pauses)\b/g;

describe('operators’ reads among 20,000 executions of 4,000 agents', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
    await open.database.query(`
      WITH agents AS (
        INSERT INTO users (kind, agent_id) SELECT 'agent', 'agent_' || n || '_of_many' FROM generate_series(1, 4000) AS n
        RETURNING id, agent_id)
      INSERT INTO agent_wallets (agent_id, user_id, wallet_provider, chain, allowed_actions, status)
      SELECT agent_id, id, 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active' FROM agents`);
    // Eight lanes share each due time, so that the id decides.
    await open.database.query(`
      INSERT INTO lanes (id, wake_at, quarantined_at)
      SELECT id, CASE WHEN n % 20 > 0 THEN due END, CASE WHEN n % 20 = 0 THEN due END FROM (
        SELECT id, n, timestamptz '2026-01-01 00:00:00Z' + n / 8 * interval '7 microseconds' AS due FROM (
          SELECT id, row_number() OVER (ORDER BY length(agent_id), agent_id) AS n FROM agent_wallets) AS numbered) AS wallet
      WHERE n <= 300`);
    await open.database.query(`INSERT INTO lanes (id) SELECT id FROM agent_wallets ON CONFLICT DO NOTHING`);
    await open.database.query(`
      INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash, created_at)
      SELECT 'agent_intent_' || n, 'agent_' || CASE WHEN n > 100 THEN n % 4000 ELSE n % 24 END + 1 || '_of_many', 'buy_yes', 'executed', '0x', 'm', 'h',
        now() - n * interval '1 second'
      FROM generate_series(1, 20000) AS n`);
    await open.database.query(`
      INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
        broadcast_performed, created_at, completed_at)
      SELECT 'agent_execution_' || n, i.id, i.agent_id, w.id, '0x', i.action, 1, s.status, 'r', true, i.created_at,
        CASE WHEN s.status IN ('executed', 'failed', 'cancelled') THEN i.created_at END
      FROM agent_intents AS i JOIN agent_wallets AS w USING (agent_id)
        CROSS JOIN LATERAL (SELECT substr(i.id, 14)::int AS n) AS number
        CROSS JOIN LATERAL (SELECT CASE WHEN n > 100 THEN CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'executed' END
          ELSE (ARRAY['queued', 'submitting', 'broadcast', 'unknown', 'cancelled'])[n % 5 + 1] END AS status) AS s`);
    await open.database.query(`
      INSERT INTO audit_log (run_id, actor, command, arguments, outcome, detail)
      SELECT gen_random_uuid(), 'robin', 'pause', '{global}', 'begun', '' FROM generate_series(1, 3000)`);
    await open.database.query(`
      INSERT INTO audit_log (run_id, actor, command, arguments, outcome, detail)
      SELECT run_id, actor, command, arguments, 'done', 'global is paused' FROM audit_log WHERE id % 3 > 0`);
    await open.database.query('ANALYZE executions, agent_intents, agent_wallets, lanes, audit_log');
  });
  afterAll(() => open?.close());

  async function readAll<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<T[]> {
    const items: T[] = [];
    for (let after: PageRequest['after'] | undefined; after !== null;) {
      const page = await list({ limit, after: after ?? null });
      items.push(...page.items);
      after = page.next;
    }
    return items;
  }

  it('pages through every busy lane once, the longest due first', async () => {
    const lanes = await readAll((page) => new LaneSummariesRepository(open.database).list(page), 7);
    expect(lanes).toHaveLength(300);
    expect(new Set(lanes.map(({ agentId }) => agentId)).size).toBe(300);
    const dueAt = lanes.map(({ wakeAt, quarantinedAt }) => (quarantinedAt ?? wakeAt)?.getTime() ?? 0);
    expect(dueAt).toEqual(dueAt.toSorted((one, other) => one - other));
    expect(lanes.filter(({ state }) => state === 'quarantined')).toHaveLength(15);
    expect(lanes.filter(({ state }) => state === 'due')).toHaveLength(285);
  });

  it('shows the execution that a lane serves, not the one that waits', async () => {
    const { database } = open;
    const lanes = await readAll((page) => new LaneSummariesRepository(database).list(page), 50);
    const heads = await database.query<{ agentId: string; head: string; unfinished: number }>(
      `SELECT agent_id AS "agentId", (array_agg(id ORDER BY status = 'queued', seq))[1] AS head, count(*)::int AS unfinished
       FROM executions WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown') GROUP BY agent_id`,
    );
    const expected = new Map(heads.map(({ agentId, head, unfinished }) => [agentId, { head, unfinished }]));
    expect(expected.size).toBeGreaterThan(20);
    for (const { agentId, head, unfinished } of lanes) {
      expect({ head, unfinished }).toEqual(expected.get(agentId) ?? { head: null, unfinished: 0 });
    }
  });

  it.each([undefined, ...EXECUTION_STATUSES])('lists the executions of status %s, newest first', async (status) => {
    const list = new ExecutionReportsRepository(open.database);
    const rows = await open.database.query<{ id: string }>(
      `SELECT id FROM executions WHERE status = $1 OR $1 IS NULL ORDER BY created_at DESC, id DESC LIMIT 120`,
      [status ?? null],
    );
    const first = await list.list({ ...ANY, status }, FIRST_PAGE);
    const second = first.next === null ? null : await list.list({ ...ANY, status }, { limit: 50, after: first.next });
    const ids = [...first.items, ...(second?.items ?? [])].map(({ id }) => id);
    expect(ids).toEqual(rows.slice(0, 100).map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(19);
  });

  it('lists the executions of an agent and a status', async () => {
    const filter = { status: 'executed', agentId: 'agent_7_of_many' } as const;
    const executions = await readAll((page) => new ExecutionReportsRepository(open.database).list(filter, page), 3);
    expect(executions).toHaveLength(4);
    expect(new Set(executions.map(({ agentId, status }) => `${agentId} ${status}`)).size).toBe(1);
  });

  it('pages through every audited command once, with its outcome', async () => {
    const entries = await readAll((page) => new AuditLogRepository(open.database).list(page), 49);
    expect(entries).toHaveLength(3000);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3000);
    for (const { id, outcome, detail, endedAt } of entries) {
      expect([outcome, detail, endedAt === null]).toEqual(
        Number(id) % 3 > 0 ? ['done', 'global is paused', false] : ['begun', '', true],
      );
    }
  });

  it.each<[string, (sql: SqlSession) => Promise<unknown>]>([
    ['lanes', (sql) => new LaneSummariesRepository(sql).list(FIRST_PAGE)],
    ['audit log', (sql) => new AuditLogRepository(sql).list(FIRST_PAGE)],
    ['pauses', (sql) => readPauses(sql, { limit: 100 })],
    ['all executions', (sql) => new ExecutionReportsRepository(sql).list(ANY, FIRST_PAGE)],
    ...EXECUTION_STATUSES.map((status): [string, (sql: SqlSession) => Promise<unknown>] => [
      `${status} executions`,
      (sql) => new ExecutionReportsRepository(sql).list({ ...ANY, status }, FIRST_PAGE),
    ]),
    [
      'executions of an agent',
      (sql) => new ExecutionReportsRepository(sql).list({ ...ANY, agentId: 'agent_7_of_many' }, FIRST_PAGE),
    ],
  ])('%s: no sequential scan', async (_list, read) => {
    const reader = new PlanReader(open.database);
    await read(reader);
    expect(reader.plans).toHaveLength(1);
    expect(reader.plans.join().replaceAll(SCAN_OF_FEW_ROWS, '')).not.toContain('Seq Scan');
  });

  it.each(EXECUTION_STATUSES.filter(isFinished))(
    '%s executions are read in the order of their index',
    async (status) => {
      const reader = new PlanReader(open.database);
      await new ExecutionReportsRepository(reader).list({ ...ANY, status }, FIRST_PAGE);
      expect(reader.plans.join()).toContain('executions_ended_idx');
    },
  );

  it.each([
    ['queued', 'executions_lane_queue_idx'],
    ['submitting', 'executions_active_idx'],
    ['failed', 'executions_agent_failed_idx'],
    ['cancelled', 'executions_agent_failed_idx'],
  ] as const)('%s executions of an agent are found without its executed ones', async (status, index) => {
    const reader = new PlanReader(open.database);
    await new ExecutionReportsRepository(reader).list({ status, agentId: 'agent_7_of_many' }, FIRST_PAGE);
    expect(reader.plans.join()).toContain(index);
  });

  it('lists the live executions of an agent', async () => {
    const filter = { status: 'queued', agentId: 'agent_7_of_many' } as const;
    const executions = await readAll((page) => new ExecutionReportsRepository(open.database).list(filter, page), 1);
    const rows = await open.database.query<{ id: string }>(
      `SELECT id FROM executions WHERE agent_id = $1 AND status = $2 ORDER BY created_at DESC, id DESC`,
      [filter.agentId, filter.status],
    );
    expect(executions.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(rows.length).toBeGreaterThan(0);
  });

  it('the API has no privilege to read what is sealed and sent', async () => {
    const api = await connectDatabase(roleUrl(new Secret(open.url), 'api').reveal(), 1);
    try {
      for (const column of SEALED) {
        await expect(api.database.query(`SELECT ${column} FROM execution_steps`)).rejects.toThrow('permission denied');
      }
      await expect(new ExecutionReportsRepository(api.database).find('agent_execution_1')).resolves.toMatchObject({
        execution: { id: 'agent_execution_1' },
      });
    } finally {
      await api.close();
    }
  });
});
