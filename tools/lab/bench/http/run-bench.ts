import { alternate, median, ratios, sum } from '../support/measure.js';
import { inUnit } from '../support/report.js';
import { type BenchDatabase, startApi, startPlainServer } from './bench-servers.js';
import { type LoadFigures, measureLoad, warmUp } from './measure-load.js';
import { type Scenario, type ScenarioName, SCENARIOS } from './scenarios.js';

export interface Duration {
  readonly rounds: number;
  readonly durationMs: number;
}

/** Measures scenarios on one process of the API and of the reference, alternately. Returns rows for `console.table`. */
export async function benchScenarios(
  database: BenchDatabase,
  names: readonly ScenarioName[],
  { rounds, durationMs }: Duration,
): Promise<Readonly<Record<string, string>>[]> {
  const servers = [await startApi(database), await startPlainServer(database)];
  const rows: Readonly<Record<string, string>>[] = [];
  for (const scenario of names) {
    const plans = servers.map((server) => ({ scenario, server, rows: database.rows, durationMs }));
    for (const plan of plans) await warmUp(plan);
    const [product = [], reference = []] = await alternate(
      rounds,
      plans.map((plan) => () => measureLoad(plan)),
    );
    rows.push(readRow(SCENARIOS[scenario], product, reference));
    console.log(`[bench] ${SCENARIOS[scenario].title}: done`);
  }
  await Promise.all(servers.map((server) => server.stop()));
  return rows;
}

function readRow(
  { title, unit }: Scenario,
  product: readonly LoadFigures[],
  reference: readonly LoadFigures[],
): Readonly<Record<string, string>> {
  const medianOf = (results: readonly LoadFigures[], key: 'perSecond' | 'p50Ms' | 'cpuUs'): number =>
    median(results.map((result) => result[key]));
  const each = (key: 'p50Ms' | 'cpuUs', digits: number): string =>
    [product, reference].map((results) => medianOf(results, key).toFixed(digits)).join(' / ');
  return {
    scenario: title,
    product: inUnit(medianOf(product, 'perSecond'), unit),
    reference: inUnit(medianOf(reference, 'perSecond'), unit),
    ratio: median(ratios(ratesOf(product), ratesOf(reference))).toFixed(2),
    'p50, ms': each('p50Ms', 1),
    'CPU, µs': each('cpuUs', 0),
    refused: String(sum([...product, ...reference].map((result) => result.refused))),
  };
}

function ratesOf(results: readonly LoadFigures[]): number[] {
  return results.map(({ perSecond }) => perSecond);
}
