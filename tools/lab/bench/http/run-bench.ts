import { alternate, median, ratios, sum } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import { type BenchDatabase, startApi, startPlainServer } from './bench-servers.js';
import { type LoadFigures, measureLoad, warmUp } from './measure-load.js';
import { type Scenario, type ScenarioName, SCENARIOS } from './scenarios.js';

export interface Duration {
  readonly rounds: number;
  readonly durationMs: number;
}

/** Measures scenarios on one process of the API and of the reference, alternately. */
export async function benchScenarios(
  database: BenchDatabase,
  names: readonly ScenarioName[],
  { rounds, durationMs }: Duration,
): Promise<Figure[]> {
  const servers = [await startApi(database), await startPlainServer(database)];
  const figures: Figure[] = [];
  for (const scenario of names) {
    const plans = servers.map((server) => ({ scenario, server, rows: database.rows, durationMs }));
    for (const plan of plans) await warmUp(plan);
    const [product = [], reference = []] = await alternate(
      rounds,
      plans.map((plan) => () => measureLoad(plan)),
    );
    figures.push(figureOf(SCENARIOS[scenario], product, reference));
    console.log(`[bench] ${SCENARIOS[scenario].title}: done`);
  }
  await Promise.all(servers.map((server) => server.stop()));
  return figures;
}

function figureOf(
  { title, unit, minRatio }: Scenario,
  product: readonly LoadFigures[],
  reference: readonly LoadFigures[],
): Figure {
  const medianOf = (results: readonly LoadFigures[], key: 'perSecond' | 'p50Ms' | 'cpuUs'): number =>
    median(results.map((result) => result[key]));
  const each = (key: 'p50Ms' | 'cpuUs', digits: number): string =>
    [product, reference].map((results) => medianOf(results, key).toFixed(digits)).join(' / ');
  const refused = sum([...product, ...reference].map((result) => result.refused));
  return {
    ...{ name: title, unit, bar: { minRatio } },
    product: medianOf(product, 'perSecond'),
    reference: medianOf(reference, 'perSecond'),
    ratio: median(ratios(ratesOf(product), ratesOf(reference))),
    note: `p50 ${each('p50Ms', 1)} ms; CPU ${each('cpuUs', 0)} µs${refused > 0 ? `; ${refused} refused` : ''}`,
  };
}

function ratesOf(results: readonly LoadFigures[]): number[] {
  return results.map(({ perSecond }) => perSecond);
}
