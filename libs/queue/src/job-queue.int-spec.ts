import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '../../../test/support/eventually.js';
import { Secret } from '@app/common';
import { withClient } from '../../../dev/devnet/postgres/postgres.js';
import { createTestDatabase } from '../../../test/support/index.js';
import { TcpProxy } from '../../../tools/support/tcp-proxy.js';
import type { JobQueue } from './job-queue.js';
import { openQueueBackend } from './open-queue-backend.js';
import {
  openPostgresQueue,
  type QueueConnection,
  type QueueFixture,
  hasRedis,
  openRedisQueue,
} from '../../../test/support/queue/queue-stack.js';
import './redis-tls.int-spec.js';

/** A handler that completes at once. */
function createHandler<Payload>(work: (payload: Payload) => unknown): (payload: Payload) => Promise<void> {
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

/** Waits until no due job waits. */
async function untilEmpty(queue: JobQueue): Promise<void> {
  await eventually(
    () => queue.depth('lane'),
    (depth) => depth === 0,
  );
}

/** A handler whose jobs end one by one, on request. */
function heldHandler() {
  const held = {
    started: 0,
    max: 0,
    laneIds: [] as string[],
    finish: (): void => undefined,
    finishAll: (): void => waiting.forEach((end) => end()),
    handler: async ({ laneId }: { laneId: string }): Promise<void> => {
      held.started += 1;
      held.laneIds.push(laneId);
      running += 1;
      held.max = Math.max(held.max, running);
      await new Promise<void>((resolve) => {
        held.finish = resolve;
        waiting.push(resolve);
      });
      running -= 1;
    },
  };
  const waiting: (() => void)[] = [];
  let running = 0;
  return held;
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

    const laneJob = () => ({ laneId: randomUUID() });

    it('delivers a wake-up with its payload', async () => {
      const { queue, consumer } = await open();
      const seen: object[] = [];
      const handler = createHandler((job: object) => seen.push(job));
      await consumer.start('lane', 5, handler);
      const payload = laneJob();
      await queue.enqueueWakeup('lane', payload);
      await untilAtLeast(1, () => seen.length);
      expect(seen).toEqual([payload]);
    });

    it('delivers to a consumer of another process', async () => {
      const [producer, receiver] = [await open(), await open()];
      const seen: string[] = [];
      const handler = createHandler(({ taskId }: { taskId: string }) => seen.push(taskId));
      await receiver.consumer.start('task', 5, handler);
      const taskId = randomUUID();
      await producer.queue.enqueueWakeup('task', { taskId });
      await untilAtLeast(1, () => seen.length);
      expect(seen).toEqual([taskId]);
    });

    it('deduplicates a waiting wake-up of the same lane', async () => {
      const { queue, consumer } = await open();
      const [first, second] = [laneJob(), laneJob()];
      for (const payload of [first, first, second]) await queue.enqueueWakeup('lane', payload);
      expect(await queue.depth('lane')).toBe(2);
      const seen: string[] = [];
      const handler = createHandler(({ laneId }: { laneId: string }) => seen.push(laneId));
      await consumer.start('lane', 1, handler);
      await untilAtLeast(2, () => seen.length);
      expect(seen).toEqual([first.laneId, second.laneId]);
      await untilEmpty(queue);
    });

    it('runs a lane once more when wake-ups arrived during its job, never twice at a time', async () => {
      const { queue, consumer } = await open();
      const lane = heldHandler();
      await consumer.start('lane', 5, lane.handler);
      const payload = laneJob();
      await queue.enqueueWakeup('lane', payload);
      await untilAtLeast(1, () => lane.started);
      for (let count = 0; count < 3; count += 1) await queue.enqueueWakeup('lane', payload);
      lane.finish();
      await untilAtLeast(2, () => lane.started);
      lane.finish();
      const marker = laneJob();
      await queue.enqueueWakeup('lane', marker);
      await untilAtLeast(3, () => lane.started);
      lane.finish();
      expect(lane).toMatchObject({ max: 1, laneIds: [payload.laneId, payload.laneId, marker.laneId] });
    });

    it('runs a wake-up that was added with a delay during the job after that delay', async () => {
      const { queue, consumer } = await open();
      const delayMs = 700;
      const startsMs: number[] = [];
      await consumer.start('lane', 5, async (payload) => {
        startsMs.push(Date.now());
        if (startsMs.length === 1) await queue.enqueueWakeup('lane', payload, { delayMs });
      });
      await queue.enqueueWakeup('lane', laneJob());
      await untilAtLeast(2, () => startsMs.length);
      const [first = 0, second = 0] = startsMs;
      expect(second - first).toBeGreaterThanOrEqual(delayMs);
    });

    it('runs a lane at once when a wake-up arrives before its delayed one', async () => {
      const { queue, consumer } = await open();
      const payload = laneJob();
      const seen: string[] = [];
      const handler = createHandler(({ laneId }: { laneId: string }) => seen.push(laneId));
      await consumer.start('lane', 5, handler);
      await queue.enqueueWakeup('lane', payload, { delayMs: 3_600_000 });
      expect(await queue.depth('lane')).toBe(0);
      await queue.enqueueWakeup('lane', payload);
      await untilAtLeast(1, () => seen.length);
    });

    it('takes lower priorities first, and raises a waiting wake-up when asked to', async () => {
      const { queue, consumer } = await open();
      const [entry, raised, exit] = [laneJob(), laneJob(), laneJob()];
      await queue.enqueueWakeup('lane', entry, { priority: 1 });
      await queue.enqueueWakeup('lane', raised, { priority: 1 });
      await queue.enqueueWakeup('lane', exit, { priority: 0 });
      await queue.enqueueWakeup('lane', entry, { priority: 0 });
      await queue.enqueueWakeup('lane', raised, { priority: 0, raise: true });
      expect(await queue.depth('lane')).toBe(3);
      const seen: string[] = [];
      const handler = createHandler(({ laneId }: { laneId: string }) => seen.push(laneId));
      await consumer.start('lane', 1, handler);
      await untilAtLeast(3, () => seen.length);
      expect(seen.at(-1)).toBe(entry.laneId);
      expect(seen.slice(0, 2).sort()).toEqual([raised.laneId, exit.laneId].sort());
    });

    it('keeps every wake-up of concurrent producers, consumers and delays', async () => {
      const [first, second] = [await open(), await open()];
      const lanes = Array.from({ length: 20 }, () => ({ ...laneJob(), version: 0, seen: 0 }));
      const laneOf = new Map<string, (typeof lanes)[number]>(lanes.map((lane) => [lane.laneId, lane]));
      for (const { queue, consumer } of [first, second]) {
        await consumer.start('lane', 5, async ({ laneId }) => {
          const lane = laneOf.get(laneId);
          if (lane === undefined) return;
          // As the lane's runner does: concurrent calls have no order, so the row is read again after the delayed job is added.
          do {
            lane.seen = lane.version;
            if (lane.seen % 3 === 0) await queue.enqueueWakeup('lane', { laneId }, { delayMs: 3_600_000 });
          } while (lane.seen !== lane.version);
        });
      }
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(
          lanes.map((lane, index) => {
            lane.version += 1;
            const { queue } = index % 2 === 0 ? first : second;
            return queue.enqueueWakeup('lane', { laneId: lane.laneId });
          }),
        );
      }
      await untilAtLeast(lanes.length, () => lanes.filter(({ version, seen }) => seen === version).length);
    });

    it('accepts the same id again after the first job is done', async () => {
      const { queue, consumer } = await open();
      let handled = 0;
      const handler = createHandler(() => (handled += 1));
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
      const [bad, good] = [laneJob(), laneJob()];
      const seen: string[] = [];
      await consumer.start('lane', 2, ({ laneId }) => {
        seen.push(laneId);
        return seen.length === 1 ? Promise.reject(new Error('planted')) : Promise.resolve();
      });
      await queue.enqueueWakeup('lane', bad);
      await untilAtLeast(1, () => seen.length);
      await untilEmpty(queue);
      await queue.enqueueWakeup('lane', good);
      await queue.enqueueWakeup('lane', bad);
      await untilAtLeast(3, () => seen.length);
      expect([...seen].sort()).toEqual([bad.laneId, bad.laneId, good.laneId].sort());
    });

    it('delivers each of 500 wake-ups enqueued at once', async () => {
      const { queue, consumer } = await open();
      const payloads = Array.from({ length: 500 }, () => laneJob());
      const seen = new Set<string>();
      await queue.enqueueWakeups('lane', payloads);
      await queue.enqueueWakeups('lane', []);
      const handler = createHandler(({ laneId }: { laneId: string }) => seen.add(laneId));
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
      const handler = createHandler(({ taskId }: { taskId: string }) => tasks.push(taskId));
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

    it('takes at most the job that it is fetching once paused', async () => {
      const [producer, paused] = [await open(), await open()];
      const lane = heldHandler();
      await paused.consumer.start('lane', 5, lane.handler);
      await paused.consumer.pause('lane');
      await producer.queue.enqueueWakeups('lane', [laneJob(), laneJob(), laneJob()]);
      const others = heldHandler();
      await producer.consumer.start('lane', 5, others.handler);
      await untilAtLeast(3, () => lane.started + others.started);
      expect(lane.started).toBeLessThanOrEqual(1);
      lane.finishAll();
      others.finishAll();
    });

    it('goes on after the queue was wiped', async () => {
      const { queue, consumer } = await open();
      const seen = new Set<string>();
      const handler = createHandler(({ laneId }: { laneId: string }) => seen.add(laneId));
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
      const seen: object[] = [];
      await consumer.start('lane', 1, (job, delivery) => {
        seen.push({ ...job, ...delivery });
        return Promise.resolve();
      });
      await untilAtLeast(1, () => seen.length);
      expect(seen).toEqual([{ ...payload, isRedelivered: true }]);
    });
  });
}

describe('a queue whose connection breaks while it opens', () => {
  it('connects again, without ending the process', async () => {
    const database = await createTestDatabase();
    const direct = new URL(database.url);
    const proxy = await TcpProxy.open({ host: direct.hostname, port: Number(direct.port) });
    const proxied = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(proxy.port) });
    proxy.slowDown(300); // the first statement has reached the server, and its response is on the way
    const opened = openQueueBackend(undefined, new Secret(proxied.href));
    await withClient(new Secret(database.url), async (client) => {
      const started = `SELECT FROM pg_stat_activity WHERE application_name = 'presage-queue' AND datname = $1 AND query <> ''`;
      await eventually(
        () => client.query(started, [direct.pathname.slice(1)]),
        ({ rowCount }) => rowCount === 1,
      );
    });
    expect(proxy.cut()).toBeGreaterThan(0);
    await (await opened).close();
    await proxy.close();
    await database.drop();
  });
});

describeQueue('PostgreSQL', openPostgresQueue);
if (hasRedis()) describeQueue('Redis', openRedisQueue);
