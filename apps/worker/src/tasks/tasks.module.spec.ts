import { NestFactory } from '@nestjs/core';
import { loadWorkerSettings } from '@app/config';
import { Faucet, WalletDirectory } from '@app/engine';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { JobConsumer, JobQueue, TASK_KINDS } from '@app/queue';
import type { TaskHandler } from './task-handler.js';
import { TASK_HANDLERS } from './task-runner.js';
import { TasksModule } from './tasks.module.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const settings = loadWorkerSettings({
  DATABASE_URL: 'postgres://127.0.0.1:9/presage',
  CHAIN_RPC_URL: 'http://127.0.0.1:9',
  FACTORY_ADDRESS: ADDRESS,
  COLLATERAL_ADDRESS: ADDRESS,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PASSCODE_KEY: '00'.repeat(32),
  STEP_SEAL_KEY: '01'.repeat(32),
});

/** Kinds of the tasks that a worker handles. */
async function handledKinds(hasCustody: boolean): Promise<string[]> {
  const consumer = { start: () => Promise.resolve(), pause: () => Promise.resolve() };
  const providers = [
    ...[Database, JobQueue].map((provide) => ({ provide, useValue: {} })),
    ...(hasCustody ? [WalletDirectory, Faucet] : []).map((provide) => ({ provide, useValue: {} })),
    { provide: JobConsumer, useValue: consumer },
    { provide: Metrics, useValue: Metrics.off() },
    { provide: Logger, useValue: Logger.create({ app: 'test', level: 'silent', format: 'json' }) },
  ];
  const exports = providers.map(({ provide }) => provide);
  const app = await NestFactory.createApplicationContext(
    {
      module: class TestModule {},
      imports: [
        { module: class PortsModule {}, global: true, providers, exports },
        TasksModule.forRoot(settings, { hasCustody }),
      ],
    },
    { logger: false, abortOnError: false },
  );
  const handlers = app.get<TaskHandler[]>(TASK_HANDLERS, { strict: false });
  await app.close();
  return handlers.map(({ kind }) => kind);
}

describe('TasksModule', () => {
  it('handles every kind of task with a custody', async () => {
    expect((await handledKinds(true)).sort()).toEqual([...TASK_KINDS].sort());
  });

  it('only sends e-mail without a custody', async () => {
    expect(await handledKinds(false)).toEqual(['send_passcode']);
  });
});
