import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { builtFile } from '../../../dev/devnet/project-root.js';
import type { StackProcess } from '../../../test/support/stack/stack-process.js';

const PROBE = 'tools/lab/fuzz/heap-probe.ts';
const PROBE_TIMEOUT_MS = 120_000;
const MIB = 2 ** 20;
/** Growth allowed for compiled code and filled caches. */
const ALLOWED_GROWTH_MIB = 12;

/** Environment that preloads the heap probe into a process. */
export const WATCHED_ENVIRONMENT = { NODE_OPTIONS: `--import=${pathToFileURL(builtFile(PROBE)).href}` } as const;

export interface HeapSample {
  readonly requests: number;
  /** Heap used after a full garbage collection. */
  readonly heapMib: number;
  readonly residentMib: number;
}

/** Samples the memory that a process holds after garbage collection. */
export class HeapWatch {
  private readonly taken: HeapSample[] = [];

  constructor(private readonly process: StackProcess) {}

  get samples(): readonly HeapSample[] {
    return this.taken;
  }

  async sample(requests: number): Promise<void> {
    const known = this.lines().length;
    await this.process.kill('SIGUSR2');
    const deadline = Date.now() + PROBE_TIMEOUT_MS;
    while (this.lines().length === known && Date.now() < deadline) await delay(10);
    const line = this.lines().at(-1);
    if (line === undefined) throw new Error('the heap probe did not answer');
    const { heapUsed, rss } = readProbe(line);
    this.taken.push({ requests, heapMib: heapUsed / MIB, residentMib: rss / MIB });
  }

  private lines(): string[] {
    return this.process.log.split('\n').filter((line) => line.startsWith('{"probe":"heap"'));
  }
}

/** Difference between the median heap of the last third of the samples and of the first third. */
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
