import { randomUUID } from 'node:crypto';
import { openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
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
        const id = await tasks.insert(newTask());
        const claim = { kinds: ['read_balance'], leaseMs: 60_000 } as const;
        return [await tasks.claim(id, claim), await tasks.claim(id, claim)];
      });
      expect(claimed).toEqual([expect.objectContaining({ status: 'running', attempts: 1 }), null]);
    }
  });

  it('inserts one provisioning task per wallet at a time', async () => {
    const tasks = new TasksRepository(open.database);
    const task = { ...newTask(), kind: 'provision_wallet' } as const;
    const ids = await Promise.all(Array.from({ length: 8 }, () => tasks.insert(task)));
    expect(new Set(ids).size).toBe(1);
  });

  it('ends a task that is marked as sent, and never claims it again', async () => {
    const tasks = new TasksRepository(open.database);
    const claim = { kinds: ['read_balance'], leaseMs: 0 } as const;
    const id = await tasks.insert(newTask());
    await tasks.claim(id, claim);
    expect([await tasks.markSent(id), await tasks.markSent(id)]).toEqual([true, false]);
    expect([await tasks.claim(id, claim), await tasks.postpone(id, 0)]).toEqual([null, false]);
    await tasks.end(id, { status: 'failed', result: null, errorCode: 'internal_error' });
    expect(await tasks.find(id)).toMatchObject({ status: 'failed', errorCode: 'internal_error', result: null });
  });

  it('postpones a running task within its time to live', async () => {
    const tasks = new TasksRepository(open.database);
    const id = await tasks.insert(newTask());
    await tasks.claim(id, { kinds: ['read_balance'], leaseMs: 60_000 });
    expect(await tasks.postpone(id, 120_000)).toBe(false);
    expect(await tasks.postpone(id, 1_000)).toBe(true);
    expect(await tasks.find(id)).toMatchObject({ status: 'queued', attempts: 1 });
  });
});
