import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { Queue } from 'bullmq';
import { JOB_CATALOGUE, JOB_NAMES } from '../job-catalogue.js';
import type { QueueBackend } from '../queue-backend.js';
import { DashboardServer } from './dashboard-server.js';

/** Opens bull-board, read only, on every queue. Of a job's data it shows the ids. */
export function openDashboard(
  backend: QueueBackend,
  basePath: string,
  onError: (error: Error) => void,
): DashboardServer {
  const serverAdapter = new DashboardServer(basePath);
  const queues = JOB_NAMES.map((name) => {
    const { queue, parse } = JOB_CATALOGUE[name];
    const opened = backend.openQueue(queue, onError);
    if (!isQueue(opened)) throw new Error('bull-board shows BullMQ queues only');
    const adapter = new BullMQAdapter(opened, { readOnlyMode: true });
    adapter.setFormatter('data', parse);
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
