import { randomUUID } from 'node:crypto';
import { openDatabase, type OpenDatabase } from '../../../test/agents/open-database.js';
import { claimTask, insertTask } from './task-statements.js';

describe('a task', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  it('can be taken in the very moment in which it is written, and by nobody else while its lease runs', async () => {
    for (let time = 0; time < 20; time += 1) {
      const taken = await open.database.transaction(async (tx) => {
        const task = { kind: 'read_balance', subjectId: randomUUID(), lifeMs: 60_000 } as const;
        const id = await insertTask(tx, { ...task, requestId: 'test', traceParent: null });
        const claim = { id, kinds: [task.kind], leaseMs: 60_000 };
        return [await claimTask(tx, claim), await claimTask(tx, claim)];
      });
      expect(taken).toEqual([expect.objectContaining({ status: 'running', attempts: 1 }), null]);
    }
  });
});
