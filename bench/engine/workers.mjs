// What a provider that takes half a second per call leaves possible: lanes in flight on one worker, and what more
// workers add.
import { median } from './support/measure.mjs';
import { heldDatabase, runWorkers } from './support/worker-processes.mjs';

const PROVIDER_MS = 500;
const LANES = 240;
const LANES_PER_WORKER = 10;
const WAVES = 24;

export async function benchInFlight(site, { rounds }) {
  const held = await heldDatabase(site, LANES);
  const most = [];
  for (let round = 0; round < rounds; round += 1) {
    const { mostInFlight } = await runWorkers(site, held, { workers: 1, providerMs: PROVIDER_MS, env: {} });
    most.push(mostInFlight);
  }
  await site.dropDatabase(held);
  const bar = { least: 200 };
  const note = `${LANES} due, the provider takes ${PROVIDER_MS} ms`;
  return [{ what: 'lanes in flight at the provider, one worker', unit: 'lanes', ours: median(most), bar, note }];
}

export async function benchWorkers(site, { rounds }) {
  const env = { WORKER_CONCURRENCY: String(LANES_PER_WORKER) };
  const figures = { 1: [], 4: [] };
  const held = {};
  for (const workers of [1, 4]) held[workers] = await heldDatabase(site, workers * LANES_PER_WORKER * WAVES);
  for (let round = 0; round < rounds; round += 1) {
    for (const workers of round % 2 === 0 ? [1, 4] : [4, 1]) {
      const { perSecond } = await runWorkers(site, held[workers], { workers, env, providerMs: PROVIDER_MS });
      figures[workers].push(perSecond);
    }
  }
  for (const workers of [1, 4]) await site.dropDatabase(held[workers]);
  return [
    {
      what: 'workers 1 → 4, ten lanes each',
      unit: 'a second',
      ours: median(figures[4]),
      reference: median(figures[1]),
      bar: { ratio: 3.5 },
      note: `the provider takes ${PROVIDER_MS} ms; the reference is one worker`,
    },
  ];
}
