import { alternate, median } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import { type BenchDatabase, startApi, startReference } from './bench-servers.js';
import { type LoadFigures, type LoadPlan, measureLoad, warmUp } from './measure-load.js';
import { PROFILED, profileDuring } from './profile.js';
import { type Scenario, type ScenarioName, SCENARIOS } from './scenarios.js';

/** Minimum of the product's gain by a second process, relative to the reference's. */
const MIN_SCALING_RATIO = 0.9;

export interface Duration {
  readonly rounds: number;
  readonly durationMs: number;
}

/** Measures scenarios on one API process and on one process of the reference, alternately. */
export async function benchScenarios(
  database: BenchDatabase,
  names: readonly ScenarioName[],
  { rounds, durationMs }: Duration,
): Promise<Figure[]> {
  const servers = [await startApi(database), await startReference(database)];
  const figures: Figure[] = [];
  for (const name of names) {
    const plans = servers.map((server) => planOf(database, name, { servers: [server], durationMs }));
    for (const plan of plans) await warmUp(plan);
    const [product = [], reference = []] = await alternate(
      rounds,
      plans.map((plan) => () => measureLoad(plan)),
    );
    figures.push(figureOf(SCENARIOS[name], product, reference));
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
    product: median(ratios(two, one)),
    reference: median(ratios(referenceTwo, referenceOne)),
    bar: { minRatio: MIN_SCALING_RATIO },
    note: '',
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
  options: Pick<LoadPlan, 'servers' | 'durationMs'>,
): LoadPlan {
  return { scenario, rows, ...options };
}

function figureOf(
  { title, unit, minRatio }: Scenario,
  product: readonly LoadFigures[],
  reference: readonly LoadFigures[],
): Figure {
  const of = (results: readonly LoadFigures[], key: 'perSecond' | 'p50Ms' | 'cpuUs'): number =>
    median(results.map((result) => result[key]));
  const pair = (key: 'p50Ms' | 'cpuUs', digits: number): string =>
    `${of(product, key).toFixed(digits)} / ${of(reference, key).toFixed(digits)}`;
  return {
    ...{ name: title, unit, bar: { minRatio } },
    product: of(product, 'perSecond'),
    reference: of(reference, 'perSecond'),
    ratio: median(ratios(product, reference)),
    note: `p50 ${pair('p50Ms', 1)} ms; CPU ${pair('cpuUs', 0)} µs`,
  };
}

/** Returns the ratios of the rates by round, which other load on the machine affects less than the rates. */
function ratios(results: readonly LoadFigures[], base: readonly LoadFigures[]): number[] {
  return results.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN));
}
