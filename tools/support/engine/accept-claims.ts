import type { Secret } from '@app/common';
import type { AcceptanceService } from '@app/intents';
import { Logger } from '@app/observability';
import type { Database } from '@app/persistence';
import { JobQueue } from '@app/queue';
import type { QueueBackend } from '../../../libs/queue/src/queue-backend.js';
import { connectDatabase } from '../../../test/support/open-database.js';
import { analyzeFilled } from '../analyze-filled.js';
import { inParallel } from '../in-parallel.js';
import { openEngine } from './engine-dependencies.js';

/** Concurrent callers that accept executions. */
const CALLERS = 16;

/** A queue that drops every wake-up. */
const DISCARDING_BACKEND: QueueBackend = {
  openQueue: () => ({
    add: () => Promise.resolve({}),
    addBulk: () => Promise.resolve(),
    getJob: () => Promise.resolve(undefined),
    getJobCountByTypes: () => Promise.resolve(0),
    waitUntilReady: () => Promise.resolve(),
    on: () => undefined,
    close: () => Promise.resolve(),
  }),
  openWorker: () => {
    throw new Error('the discarding queue has no workers');
  },
  note: null,
  close: () => Promise.resolve(),
};

export function acceptInParallel(intentIds: readonly string[], engine: AcceptanceService): Promise<void> {
  return inParallel(intentIds, CALLERS, (intentId) => engine.accept({ intentId, requestId: 'bench' }));
}

/** Accepts every intent without enqueueing a wake-up. */
export async function acceptWithoutWakeups(url: Secret, intentIds: readonly string[]): Promise<void> {
  await withSql(url, async (sql) => {
    const queue = new JobQueue(DISCARDING_BACKEND, Logger.create({ app: 'bench', level: 'error', format: 'json' }));
    await acceptInParallel(intentIds, openEngine(sql, url, queue));
  });
  await analyzeFilled(url);
}

async function withSql<T>(url: Secret, work: (sql: Database) => Promise<T>): Promise<T> {
  const { database, close } = await connectDatabase(url.reveal());
  try {
    return await work(database);
  } finally {
    await close();
  }
}
