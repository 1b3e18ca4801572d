import { alternate, median } from '../support/measure.js';
import type { BenchServers } from './bench-servers.js';
import type { Figure } from '../support/report.js';
import { heldDatabase, runWorkers, type WorkersRun } from './worker-processes.js';

/** Duration of one provider call. */
const PROVIDER_MS = 500;
const LANES = 240;
const LANES_PER_WORKER = 10;
/** Executions per lane slot of a worker. */
const WAVES = 24;

/** Lanes that one worker has in flight at a slow provider. */
export async function benchInFlight(servers: BenchServers, { rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const held = await heldDatabase(servers, LANES);
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { maxInFlight } = await runWorkers(servers, held, { workers: 1, providerMs: PROVIDER_MS, env: {} });
    peaks.push(maxInFlight);
  }
  await servers.dropDatabase(held);
  const note = `${LANES} due, provider calls take ${PROVIDER_MS} ms`;
  const name = 'lanes in flight at the provider, one worker';
  return [{ name, unit: 'lanes', product: median(peaks), bar: { min: 200 }, note }];
}

/** Rate of four workers compared with one, at a slow provider. */
export async function benchWorkers(servers: BenchServers, { rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const env = { WORKER_CONCURRENCY: String(LANES_PER_WORKER) };
  const databases = { one: await heldFor(servers, 1), four: await heldFor(servers, 4) };
  const rateOf = async (held: typeof databases.one, options: WorkersRun): Promise<number> =>
    (await runWorkers(servers, held, options)).perSecond;
  const [one = [], four = []] = await alternate(rounds, [
    () => rateOf(databases.one, { workers: 1, env, providerMs: PROVIDER_MS }),
    () => rateOf(databases.four, { workers: 4, env, providerMs: PROVIDER_MS }),
  ]);
  for (const held of Object.values(databases)) await servers.dropDatabase(held);
  return [
    {
      name: 'workers 1 → 4, ten lanes each',
      ...{ unit: '/s', product: median(four), reference: median(one), bar: { minRatio: 3.5 } },
      note: `provider calls take ${PROVIDER_MS} ms; the reference is one worker`,
    },
  ];
}

function heldFor(servers: BenchServers, workers: number): ReturnType<typeof heldDatabase> {
  return heldDatabase(servers, workers * LANES_PER_WORKER * WAVES);
}
