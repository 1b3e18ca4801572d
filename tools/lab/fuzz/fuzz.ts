import type { Stack } from '../../../test/support/stack/open-stack.js';
import { ApiClient, sendByFetch, withHeaders } from '../../support/api-client.js';
import { AnswerChecker, listEncodings } from './check-answer.js';
import { issueFuzzKeys } from './fuzz-keys.js';
import type { FuzzMode } from './fuzz-modes.js';
import { countWarnings, listSecrets } from './fuzz-stack.js';
import { HeapWatch } from './heap-watch.js';
import { listAgentIds, prepare } from './prepare.js';
import type { FuzzReport } from './report.js';
import { listOperations } from './requests/operations.js';
import { runFuzz } from './run-fuzz.js';

export interface FuzzTarget {
  readonly baseUrl: string;
  /** Access of the stack; without a stack the product must be open. */
  readonly mode: FuzzMode;
  readonly seed: number;
  readonly requests: number;
  /** The stack behind the URL, if this run started it: its secrets are searched for and its heap is sampled. */
  readonly stack?: Stack;
  readonly log: (line: string) => void;
}

export async function fuzz({ baseUrl, mode, seed, requests, stack, log }: FuzzTarget): Promise<FuzzReport> {
  const agentIds = listAgentIds(seed);
  const hasKeys = stack !== undefined && mode !== 'open';
  const keys = hasKeys ? await issueFuzzKeys(stack.databaseUrl, agentIds) : null;
  const send = sendByFetch(baseUrl);
  const client = new ApiClient(keys === null ? send : withHeaders(send, { authorization: `Bearer ${keys.own[0]}` }));
  const operations = listOperations(await client.call({ method: 'GET', path: '/openapi.json' }));
  const pool = await prepare(client, seed);
  pool.keys = keys;
  const secrets = stack === undefined ? [] : listSecrets(stack);
  const checker = new AnswerChecker({
    secrets: [...secrets, ...[...(keys?.own ?? []), ...(keys?.strangers ?? [])].flatMap(listEncodings)],
    privateTexts: mode === 'keys-private' ? agentIds.map((agentId) => Buffer.from(agentId)) : [],
  });
  const watch = stack === undefined ? null : new HeapWatch(stack.api);
  const startedMs = Date.now();
  const onPause = async (done: number): Promise<void> => {
    await watch?.sample(done);
    log(`${done} requests, ${Math.round((done * 1_000) / (Date.now() - startedMs))}/s`);
  };
  const findings = await runFuzz({ baseUrl, seed, requests, operations, pool, checker, onPause });
  return {
    ...{ mode, seed, requests, elapsedMs: Date.now() - startedMs },
    ...{ counts: findings.counts, findings: findings.findings },
    heap: watch?.samples ?? [],
    warnings: stack === undefined ? null : countWarnings(stack),
  };
}
