import type { Stack } from '../stack/open-stack.js';
import { ApiClient, sendByFetch } from '../support/api-client.js';
import { AnswerChecker } from './check-answer.js';
import { countWarnings, secretsOf } from './fuzz-stack.js';
import { HeapWatch } from './heap-watch.js';
import { prepare } from './prepare.js';
import type { FuzzReport } from './report.js';
import { operationsOf } from './requests/operations.js';
import { runFuzz } from './run-fuzz.js';

export interface FuzzTarget {
  readonly baseUrl: string;
  readonly seed: number;
  readonly requests: number;
  /** The stack behind the URL, if this run started it: its secrets are searched for and its heap is sampled. */
  readonly stack?: Stack;
  readonly log: (line: string) => void;
}

/** Fuzzes a running product. */
export async function fuzz({ baseUrl, seed, requests, stack, log }: FuzzTarget): Promise<FuzzReport> {
  const client = new ApiClient(sendByFetch(baseUrl));
  const operations = operationsOf(await client.call({ method: 'GET', path: '/openapi.json' }));
  const pool = await prepare(client, seed);
  const checker = new AnswerChecker(stack === undefined ? [] : secretsOf(stack));
  const watch = stack === undefined ? null : new HeapWatch(stack.api);
  const startedMs = Date.now();
  const onPause = async (done: number): Promise<void> => {
    await watch?.sample(done);
    log(`${done} requests, ${Math.round((done * 1_000) / (Date.now() - startedMs))}/s`);
  };
  const findings = await runFuzz({ baseUrl, seed, requests, operations, pool, checker, onPause });
  return {
    ...{ seed, requests, elapsedMs: Date.now() - startedMs },
    ...{ counts: findings.counts, findings: findings.findings },
    heap: watch?.samples ?? [],
    warnings: stack === undefined ? null : countWarnings(stack),
  };
}
