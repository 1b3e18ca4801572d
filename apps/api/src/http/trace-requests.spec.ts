import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import fastify from 'fastify';
import { startSdk } from '../../../../libs/observability/src/tracing/otel-sdk.js';
import { traceRequests } from './trace-requests.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';

describe('traceRequests', () => {
  /** Sends a request to a traced server. @returns its span, and the trace id that its handler saw */
  async function traced(
    { isTrusted, ratio = 1 }: { isTrusted: boolean; ratio?: number },
    traceparent: string,
  ): Promise<{ span: ReadableSpan | undefined; seen: string | undefined }> {
    const exporter = new InMemorySpanExporter();
    const spans: ReadableSpan[] = [];
    exporter.shutdown = () => Promise.resolve(void spans.push(...exporter.getFinishedSpans()));
    const stop = startSdk('api', exporter, ratio);
    const server = fastify();
    traceRequests(server, { TRUST_TRACEPARENT: isTrusted });
    let seen: string | undefined;
    server.get('/markets', (_request, reply) => {
      seen = trace.getActiveSpan()?.spanContext().traceId;
      return reply.send({});
    });
    await server.inject({ url: '/markets', headers: { traceparent } });
    await server.close();
    await stop();
    return { span: spans[0], seen };
  }

  it('begins a trace that links to the caller’s', async () => {
    const { span, seen } = await traced({ isTrusted: false }, `00-${TRACE_ID}-${SPAN_ID}-01`);
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span?.links).toMatchObject([{ context: { traceId: TRACE_ID, spanId: SPAN_ID } }]);
    expect(span?.spanContext().traceId).not.toBe(TRACE_ID);
    expect(seen).toBe(span?.spanContext().traceId);
  });

  it('continues the trace of a trusted caller', async () => {
    const { span, seen } = await traced({ isTrusted: true }, `00-${TRACE_ID}-${SPAN_ID}-00`);
    expect(span?.parentSpanContext).toMatchObject({ traceId: TRACE_ID, spanId: SPAN_ID });
    expect([span?.links, seen]).toEqual([[], TRACE_ID]);
  });

  it('lets only a trusted caller decide that a trace is exported', async () => {
    const sampled = `00-${TRACE_ID}-${SPAN_ID}-01`;
    expect((await traced({ isTrusted: false, ratio: 0 }, sampled)).span).toBeUndefined();
    expect((await traced({ isTrusted: true, ratio: 0 }, sampled)).span).toBeDefined();
  });

  it.each(['', 'nonsense', `00-${'0'.repeat(32)}-${SPAN_ID}-01`])('links to nothing for %p', async (traceparent) => {
    const { span } = await traced({ isTrusted: false }, traceparent);
    expect(span).toMatchObject({ links: [], parentSpanContext: undefined });
  });
});
