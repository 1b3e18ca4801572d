import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { testRun } from '../../../test/support/test-run.js';
import { Terminal } from './terminal.js';

const LINE = JSON.stringify({
  level: 'info',
  time: '2026-01-02T03:04:05.678Z',
  app: 'api',
  event: 'http.request',
  route: `/${'x'.repeat(200)}`,
});
const TRACE = 'Error: a stack trace';

describe('Terminal', () => {
  let printed: string[];
  let logged: string[];
  let logFile: string;

  beforeEach(() => {
    [printed, logged] = [[], []];
    logFile = path.join(testRun().folder, `${randomUUID()}.log`);
  });

  function open(columns: number | null): Terminal {
    const print = (line: string) => printed.push(line);
    const printLog = (line: string) => logged.push(line);
    return new Terminal({ print, printLog, columns, elapsedMs: () => 1_250 });
  }

  const stored = (): { event: string; text?: string }[] =>
    readFileSync(logFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; text?: string });

  it('prints lines that fit the terminal, and keeps them whole as JSON in the log file', () => {
    const write = open(120).openOutput('api', logFile);
    write(LINE, 'stdout');
    write(TRACE, 'stderr');
    expect(logged[0]).toMatch(/^api {6}03:04:05 http\.request \/x+…$/);
    expect(logged[0]).toHaveLength(120);
    expect(logged[1]).toBe(`api      ${TRACE}`);
    expect(readFileSync(logFile, 'utf8')).toContain(`${LINE}\n`);
    expect(stored().map(({ event, text }) => [event, text])).toEqual([
      ['http.request', undefined],
      ['process.output', TRACE],
    ]);
  });

  it('stores text as a warning if it was written to standard error', () => {
    const write = open(120).openOutput('mcp', logFile);
    write('presage-mcp listens', 'stdout');
    write(TRACE, 'stderr');
    expect(stored()).toMatchObject([
      { level: 'info', app: 'mcp', text: 'presage-mcp listens' },
      { level: 'warn', app: 'mcp', text: TRACE },
    ]);
  });

  it('prints lines that the full disk of the log file cannot take', () => {
    open(null).openOutput('api', '/dev/full')(LINE, 'stdout');
    expect(logged).toEqual([LINE]);
  });

  it('prints nothing but JSON where the output is no terminal, and steps apart from it', () => {
    const terminal = open(null);
    const write = terminal.openOutput('api', logFile);
    terminal.step('a step');
    write(LINE, 'stdout');
    write(TRACE, 'stderr');
    expect(logged.map((line) => (JSON.parse(line) as { app: string }).app)).toEqual(['api', 'api']);
    expect(logged[0]).toBe(LINE);
    expect(printed).toEqual(['[  1.3 s] a step']);
  });
});
