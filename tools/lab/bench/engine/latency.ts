import { setTimeout as delay } from 'node:timers/promises';
import type { Secret } from '@app/common';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { textAt, parseJson } from '../../../support/json.js';
import { quantile } from '../support/measure.js';
import type { BenchServers } from './bench-servers.js';
import { openEngine, openQueue, type QueueAddress, startLanes } from '../../../support/engine/engine-dependencies.js';
import type { Figure } from '../support/report.js';
import { seedClaims } from '../../../support/engine/seed-claims.js';
import { CallLogs } from '../../../support/engine/call-logs.js';
import { StubChain, StubCustody } from '../../../support/engine/stub-ports.js';

const SAMPLES = 80;
const WARM_UP_SAMPLES = 20;
const PAUSE_MS = 40;

/**
 * Time from accepting an execution to the provider's call, one execution at a time: transaction, wake-up, queue, lease,
 * checks and arming. Provider and chain answer at once.
 */
export async function benchLatency(
  servers: BenchServers,
  { rounds, redisUrl }: { readonly rounds: number; readonly redisUrl?: Secret },
): Promise<Figure[]> {
  const seeded = await servers.createDatabase();
  const intentIds = await seedClaims(seeded.url, { wallets: SAMPLES + WARM_UP_SAMPLES });
  const samplesMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await servers.wipeRedis();
    const measured = await servers.withDatabase(seeded.name, ({ url }) =>
      measure({ databaseUrl: url, ...(redisUrl && { redisUrl }) }, intentIds),
    );
    samplesMs.push(...measured.slice(WARM_UP_SAMPLES));
  }
  await servers.dropDatabase(seeded);
  const figure = (share: number, percentile: string): Figure => ({
    name: `accept → provider call, ${percentile}, queue in ${redisUrl ? 'Redis' : 'PostgreSQL'}`,
    unit: 'ms',
    product: quantile(samplesMs, share),
    note: `${samplesMs.length} executes, one at a time`,
  });
  return [figure(0.5, 'p50'), figure(0.99, 'p99')];
}

async function measure(address: QueueAddress, intentIds: readonly string[]): Promise<number[]> {
  const { database, close: disconnect } = await connectDatabase(address.databaseUrl.reveal());
  const { queue, consumer, close } = await openQueue(address);
  const listeners = new Map<string, (calledMs: number) => void>();
  const logs = new CallLogs();
  const custody = new StubCustody(logs, (body) => listeners.get(intentOf(body))?.(performance.now()));
  const ports = { databaseUrl: address.databaseUrl, database, queue, consumer, custody, chain: new StubChain(logs) };
  const worker = await startLanes(ports);
  const engine = openEngine(database, address.databaseUrl, queue);
  const samplesMs: number[] = [];
  for (const intentId of intentIds) {
    const called = new Promise<number>((resolve) => listeners.set(intentId, resolve));
    const startedMs = performance.now();
    await engine.accept({ intentId, requestId: 'bench' });
    samplesMs.push((await called) - startedMs);
    await delay(PAUSE_MS);
  }
  await worker.close();
  await close();
  await disconnect();
  return samplesMs;
}

/** Reads the intent from the request's reference, which starts with it. */
function intentOf(body: string): string {
  return textAt(parseJson(body), 'refId').split('/')[0] ?? '';
}
