import { pino, type Logger as Pino } from 'pino';
import pretty from 'pino-pretty';
import { currentCorrelation } from './correlation.js';

export interface LogRecord {
  /** What happened, as `room.event`. */
  event: string;
  [field: string]: string | number | boolean | null | undefined;
}

export interface LogOptions {
  /** The process, such as `api` or `worker`. */
  app: string;
  level: string;
  format: 'auto' | 'json' | 'pretty';
  /**
   * How long JSON lines may be held back to be written together, for a process with a line for every request; warnings
   * and errors never wait. Left out, every line is written at once.
   */
  flushMs?: number;
}

const BUFFER_BYTES = 4_096;

/**
 * One line per event: a name and flat fields (ids, codes, counts). Bodies, settings, provider payloads and upstream
 * messages have no place in one, and the type leaves them none.
 */
export class Logger {
  private constructor(
    private readonly pino: Pino,
    private readonly flush: () => void,
  ) {}

  static create({ app, level, format, flushMs }: LogOptions): Logger {
    const options = {
      level,
      base: { app },
      mixin: () => ({ ...currentCorrelation() }),
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    if (format === 'pretty' || (format === 'auto' && process.stdout.isTTY)) {
      const people = pretty({ messageKey: 'event', singleLine: true, ignore: 'app' });
      return new Logger(pino(options, people), () => undefined);
    }
    if (flushMs === undefined) return new Logger(pino(options), () => undefined);
    // What is still held back when the process exits is written by pino then.
    const buffered = pino.destination({ sync: false, minLength: BUFFER_BYTES, periodicFlush: flushMs });
    return new Logger(pino(options, buffered), () => buffered.flush());
  }

  debug(record: LogRecord): void {
    this.pino.debug(record);
  }

  info(record: LogRecord): void {
    this.pino.info(record);
  }

  warn(record: LogRecord): void {
    this.pino.warn(record);
    this.flush();
  }

  error(record: LogRecord): void {
    this.pino.error(record);
    this.flush();
  }
}

/** Fields that say what kind of error it was and never what it says: messages may quote what others sent. */
export function errorFields(error: unknown): { errorName: string; errorCode: string | null } {
  if (!(error instanceof Error)) return { errorName: typeof error, errorCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 60) : null;
  return { errorName: error.constructor.name, errorCode: code };
}
