import { runProgram } from '../support/program.js';
import type { BenchServer } from './bench-servers.js';
import type { LoadOptions, LoadResult } from './load.js';
import type { ConnectionRows, ScenarioName } from './scenarios.js';

const CONNECTIONS = 64;
/** Scenarios until the JIT has compiled the hot code and each connection has prepared its statements. */
const WARM_UP_SCENARIOS = 5_000;
const MAX_WARM_UP_MS = 30_000;
const MAX_TRIES = 5;

export interface LoadPlan {
  readonly scenario: ScenarioName;
  /** Share the connections equally. */
  readonly servers: readonly BenchServer[];
  readonly durationMs: number;
  readonly rows: readonly ConnectionRows[];
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadFigures extends LoadResult {
  /** Mean CPU time of a scenario, summed over the servers. */
  readonly cpuUs: number;
}

/**
 * Loads the servers from another process.
 * @throws Error when five loads in a row complete no scenario
 */
export async function measureLoad({
  scenario,
  servers,
  durationMs,
  rows,
  headers = {},
}: LoadPlan): Promise<LoadFigures> {
  const ports = servers.map(({ port }) => port);
  const options: LoadOptions = { scenario, ports, connections: CONNECTIONS, durationMs, rows, headers };
  const totalCpuUs = (): number => servers.reduce((sum, server) => sum + server.cpuUs(), 0);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = totalCpuUs();
    const result = await runProgram<LoadResult>('tools/lab/bench/http/load.ts', options);
    if (result.perSecond > 0) return { ...result, cpuUs: (totalCpuUs() - before) / result.all };
  }
  throw new Error(`no scenario was completed within ${durationMs} ms`);
}

export async function warmUp(plan: LoadPlan): Promise<void> {
  const untilMs = performance.now() + MAX_WARM_UP_MS;
  for (let done = 0; done < WARM_UP_SCENARIOS && performance.now() < untilMs;) done += (await measureLoad(plan)).all;
}
