import type { Stack } from '../stack/open-stack.js';
import { complaintsOf, secretsOf } from './fuzz-stack.js';
import { HeapWatch } from './heap-watch.js';
import { Judge } from './judge.js';
import { prepare } from './prepare.js';
import type { FuzzReport } from './report.js';
import { operationsOf } from './requests/operations.js';
import { runFuzz } from './run-fuzz.js';

export interface FuzzTarget {
  readonly baseUrl: string;
  readonly seed: number;
  readonly requests: number;
  /** The processes behind the URL, if they are ours: their secrets are looked for, their heap is watched. */
  readonly stack?: Stack;
  readonly say: (line: string) => void;
}

/** Fuzzes a product that runs, and says what came of it. */
export async function fuzz({ baseUrl, seed, requests, stack, say }: FuzzTarget): Promise<FuzzReport> {
  const operations = operationsOf(await readJson(`${baseUrl}/openapi.json`));
  const pool = await prepare(baseUrl, seed);
  const judge = new Judge(stack === undefined ? [] : secretsOf(stack));
  const watch = stack === undefined ? null : new HeapWatch(stack.api);
  const startedMs = Date.now();
  const onPause = async (done: number): Promise<void> => {
    await watch?.sample(done);
    say(`${done} requests, ${Math.round((done * 1_000) / (Date.now() - startedMs))}/s`);
  };
  const findings = await runFuzz({ baseUrl, seed, requests, operations, pool, judge, onPause });
  return {
    ...{ seed, requests, elapsedMs: Date.now() - startedMs },
    ...{ counts: findings.counts, findings: findings.findings },
    heap: watch?.samples ?? [],
    complaints: stack === undefined ? null : complaintsOf(stack),
  };
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}
