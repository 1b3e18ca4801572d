import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { builtFile } from '../../apps/devnet/src/project-root.js';
import type { StackProcess } from '../stack/stack-process.js';

const PROBE = 'tools/fuzz/heap-probe.ts';
const ANSWER_LIMIT_MS = 30_000;
const MIB = 2 ** 20;
/** What code that is still being compiled and caches that fill up may add. */
const ALLOWED_GROWTH_MIB = 12;

/** What a process must be started with to be watched. */
export const WATCHED_ENVIRONMENT = { NODE_OPTIONS: `--import=${pathToFileURL(builtFile(PROBE)).href}` } as const;

export interface HeapSample {
  /** How many requests had been made. */
  readonly requests: number;
  /** After a full collection. */
  readonly heapMib: number;
  readonly residentMib: number;
}

/** Watches what a process still holds after all garbage was collected. */
export class HeapWatch {
  readonly #samples: HeapSample[] = [];

  constructor(private readonly process: StackProcess) {}

  get samples(): readonly HeapSample[] {
    return this.#samples;
  }

  async sample(requests: number): Promise<void> {
    const known = this.#lines().length;
    await this.process.kill('SIGUSR2');
    const deadline = Date.now() + ANSWER_LIMIT_MS;
    while (this.#lines().length === known && Date.now() < deadline) await delay(10);
    const line = this.#lines().at(-1);
    if (line === undefined) throw new Error('the heap probe says nothing');
    const { heapUsed, rss } = readProbe(line);
    this.#samples.push({ requests, heapMib: heapUsed / MIB, residentMib: rss / MIB });
  }

  #lines(): string[] {
    return this.process.log.split('\n').filter((line) => line.startsWith('{"probe":"heap"'));
  }
}

/** How much more the last third of the samples holds than the first, by their medians. */
export function heapGrowthMib(samples: readonly HeapSample[]): number {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return medianHeap(samples.slice(-third)) - medianHeap(samples.slice(0, third));
}

export function isGrowing(samples: readonly HeapSample[]): boolean {
  return heapGrowthMib(samples) > ALLOWED_GROWTH_MIB;
}

function medianHeap(samples: readonly HeapSample[]): number {
  const sorted = samples.map(({ heapMib }) => heapMib).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function readProbe(line: string): { heapUsed: number; rss: number } {
  const parsed: unknown = JSON.parse(line);
  const { heapUsed, rss } = { heapUsed: Number.NaN, rss: Number.NaN, ...(typeof parsed === 'object' ? parsed : {}) };
  return { heapUsed, rss };
}
