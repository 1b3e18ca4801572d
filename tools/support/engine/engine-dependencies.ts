import { NestFactory } from '@nestjs/core';
import { Chain, ChainRpc } from '@app/chain';
import type { Secret } from '@app/common';
import { loadWorkerSettings, type WorkerSettings } from '@app/config';
import { Custody, Failpoints } from '@app/engine';
import { AcceptanceService } from '@app/intents';
import { Logger, Metrics, ObservabilityModule } from '@app/observability';
import { Database, Notifications } from '@app/persistence';
import { JobConsumer, type JobName, type JobPayloads, JobQueue, type WakeupOptions } from '@app/queue';
import { LanesModule } from '../../../apps/worker/src/lanes/lanes.module.js';
import { openQueueBackend } from '../../../libs/queue/src/open-queue-backend.js';
import type { QueueBackend } from '../../../libs/queue/src/queue-backend.js';
import { MARKET } from './seed-claims.js';

const NO_NODE = 'http://127.0.0.1:1';
const log = Logger.create({ app: 'bench', level: 'error', format: 'json' });

/** Addresses of the queue: Redis when given, else the database. */
export interface QueueAddress {
  readonly databaseUrl: Secret;
  readonly redisUrl?: Secret;
}

export interface OpenQueue {
  readonly queue: TrackedQueue;
  readonly consumer: JobConsumer;
  readonly backend: QueueBackend;
  readonly close: () => Promise<void>;
}

/** Opens the product's queue. */
export async function openQueue({ databaseUrl, redisUrl }: QueueAddress): Promise<OpenQueue> {
  const backend = await openQueueBackend(redisUrl, databaseUrl);
  const queue = new TrackedQueue(backend, log);
  const consumer = new JobConsumer(backend, log);
  const close = async (): Promise<void> => {
    await consumer.close();
    await queue.close();
    await backend.close();
  };
  return { queue, consumer, backend, close };
}

/** The product's queue, whose pending wake-ups can be awaited. */
export class TrackedQueue extends JobQueue {
  private readonly pending = new Set<Promise<void>>();

  override enqueueWakeup<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    options?: WakeupOptions,
  ): Promise<void> {
    const wakeup = super.enqueueWakeup(name, payload, options).finally(() => this.pending.delete(wakeup));
    this.pending.add(wakeup);
    return wakeup;
  }

  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }
}

class NoFailpoints extends Failpoints {
  reach(): Promise<void> {
    return Promise.resolve();
  }
}

/** The API's part of the engine. */
export function openEngine(database: Database, databaseUrl: Secret, queue: JobQueue): AcceptanceService {
  const options = { databaseUrl: databaseUrl.reveal(), applicationName: 'bench', onDisconnect: () => undefined };
  const notifications = new Notifications(options); // not started: no caller waits
  return new AcceptanceService(database, notifications, queue, new NoFailpoints(), Metrics.off(), log, {
    EXECUTION_ENABLED: true,
    WALLET_QUEUE_MAX: 20_000,
  });
}

export interface LanePorts {
  readonly databaseUrl: Secret;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly consumer: JobConsumer;
  readonly custody: Custody;
  readonly chain: Chain;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the worker's lanes in this process on these ports. Resolves when wake-ups are consumed. */
export async function startLanes(ports: LanePorts): Promise<{ close: () => Promise<void> }> {
  const { databaseUrl, database, queue, consumer, custody, chain, env } = ports;
  const url = { databaseUrl: databaseUrl.reveal() };
  const providers = [
    { provide: Database, useValue: database },
    { provide: Custody, useValue: custody },
    { provide: Chain, useValue: chain },
    { provide: ChainRpc, useValue: new ChainRpc({ url: NO_NODE, chainId: 1 }) },
    { provide: JobQueue, useValue: queue },
    { provide: JobConsumer, useValue: consumer },
    { provide: Metrics, useValue: Metrics.off() },
    // Not started: sweeps find what has no job.
    {
      provide: Notifications,
      useValue: new Notifications({ ...url, applicationName: 'bench', onDisconnect: () => undefined }),
    },
  ];
  const exports = providers.map(({ provide }) => provide);
  const app = await NestFactory.createApplicationContext(
    {
      module: class BenchModule {},
      imports: [
        ObservabilityModule.forRoot({ app: 'bench', log }),
        { module: class PortsModule {}, global: true, providers, exports },
        LanesModule.forRoot(workerSettings(databaseUrl, env)),
      ],
    },
    { logger: false, abortOnError: false },
  );
  return { close: () => app.close() };
}

/** Settings whose provider rate never limits the lanes, unless `env` sets it. */
function workerSettings(databaseUrl: Secret, env: Readonly<Record<string, string>> = {}): WorkerSettings {
  return loadWorkerSettings({
    DATABASE_URL: databaseUrl.reveal(),
    CHAIN_RPC_URL: NO_NODE,
    FACTORY_ADDRESS: MARKET,
    COLLATERAL_ADDRESS: MARKET,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSCODE_KEY: '00'.repeat(32),
    STEP_SEAL_KEY: '01'.repeat(32),
    PROVIDER_POSTS_PER_S: '10000',
    ...env,
  });
}
