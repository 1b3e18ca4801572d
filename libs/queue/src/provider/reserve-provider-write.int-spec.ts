import { randomUUID } from 'node:crypto';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { reserveProviderWrite } from './reserve-provider-write.js';
import { TasksRepository } from '../tasks/tasks.repository.js';

/** One write in 1,000 seconds: no test run lasts for one interval. */
const PER_SECOND = 0.001;
const INTERVAL_S = 1_000;

describe('reserveProviderWrite', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());
  beforeEach(async () => {
    await open.database.query('UPDATE provider_accounts SET next_task_at = now(), next_send_at = now()');
  });

  async function newTask(): Promise<string> {
    const task = { kind: 'provision_wallet', subjectId: randomUUID(), lifeMs: 60_000 } as const;
    return (await new TasksRepository(open.database).insert({ ...task, requestId: 'test', traceParent: null })).id;
  }

  const take = (taskId: string): Promise<number> => reserveProviderWrite(open.database, taskId, PER_SECOND);

  /** Time in intervals by which the next turn of a task and slot of an execution lie in the future. */
  async function debts(): Promise<number[]> {
    const row = await open.database.queryOneOrFail<{ debts: number[] }>(
      `SELECT ARRAY[next_task_at, next_send_at] AS debts FROM (
         SELECT extract(epoch FROM next_task_at - now())::float8 AS next_task_at,
           extract(epoch FROM next_send_at - now())::float8 AS next_send_at FROM provider_accounts) AS account`,
    );
    return row.debts.map((seconds) => Math.round(seconds / INTERVAL_S));
  }

  it('lets one of many tasks write, and gives each other one a turn of its own', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, newTask));
    const delaysMs = (await Promise.all(ids.map(take))).toSorted((one, other) => one - other);
    expect(delaysMs.map((delayMs) => Math.round(delayMs / INTERVAL_S / 1_000))).toEqual([0, 2, 4, 6, 8]);
    expect(delaysMs[0]).toBe(0);
  });

  it('puts executions back by the writes that are done, not by those that wait', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, newTask));
    for (const id of ids) await take(id);
    expect(await debts()).toEqual([10, 2]);
  });

  it('keeps a turn until it has come, and uses it once', async () => {
    const [first, second] = [await newTask(), await newTask()];
    expect(await take(first)).toBe(0);
    expect(Math.round((await take(second)) / INTERVAL_S / 1_000)).toBe(2);
    expect(Math.round((await take(second)) / INTERVAL_S / 1_000)).toBe(2);
    expect((await debts())[0]).toBe(4);
    await open.database.query(`UPDATE worker_tasks SET token_due_at = now() - interval '1 second' WHERE id = $1`, [
      second,
    ]);
    expect(await take(second)).toBe(0);
    expect(await take(second)).toBeGreaterThan(0);
  });

  it('lets a task write at once while the limit is unused', async () => {
    await open.database.query(`UPDATE provider_accounts SET next_task_at = now() - interval '1 day',
      next_send_at = now() - interval '1 day'`);
    for (let write = 0; write < 2; write += 1)
      expect(await reserveProviderWrite(open.database, await newTask(), 4)).toBe(0);
  });
});
