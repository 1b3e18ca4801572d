import { type HttpAnswer, HttpConnection } from '../../../support/http-connection.js';
import { parseJson } from '../../../support/json.js';
import { quantile } from '../support/measure.js';
import { programOptions } from '../support/program.js';
import { type ConnectionRows, type Scenario, type ScenarioName, SCENARIOS } from './scenarios.js';

/** Argument of this program. */
export interface LoadOptions {
  readonly scenario: ScenarioName;
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly rows: readonly ConnectionRows[];
}

/** Result of this program. */
export interface LoadResult {
  /** Completed scenarios, warm-up included. */
  readonly all: number;
  /** Scenarios that a server refused with 503. */
  readonly refused: number;
  /** Scenarios that ended within the measured time, wherever they began. */
  readonly perSecond: number;
  readonly p50Ms: number;
}

const WARM_UP_SHARE = 0.2;
const SERVICE_UNAVAILABLE = 503;

/**
 * Runs the scenario on every connection, each request right after the answer before it. Scenarios that are in progress at
 * the start of the measurement count, because leaving them out would favour short ones.
 */
async function load({ scenario, port, connections, durationMs, rows }: LoadOptions): Promise<LoadResult> {
  const startMs = performance.now() + durationMs * WARM_UP_SHARE;
  const endMs = startMs + durationMs;
  const latenciesMs: number[] = [];
  let refused = 0;
  let all = 0;
  const onEnd = ({ status, body }: HttpAnswer, startedMs: number, endedMs: number): void => {
    if (status === SERVICE_UNAVAILABLE) return void (refused += 1);
    if (status >= 300) throw new Error(`${status} ${body}`);
    all += 1;
    if (endedMs >= startMs && endedMs <= endMs) latenciesMs.push(endedMs - startedMs);
  };
  const runConnection = async (index: number): Promise<void> => {
    const connection = new HttpConnection(port);
    const own = rows[index % rows.length];
    if (own === undefined) throw new Error('the load has no rows');
    await repeat({ connection, rows: own, scenario: SCENARIOS[scenario], endMs, onEnd });
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => runConnection(index)));
  const perSecond = (latenciesMs.length * 1000) / durationMs;
  return { all, refused, perSecond, p50Ms: quantile(latenciesMs, 0.5) };
}

interface ConnectionLoad {
  readonly connection: HttpConnection;
  readonly rows: ConnectionRows;
  readonly scenario: Scenario;
  readonly endMs: number;
  readonly onEnd: (last: HttpAnswer, startedMs: number, endedMs: number) => void;
}

async function repeat({ connection, rows, scenario, endMs, onEnd }: ConnectionLoad): Promise<void> {
  for (let nowMs = performance.now(); nowMs < endMs;) {
    const startedMs = nowMs;
    const last = await runSteps(connection, scenario.steps, rows);
    nowMs = performance.now();
    onEnd(last, startedMs, nowMs);
  }
}

/** Sends the requests of the scenario up to the first that fails. Returns the last answer. */
async function runSteps(
  connection: HttpConnection,
  [first, ...others]: Scenario['steps'],
  rows: ConnectionRows,
): Promise<HttpAnswer> {
  let last = await connection.send(first(rows, null));
  for (const step of others) {
    if (last.status >= 300) break;
    last = await connection.send(step(rows, parseJson(last.body)));
  }
  return last;
}

const options = programOptions<LoadOptions>();
console.log(JSON.stringify(await load(options)));
