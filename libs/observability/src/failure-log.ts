import { errorFields } from './error-fields.js';
import type { Logger, LogRecord } from './logger.js';

/** Shortest time between two lines of one kind of failure. */
const INTERVAL_MS = 10_000;

export interface FailureLogOptions {
  log: Pick<Logger, 'info' | 'warn'>;
  failed: LogRecord;
  /** Line of the first success after a line of a failure, if successes are known. */
  recovered?: LogRecord;
}

/**
 * Logs failures that repeat several times a second while a dependency is away: the first one, then at most one every ten
 * seconds with the number of those left out, and the recovery.
 */
export class FailureLog {
  private lastLineMs = Number.NEGATIVE_INFINITY;
  private leftOut = 0;
  private failing = false;

  constructor(private readonly options: FailureLogOptions) {}

  /** @param fields of the line, if it is this failure that is logged */
  failure(error?: unknown, fields: Omit<LogRecord, 'event'> = {}): void {
    const nowMs = performance.now();
    if (nowMs - this.lastLineMs < INTERVAL_MS) {
      this.leftOut += 1;
      return;
    }
    const { log, failed } = this.options;
    log.warn({ ...failed, ...fields, ...(error !== undefined && errorFields(error)), ...this.takeLeftOut() });
    this.lastLineMs = nowMs;
    this.failing = true;
  }

  success(): void {
    const { log, recovered } = this.options;
    if (!this.failing || recovered === undefined) return;
    this.failing = false;
    log.info({ ...recovered, ...this.takeLeftOut() });
  }

  private takeLeftOut(): { leftOut?: number } {
    const leftOut = this.leftOut;
    this.leftOut = 0;
    return leftOut === 0 ? {} : { leftOut };
  }
}
