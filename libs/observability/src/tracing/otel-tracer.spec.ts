import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { openTracer } from './open-tracer.js';
import { OtelTracer } from './otel-tracer.js';
import { NO_TRACER } from './tracer.js';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** Everything that was exported, by name, once the tracer is closed. */
async function spansOf(tracer: OtelTracer, exporter: InMemorySpanExporter): Promise<Map<string, ReadableSpan>> {
  const kept: ReadableSpan[] = [];
  exporter.shutdown = () => {
    kept.push(...exporter.getFinishedSpans());
    return Promise.resolve();
  };
  await tracer.close();
  return new Map(kept.map((span) => [span.name, span]));
}

describe('OtelTracer', () => {
  let exporter: InMemorySpanExporter;
  let tracer: OtelTracer;
  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    tracer = new OtelTracer('test', exporter);
  });

  it('nests what is done in a span, across awaits', async () => {
    await tracer.span({ name: 'outer', kind: 'server', attributes: { 'presage.action': 'buy_yes' } }, async () => {
      await Promise.resolve();
      await tracer.span({ name: 'inner', kind: 'client' }, () => Promise.resolve());
    });
    await tracer.span({ name: 'apart', kind: 'internal' }, () => Promise.resolve());
    const spans = await spansOf(tracer, exporter);
    const [outer, inner, apart] = ['outer', 'inner', 'apart'].map((name) => spans.get(name));
    expect(outer?.attributes).toEqual({ 'presage.action': 'buy_yes' });
    expect(outer?.resource.attributes['service.name']).toBe('presage-test');
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(apart?.spanContext().traceId).not.toBe(outer?.spanContext().traceId);
  });

  it('goes on with a trace that was begun elsewhere, and hands it on', async () => {
    let handedOn: string | null = null;
    await tracer.span({ name: 'here', kind: 'consumer', parent: CALLER }, () => {
      handedOn = tracer.traceparent();
      return Promise.resolve();
    });
    const here = (await spansOf(tracer, exporter)).get('here');
    expect(here?.spanContext().traceId).toBe(CALLER.split('-')[1]);
    expect(here?.parentSpanContext?.spanId).toBe(CALLER.split('-')[2]);
    expect(handedOn).toBe(`00-${CALLER.split('-')[1]}-${here?.spanContext().spanId}-01`);
    expect(tracer.traceparent()).toBeNull();
  });

  it.each([
    '',
    'nonsense',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    `${CALLER}-x`,
    `ff${CALLER.slice(2)}`,
  ])('begins a trace of its own where a caller says %p', async (parent) => {
    await tracer.span({ name: 'here', kind: 'server', parent }, () => Promise.resolve());
    expect((await spansOf(tracer, exporter)).get('here')?.parentSpanContext).toBeUndefined();
  });

  it('keeps of an error what kind it was, and none of its words', async () => {
    const failure = new TypeError('words with a secret in them');
    await expect(tracer.span({ name: 'failing', kind: 'client' }, () => Promise.reject(failure))).rejects.toBe(failure);
    const span = (await spansOf(tracer, exporter)).get('failing');
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.attributes).toEqual({ 'error.type': 'TypeError' });
    expect(JSON.stringify([span?.events, span?.attributes, span?.status])).not.toContain('secret');
  });

  it('stands around callbacks', async () => {
    const span = tracer.open({ name: 'request', kind: 'server' });
    const work = (done: () => void): void => {
      void tracer.span({ name: 'work', kind: 'internal' }, () => Promise.resolve()).then(done);
    };
    await new Promise<void>((resolve) => span.within(() => setImmediate(work, resolve)));
    span.end({ failed: true, attributes: { 'http.response.status_code': 503 } });
    const spans = await spansOf(tracer, exporter);
    expect(spans.get('work')?.parentSpanContext?.spanId).toBe(spans.get('request')?.spanContext().spanId);
    expect(spans.get('request')).toMatchObject({
      attributes: { 'http.response.status_code': 503 },
      status: { code: SpanStatusCode.ERROR },
    });
  });
});

describe('openTracer', () => {
  it('is the one that does nothing where nobody asks for traces', async () => {
    expect(await openTracer({ app: 'test', endpoint: undefined })).toBe(NO_TRACER);
    expect(NO_TRACER.traceparent()).toBeNull();
    expect(await NO_TRACER.span({ name: 'any', kind: 'internal' }, () => Promise.resolve('done'))).toBe('done');
  });
});
