import { SettingsError } from '@app/config';
import { errorFields } from './error-fields.js';
import type { Logger } from './logger.js';

/** What waits for a process's end will not wait much longer than this. */
const SHUTDOWN_TIMEOUT_MS = 9_500;

export interface RunningProcess {
  log: Logger;
  /** Ends what is in hand and lets go of everything. */
  close: () => Promise<void>;
}

/**
 * Runs an app as the process: it ends in an orderly way on SIGTERM and SIGINT, and at the latest when its time is over.
 * A start that fails exits with 1 and says why, naming settings but never their values.
 */
export function runProcess(name: string, start: () => Promise<RunningProcess>): void {
  start().then(
    (running) => {
      endOnSignal(name, running);
    },
    (error: unknown) => {
      process.stderr.write(`the ${name} could not start: ${explain(error)}\n`);
      process.exit(1);
    },
  );
}

function endOnSignal(name: string, { log, close }: RunningProcess): void {
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ event: `${name}.ending`, signal });
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: `${name}.ending_failed`, ...errorFields(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Failures that are not about settings are told by their code, which quotes nothing, or else by where they came from. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const { errorName, errorCode } = errorFields(error);
  if (errorCode !== null) return `${errorName} ${errorCode}`;
  return error instanceof Error ? (error.stack ?? error.message) : errorName;
}
