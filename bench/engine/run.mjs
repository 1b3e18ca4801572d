import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { benchAccept } from './accept.mjs';
import { benchDrain } from './drain.mjs';
import { benchLatency } from './latency.mjs';
import { benchPipeline } from './pipeline.mjs';
import { table } from './report.mjs';
import { StackConfig } from './support/stack-config.mjs';
import { benchInFlight, benchWorkers } from './workers.mjs';

export const BENCHES = {
  accept: benchAccept,
  drain: benchDrain,
  'drain-redis': (site, options) => (site.redis === null ? [] : benchDrain(site, { ...options, redis: true })),
  pipeline: benchPipeline,
  latency: benchLatency,
  'latency-redis': (site, options) => (site.redis === null ? [] : benchLatency(site, { ...options, redis: true })),
  'in-flight': benchInFlight,
  workers: benchWorkers,
};

/** Runs those that are named, prints a line on each while it runs, and the table at the end. */
export async function runBenches(names, options) {
  const site = await StackConfig.open(path.resolve(import.meta.dirname, '../..'));
  const end = () => void site.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
  try {
    const lines = [];
    await describeMachine(site);
    for (const name of names) {
      const startedMs = performance.now();
      lines.push(...(await BENCHES[name](site, options)));
      console.log(`[bench] ${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    }
    await describeMachine(site);
    console.table(table(lines));
    if (site.redis === null) console.log('[bench] no Redis here: left out is what rings in Redis');
  } finally {
    await site.close();
  }
}

/** Told before and after, since the machine may have had other things to do meanwhile. */
async function describeMachine(site) {
  const { roundTripMs, commitMs } = await site.calibrate();
  const [load] = loadavg();
  console.log(
    `[bench] ${availableParallelism()} cores, load ${load.toFixed(1)}; a round trip to PostgreSQL takes ` +
      `${roundTripMs.toFixed(2)} ms, a commit to its disk ${commitMs.toFixed(2)} ms`,
  );
}
