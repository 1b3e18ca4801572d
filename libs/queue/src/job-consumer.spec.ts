import { Writable } from 'node:stream';
import { Logger } from '@app/observability';
import { JobConsumer } from './job-consumer.js';
import type { BullWorker, BullWorkerOptions, QueueBackend } from './queue-backend.js';
import { HungWorkerError } from './restarting-worker.js';

describe('JobConsumer on a server that is away', () => {
  let events: unknown[];
  let options: BullWorkerOptions | undefined;
  let consumer: JobConsumer;

  beforeEach(() => {
    events = [];
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        const { event, job, errorName, leftOut } = JSON.parse(chunk.toString()) as Record<string, unknown>;
        events.push([
          event,
          job,
          ...(errorName === undefined ? [] : [errorName]),
          ...(leftOut === undefined ? [] : [leftOut]),
        ]);
        done();
      },
    });
    const worker: BullWorker = {
      waitUntilReady: () => Promise.resolve(),
      pause: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const backend = {
      openWorker: (_name: string, given: BullWorkerOptions) => {
        options = given;
        return worker;
      },
    } as unknown as QueueBackend;
    consumer = new JobConsumer(backend, Logger.create({ app: 'test', level: 'info', format: 'json', destination }));
  });

  it('logs one of many errors, each restart of a hung worker, and the first job afterwards', async () => {
    await consumer.start('task', 1, () => Promise.resolve());
    for (let error = 0; error < 550; error += 1) options?.onError(new Error('upstream text'));
    options?.onError(new HungWorkerError());
    for (let job = 0; job < 2; job += 1)
      await options?.process({ data: { taskId: '00000000-0000-4000-8000-000000000001' }, attemptsStarted: 1 });
    expect(events).toEqual([
      ['queue.worker_error', 'task', 'Error'],
      ['queue.worker_error', 'task', 'HungWorkerError'],
      ['queue.worker_recovered', 'task', 549],
    ]);
  });
});
