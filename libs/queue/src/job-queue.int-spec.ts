import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '../../../test/support/eventually.js';
import {
  postgresSite,
  type QueueEnd,
  type QueueSite,
  redisIsHere,
  redisSite,
} from '../../../test/support/queue/queue-stack.js';

/** A handler that is done at once. */
function does<Payload>(work: (payload: Payload) => unknown): (payload: Payload) => Promise<void> {
  return (payload) => {
    work(payload);
    return Promise.resolve();
  };
}

/** What the product asks of a queue, whatever it stands on: every backend passes the same suite. */
function describeQueue(name: string, openSite: () => Promise<QueueSite>): void {
  describe(`the queue on ${name}`, () => {
    let site: QueueSite;
    let ends: QueueEnd[];
    beforeAll(async () => {
      site = await openSite();
    });
    afterAll(() => site?.close());
    beforeEach(() => {
      ends = [];
    });
    afterEach(async () => {
      await Promise.all(ends.map((end) => end.close()));
      await site.wipe();
    });

    async function open(): Promise<QueueEnd> {
      const end = await site.open();
      ends.push(end);
      return end;
    }

    const ring = (version = '1') => ({ laneId: randomUUID(), version });

    it('tells a handler of a ring, with its payload', async () => {
      const { queue, consumer } = await open();
      const seen: object[] = [];
      await consumer.start(
        'lane',
        5,
        does((job) => seen.push(job)),
      );
      const payload = ring();
      await queue.ring('lane', payload);
      await eventually(
        () => Promise.resolve(seen),
        ({ length }) => length > 0,
      );
      expect(seen).toEqual([payload]);
    });

    it('reaches a consumer in another process’s place', async () => {
      const [ringing, answering] = [await open(), await open()];
      const seen: string[] = [];
      await answering.consumer.start(
        'task',
        5,
        does(({ taskId }) => seen.push(taskId)),
      );
      const taskId = randomUUID();
      await ringing.queue.ring('task', { taskId });
      await eventually(
        () => Promise.resolve(seen),
        ({ length }) => length > 0,
      );
      expect(seen).toEqual([taskId]);
    });

    it('lets a waiting ring swallow an equal one, and no other', async () => {
      const { queue, consumer } = await open();
      const payload = ring();
      await queue.ring('lane', payload);
      await queue.ring('lane', payload);
      await queue.ring('lane', { ...payload, version: '2' });
      expect(await queue.depth('lane')).toBe(2);
      const seen: string[] = [];
      await consumer.start(
        'lane',
        1,
        does(({ version }) => seen.push(version)),
      );
      await eventually(
        () => queue.depth('lane'),
        (depth) => depth === 0,
      );
      await eventually(
        () => Promise.resolve(seen.length),
        (length) => length === 2,
      );
      expect(seen.sort()).toEqual(['1', '2']);
    });

    it('rings again under the same name once the first was answered', async () => {
      const { queue, consumer } = await open();
      let answered = 0;
      await consumer.start(
        'lane',
        1,
        does(() => (answered += 1)),
      );
      const payload = ring();
      for (const round of [1, 2, 3]) {
        await eventually(
          async () => {
            await queue.ring('lane', payload);
            return answered;
          },
          (count) => count >= round,
        );
      }
      expect(answered).toBeGreaterThanOrEqual(3);
    });

    it('forgets a ring whose handler failed, and answers the others', async () => {
      const { queue, consumer } = await open();
      const bad = ring('bad');
      const seen: string[] = [];
      await consumer.start('lane', 2, ({ version }) => {
        seen.push(version);
        return version === 'bad' && seen.length === 1 ? Promise.reject(new Error('planted')) : Promise.resolve();
      });
      await queue.ring('lane', bad);
      await eventually(
        () => Promise.resolve(seen.length),
        (count) => count === 1,
      );
      await queue.ring('lane', ring('good'));
      await eventually(
        () => Promise.resolve(seen),
        (all) => all.includes('good'),
      );
      await eventually(
        async () => {
          await queue.ring('lane', bad);
          return seen.filter((version) => version === 'bad').length;
        },
        (count) => count >= 2,
      );
    });

    it('takes 500 rings at once and answers each', async () => {
      const { queue, consumer } = await open();
      const payloads = Array.from({ length: 500 }, () => ring());
      const seen = new Set<string>();
      await queue.enqueueWakeups('lane', payloads);
      await queue.enqueueWakeups('lane', []);
      await consumer.start(
        'lane',
        50,
        does(({ laneId }) => seen.add(laneId)),
      );
      await eventually(
        () => Promise.resolve(seen.size),
        (size) => size === 500,
      );
      expect([...seen].sort()).toEqual(payloads.map(({ laneId }) => laneId).sort());
    });

    it('runs no more handlers at a time than it is allowed', async () => {
      const { queue, consumer } = await open();
      let running = 0;
      let most = 0;
      let done = 0;
      const waiting: (() => void)[] = [];
      await consumer.start('lane', 3, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
        done += 1;
      });
      await queue.enqueueWakeups(
        'lane',
        Array.from({ length: 12 }, () => ring()),
      );
      await eventually(
        () => {
          if (running === 3 || done + running === 12) waiting.shift()?.();
          return Promise.resolve(done);
        },
        (count) => count === 12,
      );
      expect(most).toBe(3);
    });

    it('keeps the kinds of jobs apart', async () => {
      const { queue, consumer } = await open();
      const tasks: string[] = [];
      await consumer.start(
        'task',
        5,
        does(({ taskId }) => tasks.push(taskId)),
      );
      await queue.ring('lane', ring());
      const taskId = randomUUID();
      await queue.ring('task', { taskId });
      await eventually(
        () => Promise.resolve(tasks),
        ({ length }) => length > 0,
      );
      expect(tasks).toEqual([taskId]);
      expect(await queue.depth('lane')).toBe(1);
    });

    it('waits for the handlers that run when it closes, and takes no more', async () => {
      const ringing = await open();
      const answering = await site.open();
      let finish = (): void => undefined;
      let started = 0;
      let finished = 0;
      await answering.consumer.start('lane', 1, async () => {
        started += 1;
        await new Promise<void>((resolve) => (finish = resolve));
        finished += 1;
      });
      await ringing.queue.enqueueWakeups('lane', [ring(), ring()]);
      await eventually(
        () => Promise.resolve(started),
        (count) => count === 1,
      );
      const closed = answering.close();
      finish();
      await closed;
      expect({ started, finished }).toEqual({ started: 1, finished: 1 });
      expect(await ringing.queue.depth('lane')).toBe(1);
    });

    it('goes on after everything in it was wiped', async () => {
      const { queue, consumer } = await open();
      const seen = new Set<string>();
      await consumer.start(
        'lane',
        5,
        does(({ laneId }) => seen.add(laneId)),
      );
      await queue.ring('lane', ring());
      await eventually(
        () => Promise.resolve(seen.size),
        (size) => size === 1,
      );
      await site.wipe();
      const later = ring();
      await queue.ring('lane', later);
      await eventually(
        () => Promise.resolve(seen),
        (all) => all.has(later.laneId),
      );
    });

    it('tells another consumer of a ring whose process was killed', async () => {
      const { queue, consumer } = await open();
      const payload = ring();
      const program = path.resolve('dist/test/support/queue/hold-a-wakeup.js');
      const holder = spawn(process.execPath, [program, site.databaseUrl, site.queueUrl]);
      await queue.ring('lane', payload);
      await once(holder.stdout, 'data');
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      const seen: string[] = [];
      await consumer.start(
        'lane',
        1,
        does(({ laneId }) => seen.push(laneId)),
      );
      await eventually(
        () => Promise.resolve(seen),
        ({ length }) => length > 0,
      );
      expect(seen).toEqual([payload.laneId]);
    });
  });
}

describeQueue('PostgreSQL', postgresSite);
if (redisIsHere()) describeQueue('Redis', redisSite);
