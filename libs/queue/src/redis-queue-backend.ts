import { createRedisBackend, withBackend } from 'bullmq';
import { connectRedis, type RedisConnectionOptions, type RedisTopology } from './connect-redis.js';
import { type BullWorkerOptions, type QueueBackend, WAITING_STATES, WORKER_OPTIONS } from './queue-backend.js';
import { ReopeningQueue } from './reopening-queue.js';
import { type OpenedWorker, RestartingWorker } from './restarting-worker.js';

const NOTE_KEY = 'presage:database';

/** BullMQ in Redis. Queues share one connection. Each worker has two, one of which blocks. */
export function openRedisBackend(urls: string, topology: RedisTopology): QueueBackend {
  const { Queue, Worker } = withBackend(createRedisBackend);
  const connections = new Set<ReturnType<typeof connectRedis>>();
  const connect = (options: RedisConnectionOptions): ReturnType<typeof connectRedis> => {
    const connection = connectRedis(urls, topology, options);
    connection.on('error', () => undefined); // BullMQ reports it too
    connections.add(connection);
    return connection;
  };
  // Enqueueing fails fast, because a request waits for it.
  const forQueues = connect({
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    // https://github.com/redis/ioredis/issues/2147 may drop the connection twice. The sweeper finds lost wake-ups.
    socketTimeout: 5_000,
  });
  // BullMQ's scripts use several keys of a queue, which a cluster accepts only for keys with one hash tag.
  const toKeyOptions = (name: string): { prefix?: string } =>
    topology.mode === 'cluster' ? { prefix: `{${name}}` } : {};
  const openQueue: QueueBackend['openQueue'] = (name, onError) =>
    new Queue<object>(name, { connection: forQueues, ...toKeyOptions(name) }).on('error', onError);

  const openWorker = (name: string, { concurrency, process, onError }: BullWorkerOptions): OpenedWorker => {
    // Workers wait for any outage to end, also for one at their start: BullMQ fails for good if it is left to connect.
    const connection = connect({ maxRetriesPerRequest: null });
    const options = { connection, ...toKeyOptions(name), concurrency, ...WORKER_OPTIONS };
    const worker = new Worker<unknown, void>(name, (job) => process(job), options).on('error', onError);
    const abandon = async (): Promise<void> => {
      connections.delete(connection);
      connection.disconnect();
      await worker.close(true);
    };
    return { worker, abandon };
  };
  return {
    openQueue,
    openWorker: (name, options) => {
      // The JobQueue reports errors of this connection.
      const waiting = new ReopeningQueue(() => openQueue(name, () => undefined));
      const countWaiting = (): Promise<number> => waiting.current.getJobCountByTypes(...WAITING_STATES);
      return new RestartingWorker(options, (given) => openWorker(name, given), countWaiting);
    },
    note: { read: () => forQueues.get(NOTE_KEY), write: (text) => forQueues.set(NOTE_KEY, text) },
    close: async () => {
      for (const connection of connections) connection.disconnect();
      await Promise.resolve();
    },
  };
}
