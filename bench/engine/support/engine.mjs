// The real engine on ports of the benchmark's choice: the API's half, and the worker's.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { loadWorkerSettings } from '../../../dist/libs/config/src/index.js';
import { Chain, PgExecutionEngine, ProcessFailpoints, WalletProvider } from '../../../dist/libs/engine/src/index.js';
import { Logger, Metrics, ObservabilityModule } from '../../../dist/libs/observability/src/index.js';
import { Database } from '../../../dist/libs/persistence/src/index.js';
import { JobConsumer, JobQueue } from '../../../dist/libs/queue/src/index.js';
import { openQueueBackend } from '../../../dist/libs/queue/src/queue-backend.js';
import { LanesModule } from '../../../dist/apps/worker/src/lanes/lanes.module.js';
import { MARKET } from './seed.mjs';

/** @type {import('../../../libs/observability/src/index.js').LogOptions} */
const LOGGING = { app: 'bench', level: 'error', format: 'json' };
const log = Logger.create(LOGGING);

/** Settings of a worker whose bucket never runs dry. */
export function workerSettings(databaseUrl, overrides = {}) {
  return loadWorkerSettings({
    DATABASE_URL: databaseUrl.reveal(),
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: MARKET,
    COLLATERAL_ADDRESS: MARKET,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSCODE_KEY: 'bench',
    PROVIDER_POSTS_PER_S: '10000',
    ...overrides,
  });
}

/**
 * The product's queue; it says when every ring so far has arrived.
 * @param {import('./bare.mjs').QueueAt} at
 */
export async function openQueue({ databaseUrl, redisUrl }) {
  const backend = await openQueueBackend(redisUrl, databaseUrl);
  const queue = new SettlingQueue(new JobQueue(backend, log));
  const consumer = new JobConsumer(backend, log);
  return {
    queue,
    consumer,
    close: async () => {
      await consumer.close();
      await queue.close();
      await backend.close();
    },
  };
}

/** @implements {Pick<JobQueue, 'enqueueWakeup' | 'enqueueWakeups' | 'depth' | 'close'>} */
class SettlingQueue {
  #wakeups = new Set();

  constructor(inner) {
    this.inner = inner;
  }

  enqueueWakeup(name, payload) {
    const wakeup = this.inner.enqueueWakeup(name, payload).finally(() => this.#wakeups.delete(wakeup));
    this.#wakeups.add(wakeup);
    return wakeup;
  }

  enqueueWakeups(name, payloads) {
    return this.inner.enqueueWakeups(name, payloads);
  }

  depth(name) {
    return this.inner.depth(name);
  }

  close() {
    return this.inner.close();
  }

  async settled() {
    await Promise.all(this.#wakeups);
  }
}

/** What the API calls when an agent executes. */
export function openEngine(database, queue) {
  return new PgExecutionEngine(
    database,
    null, // notifications: nothing is waited for
    queue,
    new ProcessFailpoints([], database),
    Metrics.off(),
    log,
    true,
  );
}

/** The worker's lanes as its process has them, on the ports that are given. Resolves when rings are being answered. */
export async function startLanes({ databaseUrl, database, queue, consumer, provider, chain }) {
  const ports = [
    { provide: Database, useValue: database },
    { provide: WalletProvider, useValue: provider },
    { provide: Chain, useValue: chain },
    { provide: JobQueue, useValue: queue },
    { provide: JobConsumer, useValue: consumer },
    { provide: Metrics, useValue: Metrics.off() },
  ];
  const app = await NestFactory.createApplicationContext(
    {
      module: class BenchModule {},
      imports: [
        ObservabilityModule.forRoot({ app: 'bench', log }),
        { module: class PortsModule {}, global: true, providers: ports, exports: ports.map(({ provide }) => provide) },
        LanesModule.forRoot(workerSettings(databaseUrl)),
      ],
    },
    { logger: false, abortOnError: false },
  );
  return { close: () => app.close() };
}
