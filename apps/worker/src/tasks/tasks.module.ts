import { type DynamicModule, Module } from '@nestjs/common';
import { acceptedKeys } from '@app/common';
import { providerPostsPerSecond, type WorkerSettings } from '@app/config';
import { TASK_KINDS } from '@app/queue';
import { Mailer } from '../mail/mailer.js';
import { ProvisionWalletHandler } from './handlers/provision-wallet.handler.js';
import { ReadBalanceHandler } from './handlers/read-balance.handler.js';
import { RequestFaucetHandler } from './handlers/request-faucet.handler.js';
import { PASSCODE_KEYS, SendPasscodeHandler } from './handlers/send-passcode.handler.js';
import { RecordSweeper, RETENTION, type Retention } from './record-sweeper.js';
import type { TaskHandler } from './task-handler.js';
import { TASK_HANDLERS, TASK_RUNNER_SETTINGS, TaskRunner, type TaskRunnerSettings } from './task-runner.js';
import { TaskWorker } from './task-worker.js';

const CUSTODY_HANDLERS = [ProvisionWalletHandler, ReadBalanceHandler, RequestFaucetHandler];

@Module({})
export class TasksModule {
  /** @param hasCustody whether the CustodyModule is imported; a worker without it only sends e-mail */
  static forRoot(settings: WorkerSettings, { hasCustody }: { hasCustody: boolean }): DynamicModule {
    const handlers = [SendPasscodeHandler, ...(hasCustody ? CUSTODY_HANDLERS : [])];
    const runnerSettings: TaskRunnerSettings = {
      kinds: hasCustody ? TASK_KINDS : ['send_passcode'],
      providerPostsPerSecond: providerPostsPerSecond(settings),
    };
    const retention: Retention = {
      recordsDays: settings.RETENTION_DAYS,
      eventsDays: settings.EVENT_RETENTION_DAYS,
    };
    return {
      module: TasksModule,
      providers: [
        {
          provide: Mailer,
          useFactory: () => new Mailer({ url: settings.SMTP_URL.reveal(), from: settings.MAIL_FROM }),
        },
        { provide: PASSCODE_KEYS, useValue: acceptedKeys(settings.PASSCODE_KEY, settings.PASSCODE_KEY_PREVIOUS) },
        ...handlers,
        { provide: TASK_HANDLERS, inject: handlers, useFactory: (...made: TaskHandler[]) => made },
        { provide: TASK_RUNNER_SETTINGS, useValue: runnerSettings },
        TaskRunner,
        TaskWorker,
        { provide: RETENTION, useValue: retention },
        RecordSweeper,
      ],
    };
  }
}
