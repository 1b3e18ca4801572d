import { Logger, Metrics } from '@app/observability';
import type { Database } from '@app/persistence';
import { TASK_KINDS, type TaskKind } from '@app/queue';
import { TaskHandler, type TaskOutcome } from './task-handler.js';
import { TaskRunner } from './task-runner.js';

class IdleHandler extends TaskHandler {
  constructor(readonly kind: TaskKind) {
    super();
  }

  handle(): Promise<TaskOutcome> {
    return Promise.resolve({ done: true, result: null });
  }
}

function createRunner(kinds: readonly TaskKind[], handled: readonly TaskKind[]): TaskRunner {
  const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
  const handlers = handled.map((kind) => new IdleHandler(kind));
  return new TaskRunner({} as Database, log, Metrics.off(), handlers, { kinds, providerPostsPerSecond: 1 });
}

describe('TaskRunner', () => {
  it.each(TASK_KINDS)('refuses to start without a handler for %s', (kind) => {
    const others = TASK_KINDS.filter((other) => other !== kind);
    expect(() => createRunner(TASK_KINDS, others)).toThrow(`no handler for task kind ${kind}`);
  });

  it('starts with a handler for every kind that it claims', () => {
    expect(() => createRunner(TASK_KINDS, TASK_KINDS)).not.toThrow();
    expect(() => createRunner(['send_passcode'], ['send_passcode'])).not.toThrow();
  });
});
