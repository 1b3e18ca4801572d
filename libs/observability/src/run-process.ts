import { StartRefusedError } from '@app/common';
import { describeMisspelt, findMisspeltSettings, SettingsError } from '@app/config';
import { errorFields } from './error-fields.js';
import type { Logger } from './logger.js';

/** Longest shutdown. Docker sends SIGKILL after ten seconds. */
const SHUTDOWN_TIMEOUT_MS = 9_500;

export interface RunningProcess {
  log: Logger;
  /** Finishes the work in progress and releases every resource. */
  close: () => Promise<void>;
}

/**
 * Runs an app as this process, with a graceful shutdown on SIGTERM and SIGINT. A failed start exits with 1 and names the
 * settings at fault, never their values. A variable that looks like a misspelt setting is named, since it has no effect.
 */
export function runProcess(name: string, start: () => Promise<RunningProcess>): void {
  start().then(
    (running) => {
      for (const { name: variable, meant } of findMisspeltSettings()) {
        running.log.warn({ event: `${name}.setting_unknown`, variable, meant });
      }
      closeOnSignal(name, running);
    },
    (error: unknown) => {
      process.stderr.write(`the ${name} could not start: ${explain(error)}\n`);
      process.exit(1);
    },
  );
}

function closeOnSignal(name: string, { log, close }: RunningProcess): void {
  let closing = false;
  const onSignal = (signal: string): void => {
    if (closing) return;
    closing = true;
    log.info({ event: `${name}.stopping`, signal });
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: `${name}.stop_failed`, ...errorFields(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Settings errors and refusals as they are; others by their code, since a driver's message may quote a connection string. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) {
    return [error.message, ...findMisspeltSettings().map((found) => `  - ${describeMisspelt(found)}`)].join('\n');
  }
  if (error instanceof StartRefusedError) return error.message;
  const { errorName, errorCode } = errorFields(error);
  if (errorCode !== null) return `${errorName} ${errorCode}`;
  return error instanceof Error ? (error.stack ?? error.message) : errorName;
}
