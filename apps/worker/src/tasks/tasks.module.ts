import { type DynamicModule, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { Faucet, WalletDirectory } from '@app/engine';
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
import { RecordSweeper } from './record-sweeper.js';
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
          inject: [Database, Mailer, { token: WalletDirectory, optional: true }, { token: Faucet, optional: true }],
          useFactory: (
            ...[database, mailer, directory, faucet]: [Database, Mailer, WalletDirectory?, Faucet?]
          ): TaskHandler[] => [
            new SendPasscodeHandler(database, mailer, settings.PASSCODE_KEY),
            ...(directory === undefined || faucet === undefined ? [] : custodyHandlers(database, directory, faucet)),
          ],
        },
        {
          provide: TaskRunner,
          inject: [Database, Logger, Metrics, TASK_HANDLERS, { token: WalletDirectory, optional: true }],
          useFactory: (
            ...[database, log, metrics, handlers, directory]: [
              Database,
              Logger,
              Metrics,
              TaskHandler[],
              WalletDirectory?,
            ]
          ) =>
            new TaskRunner({
              database,
              log,
              metrics,
              kinds: directory === undefined ? ['send_passcode'] : TASK_KINDS,
              handlers,
              providerPostsPerSecond: settings.PROVIDER_POSTS_PER_S,
            }),
        },
        TaskWorker,
        {
          provide: RecordSweeper,
          inject: [Database, Logger],
          useFactory: (database: Database, log: Logger) =>
            new RecordSweeper(database, log, {
              recordsDays: settings.RETENTION_DAYS,
              eventsDays: settings.EVENT_RETENTION_DAYS,
            }),
        },
      ],
    };
  }
}

/** Handlers of the tasks that only a worker with a custody takes. */
function custodyHandlers(database: Database, directory: WalletDirectory, faucet: Faucet): TaskHandler[] {
  return [
    new ProvisionWalletHandler(database, directory),
    new ReadBalanceHandler(database, directory),
    new RequestFaucetHandler(database, faucet),
  ];
}
