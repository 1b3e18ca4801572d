import { type DynamicModule, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { WalletProvider } from '@app/engine';
import { Mailer } from '@app/mailer';
import { Logger, Metrics, Tracer } from '@app/observability';
import { Database } from '@app/persistence';
import {
  ProvisionWalletHandler,
  ReadBalanceHandler,
  RequestFaucetHandler,
  SendPasscodeHandler,
  TASK_KINDS,
  type TaskHandler,
  type TaskKind,
  TaskRunner,
} from '@app/tasks';
import { TaskWorker } from './task-worker.js';

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
          provide: TaskRunner,
          inject: [Database, Mailer, Logger, Metrics, Tracer, { token: WalletProvider, optional: true }],
          useFactory: (...[database, mailer, log, metrics, tracer, provider]: TaskPorts) => {
            const passcodes = new SendPasscodeHandler(database, mailer, settings.PASSCODE_KEY);
            const others = provider === undefined ? [] : providerHandlers(database, provider);
            const kinds: readonly TaskKind[] = provider === undefined ? ['send_passcode'] : TASK_KINDS;
            return new TaskRunner({ database, log, metrics, tracer, kinds, handlers: [passcodes, ...others] });
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
  tracer: Tracer,
  provider: WalletProvider | undefined,
];

function providerHandlers(database: Database, provider: WalletProvider): TaskHandler[] {
  return [
    new ProvisionWalletHandler(database, provider),
    new ReadBalanceHandler(database, provider),
    new RequestFaucetHandler(database, provider),
  ];
}
