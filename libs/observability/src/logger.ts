import type { Writable } from 'node:stream';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, pino, type Logger as Pino } from 'pino';
import { currentCorrelation } from './correlation.js';
import { Redactor } from './redactor.js';
import { TERMINAL_COLUMNS, terminalLine } from './terminal-line.js';

export interface LogRecord {
  /** Event name, as `area.event`. */
  event: string;
  [field: string]: string | number | boolean | null | undefined;
}

export interface LogOptions {
  /** Process name, such as `api` or `worker`. */
  app: string;
  level: string;
  format: 'auto' | 'json' | 'pretty';
  /** Longest time that JSON lines are buffered; warnings and errors never are. Absent: no line is. */
  flushMs?: number;
  secrets?: readonly string[];
  /** Receives the lines; default standard output. */
  destination?: Writable;
}

/** Buffered bytes that are written before the delay has passed. */
const BUFFER_BYTES = 8_192;

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * Writes one line per event: a name and flat fields such as ids, codes and counts. The type excludes bodies, settings and
 * provider payloads; secrets in a field are redacted.
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
      mixin: traceIds,
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
    const correlation = currentCorrelation();
    this.pino[level](this.redactor.fields(correlation === undefined ? record : { ...correlation, ...record }));
  }
}

/** Ids of the active span, so that a line leads to its trace. */
function traceIds(): Partial<Record<'traceId' | 'spanId', string>> {
  const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {};
  return traceId === undefined || spanId === undefined ? {} : { traceId, spanId };
}

function openStream({ format, flushMs, destination }: LogOptions): { stream?: DestinationStream; flush: () => void } {
  const noop = (): void => undefined;
  if (format === 'pretty' || (format === 'auto' && destination === undefined && process.stdout.isTTY)) {
    const out = destination ?? process.stdout;
    const columns = process.stdout.isTTY ? process.stdout.columns : TERMINAL_COLUMNS;
    const write = (line: string): void => void out.write(`${terminalLine(line.trimEnd(), columns)}\n`);
    return { stream: { write }, flush: noop };
  }
  if (destination !== undefined) return { stream: destination, flush: noop };
  if (flushMs === undefined) return { flush: noop };
  const stream = pino.destination({ sync: false, minLength: BUFFER_BYTES, periodicFlush: flushMs });
  return { stream, flush: () => stream.flush() };
}
