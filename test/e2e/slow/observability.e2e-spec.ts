import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { newAgentId } from '../../conformance/support/agent.js';
import { eventually } from '../../support/eventually.js';
import { startStack } from '../../support/index.js';
import { buy, createMarket } from '../product/mcp-bets.js';
import { McpClient } from '../support/mcp-client.js';
import { useProduct } from '../support/product.js';
import { type CollectedSpan, TraceCollector } from '../support/trace-collector.js';

describe('the observability of one execution', () => {
  let collector: TraceCollector;
  let database: pg.Client;
  let intentId: string;
  const requestId = randomUUID();
  const traceId = randomBytes(16).toString('hex');
  const callerSpanId = randomBytes(8).toString('hex');

  beforeAll(async () => {
    collector = await TraceCollector.open();
  });

  const custodyCalls: CustodyCall[] = [];
  let custodyProxy: Server | undefined;

  const product = useProduct(() =>
    startStack({
      metrics: true,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug', TRUST_TRACEPARENT: 'true' },
      beforeProvider: async (port) => {
        custodyProxy = await recordCalls(port, custodyCalls);
        return portOf(custodyProxy);
      },
    }),
  );

  beforeAll(async () => {
    database = await product.connectToDatabase();
    const [agent] = await product.fundedAgents('agent_observed_1');
    intentId = await agent!.confirmed('create_market', await product.marketFields(agent!, 'observed'));
    const traceparent = `00-${traceId}-${callerSpanId}-01`;
    const { status } = await agent!.execute(intentId, { 'x-request-id': requestId, traceparent });
    expect(status).toBe(200);
  });
  afterAll(async () => {
    await collector?.close();
    custodyProxy?.close();
  });

  it('has API, queue, worker, provider and chain in the trace of the request', async () => {
    const names = (spans: CollectedSpan[]): string[] => spans.map(({ name }) => name);
    const spans = await eventually(
      () => Promise.resolve(collector.trace(traceId)),
      (seen) =>
        ['chain eth_getTransactionReceipt', 'execution.follow', 'POST /agent/intents/:intent_id/execute'].every(
          (name) => names(seen).includes(name),
        ),
    );
    const named = (name: string): CollectedSpan => {
      const span = spans.find((one) => one.name === name);
      if (span === undefined) throw new Error(`no span ${name} among ${names(spans).join(', ')}`);
      return span;
    };
    const request = named('POST /agent/intents/:intent_id/execute');
    expect(request).toMatchObject({
      service: 'presage-api',
      parentSpanId: callerSpanId,
      attributes: { 'presage.request_id': requestId, 'http.response.status_code': 200 },
    });
    const accept = named('execution.accept');
    expect(accept).toMatchObject({ service: 'presage-api', parentSpanId: request.spanId });
    expect(named('queue.enqueue lane').parentSpanId).toBe(accept.spanId);
    for (const move of ['execution.prepare', 'execution.follow']) {
      expect(named(move)).toMatchObject({
        service: 'presage-worker',
        parentSpanId: accept.spanId,
        attributes: { 'presage.intent_id': intentId, 'presage.action': 'create_market', 'presage.step': 'main' },
      });
    }
    expect(named('provider submit_transaction').parentSpanId).toBe(named('execution.prepare').spanId);
    expect(named('chain eth_getTransactionReceipt').service).toBe('presage-worker');
    expect(names(spans)).toContain('chain eth_call');
  });

  it('has the tasks of a request in its trace', async () => {
    const spans = await eventually(
      () => Promise.resolve(collector.spans.filter(({ name }) => name === 'provider create_wallet')),
      (seen) => seen.length > 0,
    );
    const trace = collector.trace(spans[0]!.traceId).map(({ name }) => name);
    expect(trace).toEqual(expect.arrayContaining(['POST /agent/wallets', 'task.enqueue', 'task.provision_wallet']));
  });

  it('has the request id in log lines, rows and calls', async () => {
    const lines = (log: string): Record<string, unknown>[] =>
      log
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line));
    const eventsOfRequest = (log: string): unknown[] =>
      lines(log)
        .filter((line) => line.requestId === requestId)
        .map(({ event }) => event);
    await eventually(
      () => Promise.resolve(eventsOfRequest(product.stack.api.log)),
      (events) => events.includes('http.request'),
    );
    expect(eventsOfRequest(product.stack.api.log)).toEqual(
      expect.arrayContaining(['execution.accepted', 'http.request']),
    );
    expect(eventsOfRequest(product.stack.workers[0]!.log)).toEqual(
      expect.arrayContaining(['step.armed', 'provider.call', 'step.sent', 'execution.executed']),
    );
    const { rows } = await database.query('SELECT request_id FROM executions WHERE intent_id = $1', [intentId]);
    expect(rows).toEqual([{ request_id: requestId }]);
    const tasks = await database.query('SELECT kind, request_id IS NOT NULL AS asked FROM worker_tasks');
    expect(tasks.rows).toContainEqual({ kind: 'provision_wallet', asked: true });
  });

  it('has counts and durations in the metrics of both processes', async () => {
    const scrape = async (url: string): Promise<string> => (await fetch(url)).text();
    const api = await scrape(product.stack.metricsUrls.api);
    expect(api).toContain('presage_executions_accepted_total{action="create_market"} 1');
    expect(api).toContain(
      'presage_http_requests_total{method="POST",route="/agent/intents/:intent_id/execute",status="200"} 1',
    );
    const worker = await scrape(product.stack.metricsUrls.workers[0]!);
    expect(worker).toContain('presage_executions_ended_total{action="create_market",outcome="executed"} 1');
    for (const stage of ['queued', 'submitted', 'mined', 'confirmed', 'total']) {
      expect(worker).toContain(`presage_execution_stage_seconds_count{stage="${stage}"} 1`);
    }
    expect(worker).toContain('presage_provider_calls_total{operation="submit_transaction",outcome="ok"} 1');
    expect(worker).toMatch(/presage_chain_calls_total\{operation="eth_call",outcome="ok"\} [1-9]/);
    expect(worker).toContain('presage_tasks_total{kind="provision_wallet",outcome="done"} 1');
    expect(worker).toContain('presage_index_has_leader 1');
    expect(worker).toContain('presage_execution_unknown_age_seconds 0');
  });

  it('has one trace id from the call of an MCP tool to the custody', async () => {
    const mcp = await McpClient.overStdio(product.stack.api.url);
    product.onStop(() => mcp.end());
    const agent_id = newAgentId();
    await mcp.call('setup_agent', { agent_id });
    const market = await createMarket(mcp, agent_id);
    const { next } = await mcp.call('preview_action', buy(agent_id, market));
    const toolTraceId = randomBytes(16).toString('hex');
    const { structuredContent } = await mcp.client.callTool({
      ...{ name: next.tool, arguments: next.arguments },
      _meta: { traceparent: `00-${toolTraceId}-${callerSpanId}-01` },
    });
    expect(structuredContent).toMatchObject({ outcome: 'executed' });

    const { intent_id } = next.arguments;
    const [execution] = (await product.agent(agent_id).get(`/agent/intents/${intent_id}/executions`)).body.executions;
    expect(execution).toMatchObject({ status: 'executed', trace_id: toolTraceId });
    const services = await eventually(
      () => Promise.resolve(new Set(collector.trace(toolTraceId).map(({ service }) => service))),
      (seen) => seen.size === 2,
    );
    expect([...services].sort()).toEqual(['presage-api', 'presage-worker']);
    const sent = custodyCalls.filter(({ traceparent }) => traceparent?.split('-')[1] === toolTraceId);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(
      'POST /v1/w3s/developer/transactions/contractExecution',
    );
  });
});

interface CustodyCall {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly traceparent: string | undefined;
}

/** Forwards requests to the custody, and records their traces. */
async function recordCalls(port: number, calls: CustodyCall[]): Promise<Server> {
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const { traceparent } = headers;
    calls.push({ method, path: url, traceparent: typeof traceparent === 'string' ? traceparent : undefined });
    const forwarded = sendRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
