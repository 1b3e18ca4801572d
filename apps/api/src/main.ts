import 'reflect-metadata';
import { loadApiSettings, SettingsError } from '@app/config';
import { errorFields } from '@app/observability';
import { ApiApp, createLogger } from './create-app.js';

/** What waits for the process's end will not wait much longer than this. */
const SHUTDOWN_TIMEOUT_MS = 9_500;

async function main(): Promise<void> {
  const settings = loadApiSettings();
  const log = createLogger(settings);
  const app = await ApiApp.create(settings, log);
  const url = await app.listen(settings.API_HOST, settings.API_PORT);
  log.info({ event: 'api.listening', url });

  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ event: 'api.ending', signal });
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: 'api.ending_failed', ...errorFields(error) });
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
  process.stderr.write(`the API could not start: ${explain(error)}\n`);
  process.exit(1);
});
