import { deleteUnverifiedOnboardings } from '@app/agents';
import { EventsRepository } from '@app/events';
import { deleteUnconfirmedIntents } from '@app/intents';
import { Metrics } from '@app/observability';
import { readBacklog, readPressure } from '@app/operations';
import { TasksRepository } from '@app/queue';
import { StateGauges } from '../../../../libs/operations/src/state-gauges.js';
import { OverviewService } from '../../../../apps/api/src/ops/overview.service.js';
import { WebhookGauges } from '../../../../apps/webhooks/src/webhook-gauges.js';
import type { Work } from './compare-works.js';
import type { HistoryDatabase } from './history-database.js';
import { BUSIEST, laneId } from './history-ids.js';
import { rolledBack } from './rolled-back.js';

const SWEEP = { retentionDays: 30, limit: 1_000 };
const EVENT_RETENTION_DAYS = 90;
const BALANCE_MAX_AGE_MS = 86_400_000;

export const SWEEP_WORKS: readonly Work[] = [
  sweep('sweep previews', (tx) => deleteUnconfirmedIntents(tx, SWEEP)),
  sweep('sweep onboardings', (tx) => deleteUnverifiedOnboardings(tx, SWEEP)),
  sweep('sweep ended tasks', (tx) => new TasksRepository(tx).deleteEnded(SWEEP.limit)),
  sweep('sweep event logs', (tx) => new EventsRepository(tx).deleteExpired(EVENT_RETENTION_DAYS, SWEEP.limit)),
  sweep('tasks: claim due', async (tx) => {
    const tasks = new TasksRepository(tx);
    const ids = (await tasks.claimDue(50)) ?? [];
    for (const id of ids.slice(0, 5)) await tasks.claim(id, { kinds: ['send_passcode'], leaseMs: 60_000 });
    return ids.length;
  }),
  {
    name: 'tasks: find a recent balance',
    run: ({ database }) => new TasksRepository(database).findRecentBalance(laneId(BUSIEST), BALANCE_MAX_AGE_MS),
  },
];

function sweep(name: string, run: (tx: ConstructorParameters<typeof TasksRepository>[0]) => Promise<number>): Work {
  const runSome: typeof run = async (tx) => {
    const count = await run(tx);
    if (count === 0) throw new Error(`${name} found nothing`);
    return count;
  };
  return { name, run: ({ database }) => rolledBack(database, runSome) };
}

/** Reads of the shared state, each as a new process does it first. */
export const STATE_WORKS: readonly Work[] = [
  { name: 'backlog', run: ({ database }) => readBacklog(database) },
  { name: 'pressure', run: ({ database }) => readPressure(database) },
  {
    name: 'scrape of API or worker',
    run: ({ database, queue }: HistoryDatabase): Promise<string> => {
      const metrics = Metrics.off();
      const gauges = new StateGauges({ database, queue, metrics });
      metrics.onScrape(() => gauges.update());
      return metrics.text();
    },
  },
  {
    name: 'scrape of webhooks',
    run: ({ database }: HistoryDatabase): Promise<string> => {
      const metrics = Metrics.off();
      new WebhookGauges(database, metrics);
      return metrics.text();
    },
  },
  { name: 'GET /ops/overview', run: ({ database, queue }) => new OverviewService(database, queue).read() },
];
