import { checkCluster } from '@app/engine';
import { Metrics } from '@app/observability';
import type { JobQueue } from '@app/queue';
import { openEngineFixture, type EngineFixture } from '../../../test/support/engine-fixture.js';
import { StateGauges } from './state-gauges.js';

/** Above any delay of a slow machine. */
const TIMEOUT_MS = 60_000;
const DEPTHS: Readonly<Record<string, number>> = { lane: 3, task: 5 };

/** Every gauge gets a distinct value, so that swapped ones show. */
describe('StateGauges', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
    await checkCluster(fixture.database); // as a worker does at its start
  });
  afterAll(() => fixture.close());

  function open(
    database = fixture.database,
    depth = (name: string) => Promise.resolve(DEPTHS[name]),
  ): { gauges: StateGauges; read: () => Promise<Record<string, number>> } {
    const metrics = Metrics.on();
    const queue = { depth } as unknown as JobQueue;
    const gauges = new StateGauges({ database, queue, metrics }, TIMEOUT_MS);
    return {
      gauges,
      read: async () => {
        await gauges.update();
        const series = [...(await metrics.text()).matchAll(/^(presage_\S+) (\S+)$/gm)];
        return Object.fromEntries(series.map(([, name = '', value]) => [name, Number(value)] as const));
      },
    };
  }

  it('sets each gauge from its own value', async () => {
    const { database } = fixture;
    const statuses = ['queued', 'submitting', 'submitting', 'broadcast', 'broadcast', 'broadcast', 'unknown'];
    for (const status of statuses) {
      const { agentId } = await fixture.wallet();
      const { executionId } = await fixture.accept(await fixture.intent(agentId));
      const seconds = status === 'unknown' ? 500 : 100;
      await database.query(
        `UPDATE executions SET status = $2, created_at = now() - $3 * interval '1 second' WHERE id = $1`,
        [executionId, status, seconds],
      );
    }
    for (let task = 0; task < 4; task += 1) {
      await database.query(
        `INSERT INTO worker_tasks (kind, subject_id, expires_at) VALUES ('read_balance', $1, now() + interval '1 hour')`,
        [`wallet ${task}`],
      );
    }
    await database.query(`UPDATE execution_pauses SET paused = true WHERE scope IN ('buy_no', 'buy_yes')`);
    await database.query(`UPDATE chain_index SET block_number = 100, block_hash = '0x', head_number = 108,
      confirmations = 2, updated_at = now() - interval '300 seconds', lease_until = now() + interval '1 hour'`);

    const before = await open().read();
    expect(before).toMatchObject({
      presage_state_read_success: 1,
      'presage_lanes{state="due"}': statuses.length,
      'presage_executions_live{status="queued"}': 1,
      'presage_executions_live{status="submitting"}': 2,
      'presage_executions_live{status="broadcast"}': 3,
      'presage_executions_live{status="unknown"}': 1,
      'presage_queue_waiting{kind="lane"}': 3,
      'presage_queue_waiting{kind="task"}': 5,
      presage_tasks_due: 4,
      presage_paused_scopes: 2,
      presage_provider_breaker_open: 0,
      presage_provider_configured: 1,
      presage_lanes_stopped: 0,
      presage_queue_reachable: 1,
      presage_index_lag_blocks: 7,
      presage_index_has_leader: 1,
    });
    // Rounded to 100 s: tells the values apart on any machine.
    expect(before.presage_execution_oldest_queued_age_seconds).toBeCloseTo(100, -2);
    expect(before.presage_execution_unknown_age_seconds).toBeCloseTo(500, -2);
    expect(before.presage_index_last_poll_age_seconds).toBeCloseTo(300, -2);
  });

  it.each([
    ['presage_provider_breaker_open', 1, 'UPDATE provider_accounts SET breaker_open = true'],
    ['presage_provider_configured', 0, `UPDATE worker_heartbeats SET expires_at = now() - interval '1 minute'`],
    ['presage_lanes_stopped', 1, 'UPDATE engine_cluster SET reconcile_since = now()'],
    ['presage_index_has_leader', 0, 'UPDATE chain_index SET lease_until = NULL'],
  ])('sets %s to %d', async (name, value, statement) => {
    const before = await open().read();
    await fixture.database.query(statement);
    const after = await open().read();
    expect([before[name], after[name]]).toEqual([1 - value, value]);
    // The other flags keep their values.
    const others = ['presage_provider_breaker_open', 'presage_provider_configured', 'presage_lanes_stopped'];
    for (const other of others.filter((one) => one !== name)) expect(after[other]).toBe(before[other]);
  });

  it.each([
    ['refuses', () => Promise.reject(new Error('unreachable'))],
    ['does not answer', () => new Promise<never>(() => undefined)],
  ])('reports the database, and the queue as unreachable, while the queue %s', async (_name, depth) => {
    const values = await open(fixture.database, depth).read();
    expect(values).toMatchObject({ presage_state_read_success: 1, presage_queue_reachable: 0, presage_tasks_due: 4 });
    expect(values).not.toHaveProperty('presage_queue_waiting{kind="lane"}');
  });

  it('reports the share of the connections in use, as the server counts them', async () => {
    const row = await fixture.database.queryOneOrFail<{ open: number; max: number }>(
      `SELECT count(*)::int AS open, current_setting('max_connections')::int AS max FROM pg_stat_activity
       WHERE datname IS NOT NULL`,
    );
    const { presage_database_connections_used: used = 0 } = await open().read();
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThan(1);
    // Other tests share the server, so only the order of magnitude is fixed.
    expect(used * row.max).toBeGreaterThanOrEqual(Math.min(1, row.open / 10));
  });

  it('sets state_read_success to 0 and keeps the values when the database cannot be read', async () => {
    let broken = false;
    const database = Object.create(fixture.database, {
      queryOne: {
        value: (...parameters: Parameters<typeof fixture.database.queryOne>) =>
          broken ? Promise.reject(new Error('unreachable')) : fixture.database.queryOne(...parameters),
      },
    }) as typeof fixture.database;
    const { gauges, read } = open(database);
    await gauges.update();
    broken = true;
    let values = await read();
    while (values.presage_state_read_success === 1) values = await read(); // the last read is cached for a while
    expect(values).toMatchObject({
      presage_state_read_success: 0,
      presage_paused_scopes: 2,
      presage_index_lag_blocks: 7,
    });
  });
});
