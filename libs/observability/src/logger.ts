import { pino, type Logger as Pino } from 'pino';
import pretty from 'pino-pretty';

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
}

/**
 * One line per event: a name and flat fields (ids, codes, counts). Bodies, settings, provider payloads and upstream
 * messages have no place in one, and the type leaves them none.
 */
export class Logger {
  private constructor(private readonly pino: Pino) {}

  static create({ app, level, format }: LogOptions): Logger {
    const people = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
    const options = {
      level,
      base: { app },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    return new Logger(
      people ? pino(options, pretty({ messageKey: 'event', singleLine: true, ignore: 'app' })) : pino(options),
    );
  }

  debug(record: LogRecord): void {
    this.pino.debug(record);
  }

  info(record: LogRecord): void {
    this.pino.info(record);
  }

  warn(record: LogRecord): void {
    this.pino.warn(record);
  }

  error(record: LogRecord): void {
    this.pino.error(record);
  }
}

/** Fields that say what kind of error it was and never what it says: messages may quote what others sent. */
export function errorFields(error: unknown): { errorName: string; errorCode: string | null } {
  if (!(error instanceof Error)) return { errorName: typeof error, errorCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 60) : null;
  return { errorName: error.constructor.name, errorCode: code };
}
