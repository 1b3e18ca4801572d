import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { Queue } from 'bullmq';
import { withTimeout } from '@app/common';
import { JOB_CATALOGUE, JOB_NAMES } from '../job-catalogue.js';
import type { QueueBackend } from '../queue-backend.js';
import { DashboardServer } from './dashboard-server.js';

const READY_TIMEOUT_MS = 5_000;

/**
 * Opens bull-board, read only, on every queue. Of a job's data it shows the ids.
 * @throws Error when the queue's server does not answer: a queue whose first connection failed would stay unusable
 */
export async function openDashboard(
  backend: QueueBackend,
  basePath: string,
  onError: (error: Error) => void,
): Promise<DashboardServer> {
  const serverAdapter = new DashboardServer(basePath);
  const opened = JOB_NAMES.map((name) => ({ name, queue: backend.openQueue(JOB_CATALOGUE[name].queue, onError) }));
  try {
    await withTimeout(Promise.all(opened.map(({ queue }) => queue.waitUntilReady())), READY_TIMEOUT_MS);
  } catch (error) {
    for (const { queue } of opened) void queue.close().catch(onError);
    throw error;
  }
  const queues = opened.map(({ name, queue }) => {
    if (!isQueue(queue)) throw new Error('bull-board shows BullMQ queues only');
    const adapter = new BullMQAdapter(queue, { readOnlyMode: true });
    adapter.setFormatter('data', JOB_CATALOGUE[name].parse);
    adapter.setFormatter('returnValue', () => null);
    return adapter;
  });
  const uiConfig = { boardTitle: 'Presage queues', hideDocsLink: true };
  createBullBoard({ queues, serverAdapter, options: { uiConfig } });
  return serverAdapter;
}

/** Queues of every backend extend BullMQ's class. */
function isQueue(queue: unknown): queue is Queue {
  return queue instanceof Queue;
}
