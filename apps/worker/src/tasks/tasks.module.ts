import { type DynamicModule, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { WalletProvider } from '@app/engine';
import { Mailer } from '@app/mailer';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import {
  ProvisionWalletHandler,
  ReadBalanceHandler,
  RequestFaucetHandler,
  SendPasscodeHandler,
  TASK_KINDS,
  type TaskHandler,
  TaskRunner,
} from '@app/tasks';
import { TaskWorker } from './task-worker.js';

const TASK_HANDLERS = Symbol('TaskHandlers');

@Module({})
export class TasksModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: TasksModule,
      providers: [
        {
          provide: Mailer,
          useFactory: () => new Mailer({ url: settings.SMTP_URL.reveal(), from: settings.MAIL_FROM }),
        },
        {
          provide: TASK_HANDLERS,
          inject: [Database, Mailer, { token: WalletProvider, optional: true }],
          useFactory: (database: Database, mailer: Mailer, provider?: WalletProvider): TaskHandler[] => [
            new SendPasscodeHandler(database, mailer, settings.PASSCODE_KEY),
            ...(provider === undefined ? [] : providerHandlers(database, provider)),
          ],
        },
        {
          provide: TaskRunner,
          inject: [Database, Logger, Metrics, TASK_HANDLERS, { token: WalletProvider, optional: true }],
          useFactory: (
            ...[database, log, metrics, handlers, provider]: [Database, Logger, Metrics, TaskHandler[], WalletProvider?]
          ) =>
            new TaskRunner({
              database,
              log,
              metrics,
              kinds: provider === undefined ? ['send_passcode'] : TASK_KINDS,
              handlers,
            }),
        },
        TaskWorker,
      ],
    };
  }
}

/** Handlers of the tasks that only a worker with a provider takes. */
function providerHandlers(database: Database, provider: WalletProvider): TaskHandler[] {
  return [
    new ProvisionWalletHandler(database, provider),
    new ReadBalanceHandler(database, provider),
    new RequestFaucetHandler(database, provider),
  ];
}
