import { randomUUID } from 'node:crypto';
import { Logger, Metrics } from '@app/observability';
import { type TaskKind, TasksRepository, type WorkerTask } from '@app/queue';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { TaskHandler, type TaskOutcome } from './task-handler.js';
import { TaskRunner } from './task-runner.js';

class RecordingHandler extends TaskHandler {
  readonly handled: string[] = [];

  constructor(
    readonly kind: TaskKind,
    override readonly writes: boolean,
  ) {
    super();
  }

  handle({ id }: WorkerTask): Promise<TaskOutcome> {
    this.handled.push(id);
    return Promise.resolve({ done: true, result: null });
  }
}

describe('TaskRunner with a rate limit', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  it.each([
    ['request_faucet', true, 1],
    ['read_balance', false, 3],
  ] as const)('handles of three %s tasks, whose handler writes: %s, %i at once', async (kind, writes, expected) => {
    await open.database.query('UPDATE provider_accounts SET next_task_at = now()');
    const handler = new RecordingHandler(kind, writes);
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const settings = { kinds: [kind], providerPostsPerSecond: 0.001 };
    const runner = new TaskRunner(open.database, log, Metrics.off(), [handler], settings);
    const tasks = new TasksRepository(open.database);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const task = { kind, subjectId: randomUUID(), lifeMs: 60_000, requestId: null, traceParent: null };
      ids.push((await tasks.insert(task)).id);
    }
    for (const id of ids) await runner.run(id);
    expect(handler.handled).toEqual(ids.slice(0, expected));
    for (const id of ids.slice(expected)) {
      expect(await tasks.find(id)).toMatchObject({ status: 'queued', attempts: 0 });
      await open.database.query(
        `UPDATE worker_tasks SET wake_at = now() - interval '1 second', token_due_at = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
      await runner.run(id);
    }
    expect(handler.handled).toEqual(ids);
  });
});
