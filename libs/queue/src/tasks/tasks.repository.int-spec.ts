import { randomUUID } from 'node:crypto';
import type { Database } from '@app/persistence';
import { recordExecution } from '../../../../test/agents/executions.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { TasksRepository } from './tasks.repository.js';

describe('TasksRepository', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  const newTask = () =>
    ({ kind: 'read_balance', subjectId: randomUUID(), lifeMs: 60_000, requestId: 'test', traceParent: null }) as const;

  it('claims a task in the moment of its insertion, and once per lease', async () => {
    for (let time = 0; time < 20; time += 1) {
      const claimed = await open.database.transaction(async (tx) => {
        const tasks = new TasksRepository(tx);
        const { id } = await tasks.insert(newTask());
        const claim = { kinds: ['read_balance'], leaseMs: 60_000 } as const;
        return [await tasks.claim(id, claim), await tasks.claim(id, claim)];
      });
      expect(claimed).toEqual([expect.objectContaining({ status: 'running', attempts: 1 }), null]);
    }
  });

  it.each(['provision_wallet', 'read_balance'] as const)('inserts one %s task per wallet at a time', async (kind) => {
    const tasks = new TasksRepository(open.database);
    const task = { ...newTask(), kind };
    const joined = await Promise.all(Array.from({ length: 8 }, () => tasks.insert(task)));
    expect(new Set(joined.map(({ id }) => id)).size).toBe(1);
    expect(joined.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('ends a task that is marked as sent, and never claims it again', async () => {
    const tasks = new TasksRepository(open.database);
    const claim = { kinds: ['read_balance'], leaseMs: 0 } as const;
    const { id } = await tasks.insert(newTask());
    await tasks.claim(id, claim);
    expect([await tasks.markSent(id), await tasks.markSent(id)]).toEqual([true, false]);
    expect([await tasks.claim(id, claim), await tasks.postpone(id, 0)]).toEqual([null, false]);
    await tasks.end(id, { status: 'failed', result: null, errorCode: 'internal_error' });
    expect(await tasks.find(id)).toMatchObject({ status: 'failed', errorCode: 'internal_error', result: null });
  });

  it('postpones a running task within its time to live', async () => {
    const tasks = new TasksRepository(open.database);
    const { id } = await tasks.insert(newTask());
    await tasks.claim(id, { kinds: ['read_balance'], leaseMs: 60_000 });
    expect(await tasks.postpone(id, 120_000)).toBe(false);
    expect(await tasks.postpone(id, 1_000)).toBe(true);
    expect(await tasks.find(id)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it.each(['postpone', 'awaitTurn'] as const)(
    'leaves a task that is due again to the next sweep (%s)',
    async (method) => {
      const tasks = new TasksRepository(open.database);
      const { id } = await tasks.insert(newTask());
      await tasks.claim(id, { kinds: ['read_balance'], leaseMs: 60_000 });
      await tasks[method](id, 1_000);
      await open.database.query(`UPDATE worker_tasks SET wake_at = now() - interval '1 second' WHERE id = $1`, [id]);
      expect(await tasks.claimDue(100)).toEqual([id]);
    },
  );

  describe('findRecentBalance', () => {
    const MAX_AGE_MS = 3_600_000;

    async function readBalance(walletId: string, createdAt = 'now()'): Promise<void> {
      await open.database.query(
        `INSERT INTO worker_tasks (kind, subject_id, status, wake_at, expires_at, result, created_at)
         VALUES ('read_balance', $1, 'done', NULL, now(), '["read"]', ${createdAt})`,
        [walletId],
      );
    }

    const find = (walletId: string) => new TasksRepository(open.database).findRecentBalance(walletId, MAX_AGE_MS);

    it('finds a balance of the same wallet that is young enough', async () => {
      const walletId = randomUUID();
      await readBalance(walletId);
      expect(await find(walletId)).toEqual({ result: ['read'] });
      expect(await find(randomUUID())).toBeNull();
      await open.database.query(`UPDATE worker_tasks SET updated_at = now() - interval '1 day' WHERE subject_id = $1`, [
        walletId,
      ]);
      expect(await find(walletId)).toBeNull();
    });

    it('finds none from before a faucet request', async () => {
      const walletId = randomUUID();
      await readBalance(walletId, `now() - interval '1 s'`);
      const tasks = new TasksRepository(open.database);
      await tasks.insert({ ...newTask(), kind: 'request_faucet', subjectId: walletId });
      expect(await find(walletId)).toBeNull();
    });

    it('finds none from before the end of an execution, or during one', async () => {
      const { walletId, intentId } = await newIntent(open.database);
      await readBalance(walletId, `now() - interval '1 s'`);
      expect(await find(walletId)).not.toBeNull();
      const executionId = await recordExecution(open.database, intentId);
      const change = (columns: string) =>
        open.database.query(`UPDATE executions SET ${columns} WHERE id = $1`, [executionId]);
      expect(await find(walletId)).toBeNull();
      await change(`completed_at = now() - interval '1 hour'`);
      expect(await find(walletId)).not.toBeNull();
      await change(`status = 'queued', completed_at = NULL`);
      expect(await find(walletId)).toBeNull();
    });
  });

  it('deletes ended tasks an hour after their end, and no others', async () => {
    const { database } = open;
    await database.query('DELETE FROM worker_tasks');
    const insert = (status: string, age: string) =>
      database.query(
        `INSERT INTO worker_tasks (kind, subject_id, status, wake_at, expires_at, updated_at)
         VALUES ('read_balance', gen_random_uuid(), $1, CASE WHEN $1 IN ('queued', 'running') THEN now() END, now(),
           now() - $2::interval)`,
        [status, age],
      );
    for (const status of ['queued', 'running', 'sent', 'done', 'failed']) {
      await insert(status, '61 minutes');
      await insert(status, '50 minutes');
    }
    const tasks = new TasksRepository(database);
    expect([await tasks.deleteEnded(2), await tasks.deleteEnded(2), await tasks.deleteEnded(2)]).toEqual([2, 1, 0]);
    const kept = await database.query<{ status: string }>(
      `SELECT status FROM worker_tasks WHERE updated_at < now() - interval '1 hour' ORDER BY status`,
    );
    expect(kept.map(({ status }) => status)).toEqual(['queued', 'running']);
  });
});

/** Inserts an agent with a wallet and an intent. */
async function newIntent(database: Database): Promise<{ walletId: string; intentId: string }> {
  const agentId = `agent_${randomUUID()}`;
  const intentId = `agent_intent_${randomUUID()}`;
  const { id: walletId } = await database.queryOneOrFail<{ id: string }>(
    `WITH owner AS (INSERT INTO users (kind, agent_id) VALUES ('agent', $1) RETURNING id)
     INSERT INTO agent_wallets (agent_id, user_id, wallet_provider, chain, allowed_actions, status)
     SELECT $1, id, 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active' FROM owner RETURNING id`,
    [agentId],
  );
  await database.query(
    `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
     VALUES ($1, $2, 'buy_yes', 'executed', '0x', 'market', 'hash')`,
    [intentId, agentId],
  );
  return { walletId, intentId };
}
