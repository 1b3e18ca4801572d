import { type DynamicModule, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { WalletProvider } from '@app/engine';
import { Mailer, SmtpMailer } from '@app/mailer';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import {
  ProvisionWalletHandler,
  ReadBalanceHandler,
  RequestFaucetHandler,
  SendPasscodeHandler,
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
          useFactory: () => new SmtpMailer({ url: settings.SMTP_URL.reveal(), from: settings.MAIL_FROM }),
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
          inject: [Database, Logger, Metrics, TASK_HANDLERS],
          useFactory: (database: Database, log: Logger, metrics: Metrics, handlers: TaskHandler[]) =>
            new TaskRunner({ database, log, metrics, handlers }),
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
