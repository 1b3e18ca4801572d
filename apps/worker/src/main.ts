import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { listSecrets, loadWorkerSettings } from '@app/config';
import { Logger, NestLogger, runProcess } from '@app/observability';
import { APP_NAME, WorkerModule } from './worker.module.js';

runProcess(APP_NAME, async () => {
  const settings = loadWorkerSettings();
  const { LOG_LEVEL: level, LOG_FORMAT: format } = settings;
  const log = Logger.create({ app: APP_NAME, level, format, secrets: listSecrets(settings) });
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(settings, log), {
    logger: new NestLogger(log),
    abortOnError: false,
  });
  return { log, close: () => app.close() };
});
