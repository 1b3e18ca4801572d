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
} from '@app/worker-tasks';
import { TaskWorker } from './task-worker.js';

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
          provide: TaskRunner,
          inject: [Database, Mailer, Logger, Metrics, { token: WalletProvider, optional: true }],
          useFactory: (...[database, mailer, log, metrics, provider]: TaskPorts) => {
            const passcodes = new SendPasscodeHandler(database, mailer, settings.PASSCODE_KEY);
            const others = provider === undefined ? [] : providerHandlers(database, provider);
            return new TaskRunner(database, log, [passcodes, ...others], metrics);
          },
        },
        TaskWorker,
      ],
    };
  }
}

/** A worker without a provider leaves to others what only the provider can do. */
type TaskPorts = [
  database: Database,
  mailer: Mailer,
  log: Logger,
  metrics: Metrics,
  provider: WalletProvider | undefined,
];

function providerHandlers(database: Database, provider: WalletProvider): TaskHandler[] {
  return [
    new ProvisionWalletHandler(database, provider),
    new ReadBalanceHandler(database, provider),
    new RequestFaucetHandler(database, provider),
  ];
}
