import { Findings } from './findings.js';
import { type Judge, type Judgement } from './judge.js';
import type { FuzzRequest } from './requests/fuzz-request.js';
import type { LivePool } from './requests/live-pool.js';
import { makeRequest } from './requests/make-request.js';
import type { Operation } from './requests/operations.js';
import type { WireAnswer } from './wire/wire-answer.js';
import { exchangeRaw, WireConnection } from './wire/wire-connection.js';

const CONNECTIONS = 24;
/** A request knows of the answers to those that came so many before it, and of no later one, however fast they were. */
const LAG = 400;
/** The run is cut into parts of about this size, and into no more parts than that. */
const PART = 1_000;
const MAX_PARTS = 12;
const MIN_PARTS = 3;

export interface FuzzOptions {
  readonly baseUrl: string;
  readonly seed: number;
  readonly requests: number;
  readonly operations: readonly Operation[];
  readonly pool: LivePool;
  readonly judge: Judge;
  /** Called now and then, at the most a dozen times, while no request is under way. */
  readonly onPause: (requests: number) => Promise<void>;
}

/** Sends the requests that the seed gives, and judges every answer. */
export async function runFuzz(options: FuzzOptions): Promise<Findings> {
  const run = new FuzzRun(options);
  const { requests, onPause } = options;
  const parts = Math.min(MAX_PARTS, Math.max(MIN_PARTS, Math.floor(requests / PART)));
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
  readonly #address: { host: string; port: number };
  readonly #connections: readonly WireConnection[];
  /** What successful answers said, until the pool may know it. */
  readonly #learnt = new Map<number, unknown>();
  #next = 0;
  #taught = 0;
  #wake: () => void = () => undefined;

  constructor(private readonly options: FuzzOptions) {
    const { hostname, port } = new URL(options.baseUrl);
    this.#address = { host: hostname, port: Number(port || 80) };
    this.#connections = Array.from({ length: CONNECTIONS }, () => new WireConnection(this.#address));
  }

  async continueUntil(end: number): Promise<void> {
    await Promise.all(this.#connections.map((connection) => this.#serve(connection, end)));
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  async #serve(connection: WireConnection, end: number): Promise<void> {
    while (this.#next < end) {
      if (!this.#teachUpTo(this.#next - LAG)) {
        await new Promise<void>((resolve) => {
          const others = this.#wake;
          this.#wake = () => {
            others();
            resolve();
          };
        });
        continue;
      }
      const request = makeRequest(this.#next, this.options);
      this.#next += 1;
      this.#learnt.set(request.index, await this.#send(connection, request));
      this.#wake();
      this.#wake = () => undefined;
    }
  }

  /** Gives the pool what the first requests have brought, in their order; false while one of them is not answered. */
  #teachUpTo(index: number): boolean {
    while (this.#taught < index) {
      if (!this.#learnt.has(this.#taught)) return false;
      this.options.pool.harvest(this.#learnt.get(this.#taught));
      this.#learnt.delete(this.#taught);
      this.#taught += 1;
    }
    return true;
  }

  /** @returns the body of an answer that was a success */
  async #send(connection: WireConnection, request: FuzzRequest): Promise<unknown> {
    let answers: WireAnswer[];
    try {
      answers = request.isFramed ? [await connection.exchange(request)] : await exchangeRaw(this.#address, request);
    } catch (error) {
      this.findings.count(request, 'no answer');
      this.findings.add(request, error instanceof Error ? error.message : 'no answer', Buffer.alloc(0));
      return undefined;
    }
    const bodies = answers.map((answer) => this.#judge(request, answer));
    if (answers.length === 0) this.findings.count(request, 'silence');
    return request.isFramed ? bodies[0] : undefined;
  }

  #judge(request: FuzzRequest, answer: WireAnswer): unknown {
    this.findings.count(request, String(answer.status));
    const { faults, body }: Judgement = this.options.judge.judge({ ...request, answer });
    for (const fault of faults) this.findings.add(request, fault, answer.body);
    return answer.status < 300 ? body : undefined;
  }
}
