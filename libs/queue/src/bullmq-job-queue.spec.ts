import { jest } from '@jest/globals';
import { NO_TRACER } from '@app/observability';
import { BullmqJobQueue } from './bullmq-job-queue.js';
import type { BullQueue } from './queue-backend.js';

describe('a queue that is away', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('holds nobody up for longer than two seconds', async () => {
    const hung: BullQueue = {
      add: () => new Promise(() => undefined),
      addBulk: () => new Promise(() => undefined),
      getWaitingCount: () => Promise.resolve(0),
      waitUntilReady: () => Promise.resolve(),
      on: () => undefined,
      close: () => Promise.resolve(),
    };
    const queue = new BullmqJobQueue({ openQueue: () => hung } as never, NO_TRACER, () => undefined);
    const rings = [queue.ring('task', { taskId: 'any' }), queue.enqueueWakeups('task', [{ taskId: 'any' }])];
    const ended = Promise.all(rings.map((ring) => expect(ring).rejects.toThrow('did not answer in time')));
    await jest.advanceTimersByTimeAsync(2_000);
    await ended;
  });
});
