import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  ActionRefusedError,
  GapError,
  type Intent,
  type Outcome,
  Presage,
  PresageError,
  type Timer,
} from '@presage/sdk';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import type { Call, Vector, VectorRun } from './vector.js';

const KEY = 'presage_key';

/** Runs a vector with the JavaScript SDK, in time that passes only in pauses. The random part of pauses is fixed. */
export async function runInJavaScript({ call }: Vector, baseUrl: string): Promise<VectorRun> {
  const pauses: number[] = [];
  let nowMs = 0;
  const timer: Timer = {
    nowMs: () => nowMs,
    sleep: (ms) => {
      pauses.push(Math.round(ms));
      nowMs += ms;
      return Promise.resolve();
    },
  };
  const apiKey = call.key === null ? undefined : (call.key ?? KEY);
  const presage = new Presage({ baseUrl, apiKey }, timer);
  try {
    return { result: await carryOut(presage, call), pauses };
  } catch (error) {
    return { result: describe(error), pauses };
  }
}

async function carryOut(presage: Presage, call: Call): Promise<VectorRun['result']> {
  const { path: inPath, query, body, headers, expect, reference = '', fields } = call;
  const timeoutMs = call.timeout === undefined ? undefined : call.timeout * 1000;
  const options = { timeoutMs, retryFailed: call.retry_failed };
  const action = fields as never;
  const parts = { path: inPath, query, body, headers, timeoutMs } as never;
  switch (call.do) {
    case 'request':
      return { answer: await presage.request(call.operation as 'getHealth', parts) };
    case 'act':
      return toResult(await presage.act(action, { ...options, expect }));
    case 'preview':
      return { intent: await presage.preview(action, options) };
    case 'run':
      return toResult(await presage.run(body as unknown as Intent, options));
    case 'outcome':
      return toResult(await presage.outcomeOf(reference, options));
    case 'address':
      return { address: await presage.addressOf(reference, options) };
    case 'market':
      return { market: await presage.findMarket(reference) };
    case 'pages':
      return { items: await collect(presage.list(call.operation as 'listMarkets', parts)) };
    case 'events':
      return { events: await collect(presage.events({ agentId: reference, after: call.after ?? 0, follow: false })) };
  }
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function toResult({ status, intent, execution }: Outcome): VectorRun['result'] {
  return { status, intent_status: intent.status, execution: execution?.status ?? null };
}

function describe(error: unknown): VectorRun['result'] {
  if (error instanceof GapError) return { gap: error.afterSeq };
  if (!(error instanceof PresageError)) throw error;
  const { code, status, retryable, isTransient, retryAfterMs, details } = error;
  const failed_checks = error instanceof ActionRefusedError ? error.failedChecks.length : null;
  const argument = error.error.argument === 'baseUrl' ? 'base_url' : (error.error.argument ?? null);
  return {
    code,
    status,
    retryable,
    transient: isTransient,
    retry_after_ms: retryAfterMs,
    details,
    failed_checks,
    argument,
  };
}

/** Runs all vectors with the Python SDK in one process: with its client, or with the asynchronous one. */
export async function runInPython(
  python: string,
  vectors: readonly Vector[],
  baseUrl: string,
  client: string,
): Promise<VectorRun[]> {
  const folder = path.join(PROJECT_ROOT, 'packages/python');
  const env = { ...process.env, PYTHONPATH: path.join(folder, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  const driver = path.join(PROJECT_ROOT, 'test/packages/python/run_vectors.py');
  const child = spawn(python, [driver, baseUrl, client], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(vectors.map(({ call }) => call)));
  return JSON.parse(await text(child.stdout)) as VectorRun[];
}
