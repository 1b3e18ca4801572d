import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { loadWorkerSettings, SettingsError } from '@app/config';
import { errorFields, Logger, NestLogger } from '@app/observability';
import { APP_NAME, WorkerModule } from './worker.module.js';

/** Lanes in hand have this long to come to a point where another worker can go on. */
const SHUTDOWN_TIMEOUT_MS = 9_500;

async function main(): Promise<void> {
  const settings = loadWorkerSettings();
  const log = Logger.create({ app: APP_NAME, level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(settings), {
    logger: new NestLogger(log),
    abortOnError: false,
  });

  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ event: 'worker.ending', signal });
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: 'worker.ending_failed', ...errorFields(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Settings errors name variables and never values; other failures are told by their code, which quotes nothing. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const { errorName, errorCode } = errorFields(error);
  if (errorCode !== null) return `${errorName} ${errorCode}`;
  return error instanceof Error ? (error.stack ?? error.message) : errorName;
}

main().catch((error: unknown) => {
  process.stderr.write(`the worker could not start: ${explain(error)}\n`);
  process.exit(1);
});
