import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { Logger, loggedLoop } from '@app/observability';
import { Database } from '@app/persistence';
import { JobConsumer, JobQueue, TasksRepository } from '@app/queue';
import { Mailer } from '../mail/mailer.js';
import { TaskRunner } from './task-runner.js';

const SWEEP_INTERVAL_MS = 250;
/** Pause without tasks. A new one has a wake-up, which is rarely lost. */
const IDLE_MS = 5_000;
/** Wake-ups that one sweep enqueues at most. */
const SWEEP_LIMIT = 200;
/** Tasks that this worker runs at a time. */
const CONCURRENCY = 20;

/** Consumes task wake-ups; while there are tasks, every 250 ms enqueues one for each that is overdue. */
@Injectable()
export class TaskWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeper: IntervalLoop;

  constructor(
    private readonly database: Database,
    private readonly runner: TaskRunner,
    private readonly queue: JobQueue,
    private readonly consumer: JobConsumer,
    private readonly mailer: Mailer,
    log: Logger,
  ) {
    this.sweeper = loggedLoop({
      intervalMs: SWEEP_INTERVAL_MS,
      idleMs: IDLE_MS,
      work: () => this.sweep(),
      log,
      failed: { event: 'tasks.sweep_failed' },
      recovered: { event: 'tasks.sweep_recovered' },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.start('task', CONCURRENCY, async ({ taskId }) => {
      await this.runner.run(taskId);
      this.sweeper.wake(); // it may be due again later
    });
    this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.consumer.pause('task');
    await this.sweeper.close();
    await this.runner.close();
    this.mailer.close();
  }

  private async sweep(): Promise<'idle' | undefined> {
    const taskIds = await new TasksRepository(this.database).claimDue(SWEEP_LIMIT);
    if (taskIds === null) return 'idle';
    const wakeups = taskIds.map((taskId) => ({ taskId }));
    await this.queue.enqueueWakeups('task', wakeups);
    return undefined;
  }
}
