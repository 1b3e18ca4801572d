import { Writable } from 'node:stream';
import { correlate } from './correlation.js';
import { Logger, type LogOptions } from './logger.js';

function open(options: Partial<LogOptions> = {}): { log: Logger; lines: () => string[] } {
  const chunks: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString('utf8'));
      done();
    },
  });
  const log = Logger.create({ app: 'test', level: 'info', format: 'json', destination, ...options });
  return { log, lines: () => chunks.join('').split('\n').filter(Boolean) };
}

function parsed(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('Logger', () => {
  it('writes an event as one JSON line with level, time and process', () => {
    const { log, lines } = open();
    log.info({ event: 'area.event', count: 2, text: 'two\nlines' });
    expect(lines()).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      app: 'test',
      event: 'area.event',
      count: 2,
      text: 'two\nlines',
    });
  });

  it('drops lines below the configured level', () => {
    const { log, lines } = open({ level: 'warn' });
    log.debug({ event: 'a' });
    log.info({ event: 'b' });
    log.warn({ event: 'c' });
    log.error({ event: 'd' });
    expect(parsed(lines()).map(({ event }) => event)).toEqual(['c', 'd']);
  });

  it('adds the correlation ids to every line of the work', async () => {
    const { log, lines } = open();
    await correlate({ requestId: 'request', executionId: 'execution' }, async () => {
      await Promise.resolve();
      log.info({ event: 'inside' });
      log.info({ event: 'own', executionId: 'another' });
    });
    log.info({ event: 'outside' });
    expect(parsed(lines())).toMatchObject([
      { event: 'inside', requestId: 'request', executionId: 'execution' },
      { event: 'own', requestId: 'request', executionId: 'another' },
      { event: 'outside' },
    ]);
    expect(lines()[2]).not.toContain('request');
  });

  it('redacts secrets in any field', () => {
    const { log, lines } = open({ secrets: ['planted-secret'] });
    const untyped: Record<string, unknown> = { error: new Error('planted-secret', { cause: ['planted-secret'] }) };
    log.warn({ event: 'test.secret', detail: 'it is planted-secret', ...(untyped as Record<string, never>) });
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).not.toContain('planted-secret');
  });

  it('writes lines for a terminal with format pretty', () => {
    const { log, lines } = open({ format: 'pretty' });
    log.info({ event: 'area.event', count: 2 });
    expect(lines()).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d area\.event count=2$/)]);
  });
});
