import { alternate, median, ratios, sum } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import { type BenchDatabase, startApi, startLimit, startReference } from './bench-servers.js';
import { type LoadFigures, type LoadPlan, measureLoad, warmUp } from './measure-load.js';
import { PROFILED, profileDuring } from './profile.js';
import { type Scenario, type ScenarioName, SCENARIOS } from './scenarios.js';

/** Minimum of the product's gain by a second process, relative to the reference's. */
const MIN_SCALING_RATIO = 0.9;

export interface Duration {
  readonly rounds: number;
  readonly durationMs: number;
}

/** Minimum of the rate with API keys, relative to the rate without. */
const MIN_KEYS_RATIO = 0.85;

/** Measures scenarios on one process of the API, the reference and the limit, alternately. */
export async function benchScenarios(
  database: BenchDatabase,
  names: readonly ScenarioName[],
  { rounds, durationMs }: Duration,
): Promise<Figure[]> {
  const servers = [await startApi(database), await startReference(database), await startLimit(database)];
  const figures: Figure[] = [];
  for (const name of names) {
    const plans = servers.map((server) => planOf(database, name, { servers: [server], durationMs }));
    for (const plan of plans) await warmUp(plan);
    const [product = [], reference = [], limit = []] = await alternate(
      rounds,
      plans.map((plan) => () => measureLoad(plan)),
    );
    figures.push(figureOf(SCENARIOS[name], { product, reference, limit }));
    console.log(`[bench] ${SCENARIOS[name].title}: done`);
  }
  await Promise.all(servers.map((server) => server.stop()));
  return figures;
}

/** Measures the gain by a second process, of the API and of the reference. */
export async function benchProcesses(database: BenchDatabase, { rounds, durationMs }: Duration): Promise<Figure> {
  const apis = [await startApi(database), await startApi(database)];
  const references = [await startReference(database), await startReference(database)];
  const plans = [apis.slice(0, 1), apis, references.slice(0, 1), references].map((servers) =>
    planOf(database, 'market', { servers, durationMs }),
  );
  for (const plan of plans) await warmUp(plan);
  const results = await alternate(
    rounds,
    plans.map((plan) => () => measureLoad(plan)),
  );
  const [one = [], two = [], referenceOne = [], referenceTwo = []] = results;
  await Promise.all([...apis, ...references].map((server) => server.stop()));
  return {
    name: 'API processes 1 → 2, GET /markets/{id}',
    unit: '×',
    product: median(rateRatios(two, one)),
    reference: median(rateRatios(referenceTwo, referenceOne)),
    bar: { minRatio: MIN_SCALING_RATIO },
    note: '',
  };
}

/** Measures what API keys cost: a whole intent with keys on, compared with keys off. */
export async function benchKeys(database: BenchDatabase, { rounds, durationMs }: Duration): Promise<Figure> {
  const [on, off] = [await startApi(database, { AUTH_MODE: 'api_key' }), await startApi(database)];
  const headers = { authorization: `Bearer ${database.apiKey.reveal()}` };
  const plans = [on, off].map((server) => planOf(database, 'intent', { servers: [server], durationMs, headers }));
  for (const plan of plans) await warmUp(plan);
  const [product = [], reference = []] = await alternate(
    rounds,
    plans.map((plan) => () => measureLoad(plan)),
  );
  await Promise.all([on.stop(), off.stop()]);
  return {
    ...figureOf(SCENARIOS.intent, { product, reference }),
    name: 'API keys on / off, a whole intent',
    bar: { minRatio: MIN_KEYS_RATIO },
  };
}

/** Prints the CPU time of API and reference by package and by function. */
export async function profileScenarios(
  database: BenchDatabase,
  names: readonly ScenarioName[],
  durationMs: number,
): Promise<void> {
  const servers = [await startApi(database, PROFILED), await startReference(database, PROFILED)];
  for (const name of names) {
    for (const server of servers) {
      const load = (): Promise<LoadFigures> => measureLoad(planOf(database, name, { servers: [server], durationMs }));
      await load();
      const { byPackage, byFunction } = await profileDuring(server, load);
      console.log(`\n${server.name}: ${SCENARIOS[name].title}`);
      console.table(byPackage);
      console.table(byFunction);
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
}

function planOf(
  { rows }: BenchDatabase,
  scenario: ScenarioName,
  options: Pick<LoadPlan, 'servers' | 'durationMs' | 'headers'>,
): LoadPlan {
  return { scenario, rows, ...options };
}

interface Results {
  readonly product: readonly LoadFigures[];
  readonly reference: readonly LoadFigures[];
  /** Absent when the figure is not compared with the limit. */
  readonly limit?: readonly LoadFigures[];
}

function figureOf(
  { title, unit, minRatio, minLimitRatio, maxCpuUs }: Scenario,
  { product, reference, limit = [] }: Results,
): Figure {
  const of = (results: readonly LoadFigures[], key: 'perSecond' | 'p50Ms' | 'cpuUs'): number =>
    median(results.map((result) => result[key]));
  const each = (key: 'p50Ms' | 'cpuUs', digits: number): string =>
    [product, reference, limit]
      .flatMap((results) => (results.length === 0 ? [] : [of(results, key).toFixed(digits)]))
      .join(' / ');
  const refused = sum([...product, ...reference, ...limit].map((result) => result.refused));
  return {
    ...{ name: title, unit, bar: { minRatio, ...(minLimitRatio !== undefined && { minLimitRatio }) } },
    product: of(product, 'perSecond'),
    reference: of(reference, 'perSecond'),
    ratio: median(rateRatios(product, reference)),
    ...(limit.length > 0 && { limit: { rate: of(limit, 'perSecond'), ratio: median(rateRatios(product, limit)) } }),
    ...(maxCpuUs !== undefined && { cpu: { us: of(product, 'cpuUs'), maxUs: maxCpuUs } }),
    note: `p50 ${each('p50Ms', 1)} ms; CPU ${each('cpuUs', 0)} µs${refused > 0 ? `; ${refused} refused` : ''}`,
  };
}

function rateRatios(results: readonly LoadFigures[], base: readonly LoadFigures[]): number[] {
  return ratios(ratesOf(results), ratesOf(base));
}

function ratesOf(results: readonly LoadFigures[]): number[] {
  return results.map(({ perSecond }) => perSecond);
}
