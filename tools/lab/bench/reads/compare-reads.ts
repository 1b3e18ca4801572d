import { median, quantile } from '../support/measure.js';
import { indexesIn, plansOf, wholeTablesIn } from './plans.js';
import type { ReadServer } from './read-server.js';
import { sampleIds, type SampleIds } from './sample-ids.js';

const REQUESTS_PER_ROUND = 80;
export const MAX_RATIO = 1.5;
/** Smaller differences are below the precision of the clock. */
const NOISE_MS = 0.3;
/** More rounds for an endpoint that misses the bar, because other load on the machine has an effect. */
const RETRY_FACTOR = 3;

/** Servers with a small and with a large database. */
export interface ReadServers {
  readonly small: ReadServer;
  readonly large: ReadServer;
}

/** Medians over the rounds. */
export interface ReadFigures {
  readonly smallP95Ms: number;
  readonly largeP95Ms: number;
  readonly ratio: number;
  readonly indexes: string;
  /** Tables that a plan reads sequentially. */
  readonly wholeTables: string;
  readonly plans: readonly string[];
}

type PathOf = (ids: SampleIds) => string;

export async function compareReads(servers: ReadServers, pathOf: PathOf, rounds: number): Promise<ReadFigures> {
  const { client, baseUrl } = servers.large;
  const plans = await plansOf(client, baseUrl + pathOf(sampleIds(7)));
  await requestAlternately(servers, pathOf); // warms up
  let p95 = await compareP95(servers, pathOf, rounds);
  if (p95.ratio > MAX_RATIO) p95 = await compareP95(servers, pathOf, RETRY_FACTOR * rounds);
  return { ...p95, indexes: indexesIn(plans), wholeTables: wholeTablesIn(plans), plans };
}

async function compareP95(
  servers: ReadServers,
  pathOf: PathOf,
  rounds: number,
): Promise<Pick<ReadFigures, 'smallP95Ms' | 'largeP95Ms' | 'ratio'>> {
  const results: { small: number; large: number; ratio: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { smallMs, largeMs } = await requestAlternately(servers, pathOf);
    const [small, large] = [quantile(smallMs, 0.95), quantile(largeMs, 0.95)];
    results.push({ small, large, ratio: large - small < NOISE_MS ? Math.min(1, large / small) : large / small });
  }
  const medianOf = (key: 'small' | 'large' | 'ratio'): number =>
    Number(median(results.map((result) => result[key])).toFixed(2));
  return { smallP95Ms: medianOf('small'), largeP95Ms: medianOf('large'), ratio: medianOf('ratio') };
}

/** Sends each request to both servers, so that other load on the machine affects both. */
async function requestAlternately(
  { small, large }: ReadServers,
  pathOf: PathOf,
): Promise<{ smallMs: number[]; largeMs: number[] }> {
  const [smallMs, largeMs]: [number[], number[]] = [[], []];
  for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) {
    const path = pathOf(sampleIds(1 + 2 * ((request * 7) % 25))); // odd numbers are resolved markets
    smallMs.push(await requestMs(small.baseUrl + path));
    largeMs.push(await requestMs(large.baseUrl + path));
  }
  return { smallMs, largeMs };
}

async function requestMs(url: string): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - startedMs;
}
