import 'reflect-metadata';
import { availableParallelism, loadavg } from 'node:os';
import { createCommand, parseList, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { benchAccept } from './accept.js';
import { BenchServers } from './bench-servers.js';
import { benchDrain } from './drain.js';
import { benchLatency } from './latency.js';
import { type Figure, readRow } from '../support/report.js';

type Bench = (servers: BenchServers, options: { readonly rounds: number }) => Promise<Figure[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  accept: benchAccept,
  drain: benchDrain,
  'drain-redis': withRedis(benchDrain),
  latency: benchLatency,
  'latency-redis': withRedis(benchLatency),
};

interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
}

const names = Object.keys(BENCHES);
const options = createCommand('bench engine', 'Measures drain, acceptance and latency of the engine.')
  .option('--only <list>', `some of ${names.join(', ')}`, parseList(names), names)
  .option('--rounds <n>', 'measurements per figure', wholeNumber(), 5)
  .parse()
  .opts<Options>();
await withTestRun('bench-runs', async (run) => {
  const servers = await BenchServers.start(run);
  const figures: Figure[] = [];
  await describeMachine(servers);
  for (const [name, bench] of Object.entries(BENCHES).filter(([one]) => options.only.includes(one))) {
    const startedMs = performance.now();
    figures.push(...(await bench(servers, options)));
    console.log(`[bench] ${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  }
  await describeMachine(servers);
  console.table(figures.map(readRow));
  if (servers.redis === null) console.log('[bench] no redis-server on the PATH: queues in Redis are left out');
});
process.exit();

function withRedis(
  bench: (servers: BenchServers, options: Parameters<typeof benchDrain>[1]) => Promise<Figure[]>,
): Bench {
  return async (servers, { rounds }) =>
    servers.redis === null ? [] : bench(servers, { rounds, redisUrl: servers.redis.url });
}

/** Prints the machine's load and latencies. Called before and after, because other load changes them. */
async function describeMachine(servers: BenchServers): Promise<void> {
  const { roundTripMs, commitMs } = await servers.calibrate();
  const [load = 0] = loadavg();
  console.log(
    `[bench] ${availableParallelism()} cores, load ${load.toFixed(1)}; a round trip to PostgreSQL takes ` +
      `${roundTripMs.toFixed(2)} ms, a commit to its disk ${commitMs.toFixed(2)} ms`,
  );
}
