import { openSync, writeSync } from 'node:fs';
import { terminalLine } from '@app/observability';
import { errorCode } from '../processes/error-code.js';
import type { LogLine, OutputStream } from '../processes/start-process.js';

const LABEL_WIDTH = 8;

export interface TerminalOptions {
  /** Prints the steps and the startup banner. */
  readonly print: (line: string) => void;
  readonly printLog: (line: string) => void;
  /** Width of the terminal that the lines of the processes go to; null prints them as JSON. */
  readonly columns: number | null;
  readonly elapsedMs: () => number;
}

/** Prints the steps of the start with their time, and the output of the processes. */
export class Terminal {
  constructor(private readonly options: TerminalOptions) {}

  step(text: string): void {
    this.plain(`[${seconds(this.options.elapsedMs()).padStart(7)}] ${text}`);
  }

  /** Returns a function that appends each line of a process to its log file as JSON, and prints it. */
  openOutput(name: string, logFile: string): LogLine {
    const { printLog, columns } = this.options;
    const file = openSync(logFile, 'a');
    const label = `${name.padEnd(LABEL_WIDTH)} `;
    return (line, stream) => {
      const json = jsonLine(name, line, stream);
      append(file, `${json}\n`);
      printLog(columns === null ? json : label + terminalLine(line, columns - label.length));
    };
  }

  plain(text: string): void {
    this.options.print(text);
  }

  get elapsed(): string {
    return seconds(this.options.elapsedMs());
  }
}

/** A full disk ends the log file, and nothing else. The line is printed all the same. */
function append(file: number, text: string): void {
  try {
    writeSync(file, text);
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Wraps text that is no log line, such as a stack trace of Node on standard error. */
function jsonLine(app: string, line: string, stream: OutputStream): string {
  if (isJson(line)) return line;
  const level = stream === 'stderr' ? 'warn' : 'info';
  return JSON.stringify({ level, time: new Date().toISOString(), app, event: 'process.output', text: line });
}

function isJson(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
