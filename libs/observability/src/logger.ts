import type { Writable } from 'node:stream';
import { type DestinationStream, pino, type Logger as Pino } from 'pino';
import pretty from 'pino-pretty';
import { currentCorrelation } from './correlation.js';
import { BufferedDestination } from './buffered-destination.js';
import { Redactor } from './redactor.js';

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
  /** What the process knows and no line may show. */
  secrets?: readonly string[];
  /** Takes the lines; standard output when it is left out. */
  destination?: Writable;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * One line per event: a name and flat fields (ids, codes, counts). Bodies, settings, provider payloads and upstream
 * messages have no place in one, and the type leaves them none; what gets past the type is redacted.
 */
export class Logger {
  private constructor(
    private readonly pino: Pino,
    private readonly redactor: Redactor,
    private readonly flush: () => void,
  ) {}

  static create(options: LogOptions): Logger {
    const { app, level, secrets } = options;
    const common = {
      level,
      base: { app },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    };
    const { stream, flush } = openStream(options);
    return new Logger(stream === undefined ? pino(common) : pino(common, stream), new Redactor(secrets), flush);
  }

  debug(record: LogRecord): void {
    this.write('debug', record);
  }

  info(record: LogRecord): void {
    this.write('info', record);
  }

  warn(record: LogRecord): void {
    this.write('warn', record);
    this.flush();
  }

  error(record: LogRecord): void {
    this.write('error', record);
    this.flush();
  }

  private write(level: Level, record: LogRecord): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const whose = currentCorrelation();
    this.pino[level](this.redactor.fields(whose === undefined ? record : { ...whose, ...record }));
  }
}

function openStream({ format, flushMs, destination }: LogOptions): { stream?: DestinationStream; flush: () => void } {
  const none = (): void => undefined;
  if (format === 'pretty' || (format === 'auto' && destination === undefined && process.stdout.isTTY)) {
    const people = { messageKey: 'event', singleLine: true, ignore: 'app', ...(destination && { destination }) };
    return { stream: pretty(people), flush: none };
  }
  if (destination !== undefined) return { stream: destination, flush: none };
  if (flushMs === undefined) return { flush: none };
  const stream = new BufferedDestination(flushMs);
  return { stream, flush: () => stream.flush() };
}
