import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '../../../test/support/eventually.js';
import {
  openPostgresQueue,
  type QueueConnection,
  type QueueFixture,
  hasRedis,
  openRedisQueue,
} from '../../../test/support/queue/queue-stack.js';

/** A handler that completes at once. */
function handlerOf<Payload>(work: (payload: Payload) => unknown): (payload: Payload) => Promise<void> {
  return (payload) => {
    work(payload);
    return Promise.resolve();
  };
}

/** Waits until `read` answers a number of at least `count`. */
async function untilAtLeast(count: number, read: () => number): Promise<void> {
  await eventually(
    () => Promise.resolve(read()),
    (seen) => seen >= count,
  );
}

/** Conformance suite that every queue backend passes. */
function describeQueue(name: string, openFixture: () => Promise<QueueFixture>): void {
  describe(`queue on ${name}`, () => {
    let fixture: QueueFixture;
    let ends: QueueConnection[];
    beforeAll(async () => {
      fixture = await openFixture();
    });
    afterAll(() => fixture?.close());
    beforeEach(() => {
      ends = [];
    });
    afterEach(async () => {
      await Promise.all(ends.map((end) => end.close()));
      await fixture.wipe();
    });

    async function open(): Promise<QueueConnection> {
      const end = await fixture.open();
      ends.push(end);
      return end;
    }

    const laneJob = (version = '1') => ({ laneId: randomUUID(), version });

    it('delivers a wake-up with its payload', async () => {
      const { queue, consumer } = await open();
      const seen: object[] = [];
      const handler = handlerOf((job: object) => seen.push(job));
      await consumer.start('lane', 5, handler);
      const payload = laneJob();
      await queue.enqueueWakeup('lane', payload);
      await untilAtLeast(1, () => seen.length);
      expect(seen).toEqual([payload]);
    });

    it('delivers to a consumer of another process', async () => {
      const [producer, receiver] = [await open(), await open()];
      const seen: string[] = [];
      const handler = handlerOf(({ taskId }: { taskId: string }) => seen.push(taskId));
      await receiver.consumer.start('task', 5, handler);
      const taskId = randomUUID();
      await producer.queue.enqueueWakeup('task', { taskId });
      await untilAtLeast(1, () => seen.length);
      expect(seen).toEqual([taskId]);
    });

    it('deduplicates a waiting wake-up with the same id', async () => {
      const { queue, consumer } = await open();
      const payload = laneJob();
      await queue.enqueueWakeup('lane', payload);
      await queue.enqueueWakeup('lane', payload);
      await queue.enqueueWakeup('lane', { ...payload, version: '2' });
      expect(await queue.depth('lane')).toBe(2);
      const seen: string[] = [];
      const handler = handlerOf(({ version }: { version: string }) => seen.push(version));
      await consumer.start('lane', 1, handler);
      await eventually(
        () => queue.depth('lane'),
        (depth) => depth === 0,
      );
      await untilAtLeast(2, () => seen.length);
      expect(seen.sort()).toEqual(['1', '2']);
    });

    it('accepts the same id again after the first job is done', async () => {
      const { queue, consumer } = await open();
      let handled = 0;
      const handler = handlerOf(() => (handled += 1));
      await consumer.start('lane', 1, handler);
      const payload = laneJob();
      for (const expected of [1, 2, 3]) {
        await eventually(
          async () => {
            await queue.enqueueWakeup('lane', payload);
            return handled;
          },
          (count) => count >= expected,
        );
      }
      expect(handled).toBeGreaterThanOrEqual(3);
    });

    it('drops a job whose handler failed and goes on with others', async () => {
      const { queue, consumer } = await open();
      const bad = laneJob('bad');
      const seen: string[] = [];
      await consumer.start('lane', 2, ({ version }) => {
        seen.push(version);
        return version === 'bad' && seen.length === 1 ? Promise.reject(new Error('planted')) : Promise.resolve();
      });
      await queue.enqueueWakeup('lane', bad);
      await untilAtLeast(1, () => seen.length);
      await queue.enqueueWakeup('lane', laneJob('good'));
      await eventually(
        () => Promise.resolve(seen),
        (all) => all.includes('good'),
      );
      await eventually(
        async () => {
          await queue.enqueueWakeup('lane', bad);
          return seen.filter((version) => version === 'bad').length;
        },
        (count) => count >= 2,
      );
    });

    it('delivers each of 500 wake-ups enqueued at once', async () => {
      const { queue, consumer } = await open();
      const payloads = Array.from({ length: 500 }, () => laneJob());
      const seen = new Set<string>();
      await queue.enqueueWakeups('lane', payloads);
      await queue.enqueueWakeups('lane', []);
      const handler = handlerOf(({ laneId }: { laneId: string }) => seen.add(laneId));
      await consumer.start('lane', 50, handler);
      await untilAtLeast(500, () => seen.size);
      expect([...seen].sort()).toEqual(payloads.map(({ laneId }) => laneId).sort());
    });

    it('runs at most `concurrency` handlers at a time', async () => {
      const { queue, consumer } = await open();
      let running = 0;
      let max = 0;
      let done = 0;
      const waiting: (() => void)[] = [];
      await consumer.start('lane', 3, async () => {
        running += 1;
        max = Math.max(max, running);
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
        done += 1;
      });
      const payloads = Array.from({ length: 12 }, () => laneJob());
      await queue.enqueueWakeups('lane', payloads);
      await untilAtLeast(12, () => {
        if (running === 3 || done + running === 12) waiting.shift()?.();
        return done;
      });
      expect(max).toBe(3);
    });

    it('keeps the kinds of jobs apart', async () => {
      const { queue, consumer } = await open();
      const tasks: string[] = [];
      const handler = handlerOf(({ taskId }: { taskId: string }) => tasks.push(taskId));
      await consumer.start('task', 5, handler);
      await queue.enqueueWakeup('lane', laneJob());
      const taskId = randomUUID();
      await queue.enqueueWakeup('task', { taskId });
      await untilAtLeast(1, () => tasks.length);
      expect(tasks).toEqual([taskId]);
      expect(await queue.depth('lane')).toBe(1);
    });

    it('waits for running handlers on close and takes no more jobs', async () => {
      const producer = await open();
      const receiver = await fixture.open();
      let finish = (): void => undefined;
      let started = 0;
      let finished = 0;
      await receiver.consumer.start('lane', 1, async () => {
        started += 1;
        await new Promise<void>((resolve) => (finish = resolve));
        finished += 1;
      });
      await producer.queue.enqueueWakeups('lane', [laneJob(), laneJob()]);
      await untilAtLeast(1, () => started);
      const closed = receiver.close();
      finish();
      await closed;
      expect({ started, finished }).toEqual({ started: 1, finished: 1 });
      expect(await producer.queue.depth('lane')).toBe(1);
    });

    it('goes on after the queue was wiped', async () => {
      const { queue, consumer } = await open();
      const seen = new Set<string>();
      const handler = handlerOf(({ laneId }: { laneId: string }) => seen.add(laneId));
      await consumer.start('lane', 5, handler);
      await queue.enqueueWakeup('lane', laneJob());
      await untilAtLeast(1, () => seen.size);
      await fixture.wipe();
      const later = laneJob();
      await queue.enqueueWakeup('lane', later);
      await eventually(
        () => Promise.resolve(seen),
        (all) => all.has(later.laneId),
      );
    });

    it('redelivers a job whose process was killed', async () => {
      const { queue, consumer } = await open();
      const payload = laneJob();
      const program = path.resolve('dist/test/support/queue/hold-a-wakeup.js');
      const holder = spawn(process.execPath, [program, fixture.databaseUrl, fixture.queueUrl]);
      await queue.enqueueWakeup('lane', payload);
      await once(holder.stdout, 'data');
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      const seen: string[] = [];
      const handler = handlerOf(({ laneId }: { laneId: string }) => seen.push(laneId));
      await consumer.start('lane', 1, handler);
      await untilAtLeast(1, () => seen.length);
      expect(seen).toEqual([payload.laneId]);
    });
  });
}

describeQueue('PostgreSQL', openPostgresQueue);
if (hasRedis()) describeQueue('Redis', openRedisQueue);
