import { Writable } from 'node:stream';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { correlate } from '../correlation.js';
import { Logger } from '../logger.js';
import { startSdk } from './otel-sdk.js';
import { type StopTracing, startTracing } from './start-tracing.js';
import { currentTraceparent, withSpan } from './with-span.js';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = `${CALLER.slice(0, -1)}0`;

describe('withSpan', () => {
  let exporter: InMemorySpanExporter;
  let stop: StopTracing;

  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    stop = startSdk('test', exporter);
  });
  afterEach(() => stop());

  /** Exported spans by name. Stops tracing, because only a shutdown flushes. */
  async function exported(): Promise<Map<string, ReadableSpan>> {
    const spans: ReadableSpan[] = [];
    exporter.shutdown = () => Promise.resolve(void spans.push(...exporter.getFinishedSpans()));
    await stop();
    stop = () => Promise.resolve();
    return new Map(spans.map((span) => [span.name, span]));
  }

  it('nests spans across awaits', async () => {
    const outer = { name: 'outer', kind: SpanKind.SERVER, attributes: { 'presage.action': 'buy_yes' } };
    await withSpan(outer, async () => {
      await Promise.resolve();
      await withSpan({ name: 'inner', kind: SpanKind.CLIENT }, () => Promise.resolve());
    });
    await withSpan({ name: 'separate' }, () => Promise.resolve());
    const spans = await exported();
    expect(spans.get('outer')).toMatchObject({ kind: SpanKind.SERVER, attributes: { 'presage.action': 'buy_yes' } });
    expect(spans.get('outer')?.resource.attributes['service.name']).toBe('presage-test');
    expect(spans.get('inner')?.parentSpanContext?.spanId).toBe(spans.get('outer')?.spanContext().spanId);
    expect(spans.get('separate')?.spanContext().traceId).not.toBe(spans.get('outer')?.spanContext().traceId);
  });

  it('names trace and span in the log lines of its work, and the request in its attributes', async () => {
    const lines: string[] = [];
    const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const log = Logger.create({ app: 'test', level: 'info', format: 'json', destination });
    log.info({ event: 'before' });
    await correlate({ requestId: 'request' }, () =>
      withSpan({ name: 'here' }, () => Promise.resolve(log.info({ event: 'inside' }))),
    );
    const span = (await exported()).get('here');
    const { traceId, spanId } = span?.spanContext() ?? {};
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ event: 'inside', traceId, spanId, requestId: 'request' });
    expect(span?.attributes).toEqual({ 'presage.request_id': 'request' });
    expect(lines[0]).not.toContain('traceId');
  });

  it('continues the trace of a traceparent and passes its own on', async () => {
    let passedOn: string | null = null;
    await withSpan({ name: 'here', kind: SpanKind.CONSUMER, traceparent: CALLER }, () => {
      passedOn = currentTraceparent();
      return Promise.resolve();
    });
    const here = (await exported()).get('here');
    expect(here?.spanContext().traceId).toBe(CALLER.split('-')[1]);
    expect(here?.parentSpanContext?.spanId).toBe(CALLER.split('-')[2]);
    expect(passedOn).toBe(`00-${CALLER.split('-')[1]}-${here?.spanContext().spanId}-01`);
    expect(currentTraceparent()).toBeNull();
  });

  it('exports the given share of the traces that begin here, and every one that a caller has sampled', async () => {
    await stop();
    exporter = new InMemorySpanExporter();
    stop = startSdk('test', exporter, 0);
    await withSpan({ name: 'own' }, () => Promise.resolve());
    await withSpan({ name: 'sampled by the caller', traceparent: CALLER }, () => Promise.resolve());
    await withSpan({ name: 'not sampled by the caller', traceparent: UNSAMPLED }, () => Promise.resolve());
    expect([...(await exported()).keys()]).toEqual(['sampled by the caller']);
  });

  it('exports its share of the traces that their caller does not', async () => {
    await withSpan({ name: 'here', traceparent: UNSAMPLED }, () => Promise.resolve());
    expect((await exported()).get('here')?.spanContext().traceId).toBe(UNSAMPLED.split('-')[1]);
  });

  it.each([
    '',
    'nonsense',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    `${CALLER}-x`,
    `ff${CALLER.slice(2)}`,
  ])('starts a new trace for the malformed traceparent %p', async (traceparent) => {
    await withSpan({ name: 'here', traceparent }, () => Promise.resolve());
    expect((await exported()).get('here')?.parentSpanContext).toBeUndefined();
  });

  it('records the class of an error without its message', async () => {
    const failure = new TypeError('a message with a secret');
    await expect(withSpan({ name: 'failing' }, () => Promise.reject(failure))).rejects.toBe(failure);
    const span = (await exported()).get('failing');
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.attributes).toEqual({ 'error.type': 'TypeError' });
    expect(JSON.stringify([span?.events, span?.attributes, span?.status])).not.toContain('secret');
  });
});

describe('startTracing', () => {
  it('traces nothing without an endpoint', async () => {
    const stop = await startTracing('test');
    let traceparent: string | null = 'not read';
    const result = await withSpan({ name: 'any' }, () => {
      traceparent = currentTraceparent();
      return Promise.resolve('done');
    });
    expect([result, traceparent]).toEqual(['done', null]);
    await stop();
  });
});
