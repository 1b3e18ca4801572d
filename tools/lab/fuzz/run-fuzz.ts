import { EventEmitter, once } from 'node:events';
import { Findings } from './findings.js';
import type { AnswerChecker } from './check-answer.js';
import type { FuzzRequest } from './requests/fuzz-request.js';
import type { LivePool } from './requests/live-pool.js';
import { makeRequest } from './requests/make-request.js';
import type { Operation } from './requests/operations.js';
import type { WireAnswer } from './wire-answer.js';
import { exchangeRaw, WireConnection } from './wire-connection.js';

const CONNECTIONS = 24;
/** A request uses ids from answers to requests at least this many before it, so that it does not depend on timing. */
const LAG_REQUESTS = 400;
/** Requests between two pauses, within the limits on the number of parts. */
const PART_REQUESTS = 1_000;
const MAX_PARTS = 12;
const MIN_PARTS = 3;

export interface FuzzOptions {
  readonly baseUrl: string;
  readonly seed: number;
  readonly requests: number;
  readonly operations: readonly Operation[];
  readonly pool: LivePool;
  readonly checker: AnswerChecker;
  /** Called up to 12 times while no request is in flight. */
  readonly onPause: (requests: number) => Promise<void>;
}

export async function runFuzz(options: FuzzOptions): Promise<Findings> {
  const run = new FuzzRun(options);
  const { requests, onPause } = options;
  const parts = Math.min(MAX_PARTS, Math.max(MIN_PARTS, Math.floor(requests / PART_REQUESTS)));
  for (let part = 1; part <= parts; part += 1) {
    const until = Math.floor((requests * part) / parts);
    await run.continueUntil(until);
    await onPause(until);
  }
  run.close();
  return run.findings;
}

class FuzzRun {
  readonly findings = new Findings();
  private readonly address: { host: string; port: number };
  private readonly connections: readonly WireConnection[];
  /** Bodies of successful answers not yet added to the pool. */
  private readonly bodies = new Map<number, unknown>();
  private next = 0;
  private harvested = 0;
  /** Emits `response` after each request. */
  private readonly events = new EventEmitter().setMaxListeners(CONNECTIONS);

  constructor(private readonly options: FuzzOptions) {
    const { hostname, port } = new URL(options.baseUrl);
    this.address = { host: hostname, port: Number(port || 80) };
    this.connections = Array.from({ length: CONNECTIONS }, () => new WireConnection(this.address));
  }

  async continueUntil(end: number): Promise<void> {
    await Promise.all(this.connections.map((connection) => this.serve(connection, end)));
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private async serve(connection: WireConnection, end: number): Promise<void> {
    while (this.next < end) {
      if (!this.harvestUpTo(this.next - LAG_REQUESTS)) {
        await once(this.events, 'response');
        continue;
      }
      const request = makeRequest(this.next, this.options);
      this.next += 1;
      this.bodies.set(request.index, await this.send(connection, request));
      this.events.emit('response');
    }
  }

  /** Adds the answers up to this request to the pool, in order. @returns false while one of them is pending */
  private harvestUpTo(index: number): boolean {
    while (this.harvested < index) {
      if (!this.bodies.has(this.harvested)) return false;
      this.options.pool.harvest(this.bodies.get(this.harvested));
      this.bodies.delete(this.harvested);
      this.harvested += 1;
    }
    return true;
  }

  /** @returns the body of a successful answer */
  private async send(connection: WireConnection, request: FuzzRequest): Promise<unknown> {
    let answers: WireAnswer[];
    try {
      answers = request.isFramed ? [await connection.exchange(request)] : await exchangeRaw(this.address, request);
    } catch (error) {
      this.findings.count(request, 'no answer');
      this.findings.add(request, error instanceof Error ? error.message : 'no answer', Buffer.alloc(0));
      return undefined;
    }
    const bodies = answers.map((answer) => this.check(request, answer));
    if (answers.length === 0) this.findings.count(request, 'silence');
    return request.isFramed ? bodies[0] : undefined;
  }

  private check(request: FuzzRequest, answer: WireAnswer): unknown {
    this.findings.count(request, String(answer.status));
    const { faults, body } = this.options.checker.check({ ...request, answer });
    for (const fault of faults) this.findings.add(request, fault, answer.body);
    return answer.status < 300 ? body : undefined;
  }
}
