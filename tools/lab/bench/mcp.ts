import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { heapGrowthMib, type HeapSample, WATCHED_ENVIRONMENT } from '../fuzz/heap-watch.js';
import { createCommand, wholeNumber } from '../../support/cli.js';
import { at, parseJson } from '../../support/json.js';
import { McpHttpServer } from '../../support/mcp-http-server.js';
import { progressLog } from '../../support/progress-log.js';
import { Random } from '../../support/random.js';
import { SampleAnswers } from '../../support/sample-answers.js';
import { describeApi } from '../../build/describe-api.js';
import { McpCaller } from '../mcp-crash-test/mcp-caller.js';

const SAMPLES = 20;
const CALLERS = 4;
const MIB = 2 ** 20;
const MAX_GROWTH_MIB = 10;

const CALLS: readonly { name: string; args: Readonly<Record<string, unknown>> }[] = [
  { name: 'find_markets', args: {} },
  { name: 'get_market', args: { market: 'a-market' } },
  { name: 'quote_bet', args: { market: 'a-market', outcome: 'YES', amount: '5' } },
  { name: 'get_intent', args: { intent_id: 'agent_intent_1' } },
  { name: 'get_budget', args: { agent_id: 'agent_alice_01' } },
  { name: 'get_budget', args: {} }, // refused
];

const { calls } = createCommand('bench:mcp', 'Measures the heap of the MCP server over many calls.')
  .option('--calls <n>', 'calls of tools', wholeNumber(SAMPLES), 100_000)
  .parse()
  .opts<{ readonly calls: number }>();

const log = progressLog();
const service = await startService();
const server = await McpHttpServer.start(service.url, { env: WATCHED_ENVIRONMENT });
try {
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => McpCaller.connect(server.url)));
  const samples: HeapSample[] = [];
  const startedMs = performance.now();
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const until = Math.round((calls * sample) / SAMPLES);
    let next = Math.round((calls * (sample - 1)) / SAMPLES);
    const work = async (caller: McpCaller): Promise<void> => {
      for (let call = next++; call < until; call = next++) {
        const { name, args } = CALLS[call % CALLS.length] ?? { name: '', args: {} };
        await caller.call(name, args).catch(() => undefined); // some are refused
      }
    };
    await Promise.all(callers.map(work));
    const heap = await readHeap(server);
    samples.push({ requests: until, ...heap });
    log(`${until} of ${calls} calls, ${heap.heapMib.toFixed(1)} MiB of heap`);
  }
  const growth = heapGrowthMib(samples);
  console.table(samples.map(({ requests, heapMib, residentMib }) => ({ calls: requests, heapMib, residentMib })));
  console.log(`${calls} calls, ${((performance.now() - startedMs) / calls).toFixed(1)} ms for each`);
  console.log(`heap growth ${growth.toFixed(1)} MiB, at most ${MAX_GROWTH_MIB}`);
  if (growth > MAX_GROWTH_MIB) process.exitCode = 1;
  await Promise.all(callers.map((caller) => caller.close()));
} finally {
  await server.stop();
  service.close();
}

/** Serves answers that the OpenAPI document allows. */
async function startService(): Promise<{ url: string; close: () => void }> {
  const samples = new SampleAnswers(await describeApi(), new Random(1));
  const http = createServer(({ method = 'GET', url = '/' }, response) => {
    const { status, body } = samples.answer(method, new URL(url, 'http://service').pathname);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the service has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}

/** Reads the heap after a full garbage collection. */
async function readHeap({ child }: McpHttpServer): Promise<{ heapMib: number; residentMib: number }> {
  if (child.stdout === null) throw new Error('the server has no output');
  const lines = createInterface(child.stdout);
  child.kill('SIGUSR2');
  const answer: readonly unknown[] = await once(lines, 'line');
  lines.close();
  const probe = parseJson(String(answer[0]));
  return { heapMib: Number(at(probe, 'heapUsed')) / MIB, residentMib: Number(at(probe, 'rss')) / MIB };
}
