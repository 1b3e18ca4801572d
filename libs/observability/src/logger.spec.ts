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
  it('writes one line of JSON for an event, with its level, time and process', () => {
    const { log, lines } = open();
    log.info({ event: 'room.event', count: 2, text: 'two\nlines' });
    expect(lines()).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      app: 'test',
      event: 'room.event',
      count: 2,
      text: 'two\nlines',
    });
  });

  it('leaves out what is less severe than wanted', () => {
    const { log, lines } = open({ level: 'warn' });
    log.debug({ event: 'a' });
    log.info({ event: 'b' });
    log.warn({ event: 'c' });
    log.error({ event: 'd' });
    expect(parsed(lines()).map(({ event }) => event)).toEqual(['c', 'd']);
  });

  it('says on whose behalf, on every line of the work', async () => {
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

  it('shows no secret, whatever it is handed', () => {
    const { log, lines } = open({ secrets: ['planted-secret'] });
    const sneaked: Record<string, unknown> = { error: new Error('planted-secret', { cause: ['planted-secret'] }) };
    log.warn({ event: 'sneaked', detail: 'it is planted-secret', ...(sneaked as Record<string, never>) });
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).not.toContain('planted-secret');
  });

  it('is for people in a terminal', async () => {
    const { log, lines } = open({ format: 'pretty' });
    log.info({ event: 'room.event', count: 2 });
    while (lines().length === 0) await new Promise(setImmediate);
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toContain('room.event');
    expect(lines()[0]).toContain('"count":2');
    expect(lines()[0]).not.toMatch(/^\{/);
  });
});
