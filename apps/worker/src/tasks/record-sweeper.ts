import { Inject, Injectable } from '@nestjs/common';
import { deleteUnverifiedOnboardings } from '@app/agents';
import { IntervalLoop } from '@app/common';
import { awaitsReconciliation } from '@app/engine';
import { EventsRepository } from '@app/events';
import { deleteUnconfirmedIntents } from '@app/intents';
import { errorFields, Logger, LoopService } from '@app/observability';
import { Database } from '@app/persistence';
import { TasksRepository } from '@app/queue';

const INTERVAL_MS = 60_000;
/** Rows that one statement deletes at most, so that it holds locks briefly. */
const BATCH = 1_000;
/** Statements of one kind in one sweep. */
const MAX_BATCHES = 20;

/** Ages in days at which records are deleted. */
export interface Retention {
  /** Intents that were never confirmed, and onboardings that were never verified. */
  recordsDays: number;
  /** Events of the logs of agents and markets. */
  eventsDays: number;
}

export const RETENTION = Symbol('Retention');

/** Deletes old events, and records without effect that clients leave behind: ended tasks, previews and onboardings. */
@Injectable()
export class RecordSweeper extends LoopService {
  protected readonly loop = new IntervalLoop({
    intervalMs: INTERVAL_MS,
    work: () => this.sweep(),
    onError: (error) => this.log.warn({ event: 'records.sweep_failed', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    @Inject(RETENTION) private readonly retention: Retention,
  ) {
    super();
  }

  async sweep(): Promise<void> {
    const { database } = this;
    // A restored copy may show as unconfirmed what was executed after it was made.
    if (await awaitsReconciliation(database)) return;
    const { recordsDays: retentionDays, eventsDays } = this.retention;
    const tasks = await inBatches((limit) => new TasksRepository(database).deleteEnded(limit));
    const intents = await inBatches((limit) => deleteUnconfirmedIntents(database, { retentionDays, limit }));
    const onboardings = await inBatches((limit) => deleteUnverifiedOnboardings(database, { retentionDays, limit }));
    const events = await inBatches((limit) => new EventsRepository(database).deleteExpired(eventsDays, limit));
    if (tasks + intents + onboardings + events > 0) {
      this.log.info({ event: 'records.deleted', tasks, intents, onboardings, events });
    }
  }
}

async function inBatches(deleteSome: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const deleted = await deleteSome(BATCH);
    total += deleted;
    if (deleted < BATCH) break;
  }
  return total;
}
