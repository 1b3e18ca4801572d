import { setTimeout as delay } from 'node:timers/promises';
import { HttpConnection, requestText } from '../../../support/http-connection.js';
import { type BenchDatabase, startApi } from '../http/bench-servers.js';
import { quantile } from '../support/measure.js';
import { runProgram } from '../support/program.js';
import type { GeneratorOptions, GeneratorResult } from './generator.js';

const SATURATING_CONNECTIONS = [16, 64, 128];
const SATURATION_MS = 6_000;
const OVERLOAD_FACTOR = 5;
const OVERLOAD_CONNECTIONS = 800;
const PROBE_INTERVAL_MS = 50;
/** Minimum of the useful answers per second, relative to the peak without overload. */
const MIN_GOODPUT = 0.8;
const MAX_HEALTH_P99_MS = 50;

/** Offers one API process five times its peak rate. @returns whether goodput and `/health` meet their bars */
export async function benchOverload(database: BenchDatabase, seconds: number): Promise<boolean> {
  const { port } = await startApi(database, { LOG_LEVEL: 'warn' });
  const load = (options: Omit<GeneratorOptions, 'port' | 'rows'>): Promise<GeneratorResult> =>
    runProgram('tools/lab/bench/overload/generator.ts', { port, rows: database.rows, ...options });
  const saturate = async (connections: number): Promise<Peak> => {
    const result = await load({ connections, durationMs: SATURATION_MS });
    console.log(`${connections} connections: ${describeRate(result)}, p99 ${result.p99Ms.toFixed(0)} ms`);
    return { connections, goodPerSecond: result.goodPerSecond };
  };
  let peak: Peak = { connections: 0, goodPerSecond: 0 };
  for (const connections of SATURATING_CONNECTIONS) {
    const found = await saturate(connections);
    if (found.goodPerSecond > peak.goodPerSecond) peak = found;
  }
  const perSecond = Math.round(peak.goodPerSecond * OVERLOAD_FACTOR);
  console.log(`offering ${perSecond} requests per second for ${seconds} s`);
  const probe = await HealthProbe.start(port);
  const loaded = await load({ connections: OVERLOAD_CONNECTIONS, durationMs: seconds * 1000, perSecond });
  const health = await probe.stop();
  // A machine slows down under full load, some by a quarter within a minute. So the peak is measured again.
  const after = await saturate(peak.connections);
  return report({ peakPerSecond: (peak.goodPerSecond + after.goodPerSecond) / 2, loaded, health });
}

interface Peak {
  readonly connections: number;
  readonly goodPerSecond: number;
}

interface Outcome {
  readonly peakPerSecond: number;
  readonly loaded: GeneratorResult;
  readonly health: HealthFigures;
}

function report({ peakPerSecond, loaded, health }: Outcome): boolean {
  const goodput = loaded.goodPerSecond / peakPerSecond;
  const { offered, good, late, refused, other, broken, unsent, p50Ms, p99Ms } = loaded;
  console.log(`offered ${offered}: good ${good}, late ${late}, refused ${refused}, other ${other}, broken ${broken}`);
  console.log(`not sent, because all ${OVERLOAD_CONNECTIONS} connections were busy: ${unsent}`);
  console.log(
    `goodput ${describeRate(loaded)}: ${goodput.toFixed(2)} of the mean peak ${peakPerSecond.toFixed(0)} (bar ${MIN_GOODPUT})`,
  );
  console.log(`latency of 2xx answers: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`);
  console.log(
    `/health, ${health.count} requests: p50 ${health.p50Ms.toFixed(1)} ms, p99 ${health.p99Ms.toFixed(1)} ms ` +
      `(bar ${MAX_HEALTH_P99_MS}), maximum ${health.maxMs.toFixed(1)} ms, failed ${health.failed}`,
  );
  return goodput >= MIN_GOODPUT && health.p99Ms <= MAX_HEALTH_P99_MS && health.failed === 0;
}

function describeRate({ goodPerSecond }: { readonly goodPerSecond: number }): string {
  return `${goodPerSecond.toFixed(0)} useful answers per second`;
}

interface HealthFigures {
  readonly count: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Requests `/health` periodically over one connection. */
class HealthProbe {
  private readonly latenciesMs: number[] = [];
  private readonly ended: Promise<void>;
  private failed = 0;
  private isStopping = false;

  private constructor(private readonly connection: HttpConnection) {
    this.ended = this.repeat();
  }

  static async start(port: number): Promise<HealthProbe> {
    return new HealthProbe(await HttpConnection.open(port));
  }

  async stop(): Promise<HealthFigures> {
    this.isStopping = true;
    await this.ended;
    this.connection.close();
    const { latenciesMs, failed } = this;
    const at = (share: number): number => quantile(latenciesMs, share);
    return { count: latenciesMs.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
  }

  private async repeat(): Promise<void> {
    const text = requestText({ method: 'GET', path: '/health' });
    while (!this.isStopping) {
      const startedMs = performance.now();
      const { status } = await this.connection.send(text);
      const tookMs = performance.now() - startedMs;
      if (status === 200) this.latenciesMs.push(tookMs);
      else this.failed += 1;
      await delay(Math.max(0, PROBE_INTERVAL_MS - tookMs));
    }
  }
}
