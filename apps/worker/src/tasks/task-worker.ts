import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Mailer } from '@app/mailer';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { JobConsumer, JobQueue } from '@app/queue';
import { TaskRunner, TasksRepository } from '@app/tasks';
import { IntervalLoop } from '../interval-loop.js';

const SWEEP_INTERVAL_MS = 250;
const SWEEP_LIMIT = 200;
const CONCURRENCY = 20;

/** Answers rings for tasks, and rings for those that are due although nobody did. */
@Injectable()
export class TaskWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeper = new IntervalLoop({
    everyMs: SWEEP_INTERVAL_MS,
    work: () => this.sweep(),
    onError: (error) => this.log.warn({ event: 'tasks.sweep_failed', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly runner: TaskRunner,
    private readonly queue: JobQueue,
    private readonly consumer: JobConsumer,
    private readonly mailer: Mailer,
    private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.start('task', CONCURRENCY, ({ taskId }) => this.runner.run(taskId));
    this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.close();
    await this.runner.close();
    this.mailer.close();
  }

  private async sweep(): Promise<void> {
    const due = await new TasksRepository(this.database).claimDue(SWEEP_LIMIT);
    await this.queue.enqueueWakeups(
      'task',
      due.map((taskId) => ({ taskId })),
    );
  }
}
