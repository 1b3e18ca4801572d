import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionRows } from '../http/scenarios.js';
import { HttpConnection, requestText } from '../../../support/http-connection.js';
import { quantile } from '../support/measure.js';
import { programOptions } from '../support/program.js';

/** Argument of this program. */
export interface GeneratorOptions {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly rows: readonly ConnectionRows[];
  /** Arrivals per second, whatever the answers. Without it each connection sends right after each answer. */
  readonly perSecond?: number;
}

interface Counts {
  offered: number;
  /** Answers with 2xx within the deadline. */
  good: number;
  late: number;
  /** Answers with 503. */
  refused: number;
  other: number;
  /** Connections that ended before the answer. */
  broken: number;
  /** Arrivals without a free connection. */
  unsent: number;
}

/** Result of this program. */
export interface GeneratorResult extends Readonly<Counts> {
  readonly goodPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Maximum time of a useful answer. */
const DEADLINE_MS = 1_000;
const WARM_UP_MS = 2_000;
const TICK_MS = 2;
const RECONNECT_DELAY_MS = 10;

class Generator {
  private readonly counts: Counts = { offered: 0, good: 0, late: 0, refused: 0, other: 0, broken: 0, unsent: 0 };
  private readonly latenciesMs: number[] = [];
  private readonly idle: HttpConnection[] = [];
  private readonly texts: readonly string[];
  private readonly measureFromMs = performance.now() + WARM_UP_MS;
  private readonly endMs: number;
  private sent = 0;

  constructor(private readonly options: GeneratorOptions) {
    this.texts = options.rows.flatMap(requestTexts);
    this.endMs = this.measureFromMs + options.durationMs;
  }

  async run(): Promise<GeneratorResult> {
    const { connections, durationMs, perSecond } = this.options;
    await Promise.all(Array.from({ length: connections }, () => this.connect()));
    if (perSecond === undefined) for (const connection of this.idle.splice(0)) this.send(connection, performance.now());
    else this.startArrivals(perSecond);
    await delay(this.endMs - performance.now() + DEADLINE_MS);
    const { counts, latenciesMs } = this;
    return {
      ...counts,
      goodPerSecond: (counts.good * 1000) / durationMs,
      p50Ms: quantile(latenciesMs, 0.5),
      p99Ms: quantile(latenciesMs, 0.99),
    };
  }

  private startArrivals(perSecond: number): void {
    const startedMs = performance.now();
    let arrived = 0;
    const timer = setInterval(() => {
      const nowMs = performance.now();
      if (nowMs > this.endMs) return clearInterval(timer);
      for (const due = ((nowMs - startedMs) * perSecond) / 1000; arrived < due; arrived += 1) {
        this.arrive(startedMs + (arrived * 1000) / perSecond);
      }
    }, TICK_MS);
  }

  /** Uses the connections in turn, because the server closes a connection that stays idle. */
  private arrive(dueMs: number): void {
    let connection = this.idle.shift();
    while (connection?.isUsable === false) {
      void this.connect();
      connection = this.idle.shift();
    }
    if (connection === undefined) this.count('unsent', dueMs);
    else this.send(connection, dueMs);
  }

  private send(connection: HttpConnection, dueMs: number): void {
    this.sent += 1;
    const text = this.texts[this.sent % this.texts.length] ?? '';
    connection.send(text).then(
      ({ status }) => {
        this.countAnswer(status, dueMs);
        if (connection.isUsable) this.release(connection);
        else void this.connect();
      },
      () => {
        this.count('broken', dueMs);
        void this.connect();
      },
    );
  }

  private release(connection: HttpConnection): void {
    if (this.options.perSecond !== undefined) this.idle.push(connection);
    else if (performance.now() < this.endMs) this.send(connection, performance.now());
  }

  /** Opens a connection, however often the server refuses it. */
  private async connect(): Promise<void> {
    while (performance.now() < this.endMs) {
      try {
        const connection = await HttpConnection.open(this.options.port);
        this.idle.push(connection);
        return;
      } catch {
        await delay(RECONNECT_DELAY_MS);
      }
    }
  }

  private countAnswer(status: number, dueMs: number): void {
    const tookMs = performance.now() - dueMs;
    if (status === 503) return this.count('refused', dueMs);
    if (status >= 300) return this.count('other', dueMs);
    this.count(tookMs <= DEADLINE_MS ? 'good' : 'late', dueMs);
    if (this.isMeasured(dueMs)) this.latenciesMs.push(tookMs);
  }

  private count(outcome: Exclude<keyof Counts, 'offered'>, dueMs: number): void {
    if (!this.isMeasured(dueMs)) return;
    this.counts.offered += 1;
    this.counts[outcome] += 1;
  }

  private isMeasured(dueMs: number): boolean {
    return dueMs >= this.measureFromMs && dueMs <= this.endMs;
  }
}

/** Half of the requests read a market, three of ten the list, and two of ten record a trade. */
function requestTexts({ marketId }: ConnectionRows): string[] {
  const body = {
    ...{ market_id: marketId, user_id: randomUUID(), side: 'BUY', outcome: 'YES' },
    ...{ price: '0.5', quantity: '2' },
  };
  const market = requestText({ method: 'GET', path: `/markets/${marketId}` });
  const list = requestText({ method: 'GET', path: '/markets?limit=20' });
  const trade = requestText({ method: 'POST', path: '/trade-intents', body });
  return [market, list, market, trade, market, list, market, trade, market, list];
}

console.log(JSON.stringify(await new Generator(programOptions<GeneratorOptions>()).run()));
process.exit();
