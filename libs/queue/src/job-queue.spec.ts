import { jest } from '@jest/globals';
import { Logger } from '@app/observability';
import { JobQueue } from './job-queue.js';
import type { BullQueue, QueueBackend } from './queue-backend.js';

describe('JobQueue with an unreachable server', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('rejects after two seconds', async () => {
    const hanging: BullQueue = {
      add: () => new Promise(() => undefined),
      addBulk: () => new Promise(() => undefined),
      getJob: () => Promise.resolve(undefined),
      getJobCountByTypes: () => Promise.resolve(0),
      waitUntilReady: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const backend = { openQueue: () => hanging } as unknown as QueueBackend;
    const queue = new JobQueue(backend, Logger.create({ app: 'test', level: 'silent', format: 'json' }));
    const wakeups = [queue.enqueueWakeup('task', { taskId: 'any' }), queue.enqueueWakeups('task', [{ taskId: 'any' }])];
    const ended = Promise.all(wakeups.map((wakeup) => expect(wakeup).rejects.toThrow('timed out after 2000 ms')));
    await jest.advanceTimersByTimeAsync(2_000);
    await ended;
  });
});
