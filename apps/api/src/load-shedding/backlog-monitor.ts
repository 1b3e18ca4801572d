import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { IntervalLoop } from '@app/common';
import { type Delays, readPressure } from '@app/operations';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';

const POLL_INTERVAL_MS = 2_000;
const NONE: Delays = { queuedAgeMs: 0, providerDelayMs: 0 };

/** Polls how long executions wait for a worker and the provider. Rests while none waits and none is requested. */
@Injectable()
export class BacklogMonitor implements OnModuleInit, OnApplicationShutdown {
  private readonly loop = new IntervalLoop({
    intervalMs: POLL_INTERVAL_MS,
    work: () => this.poll(),
    onError: (error) => this.forget(error),
  });
  private isAsked = false;
  private delays = NONE;
  private accounts: ReadonlyMap<string, Delays> = new Map();

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }

  /**
   * Age in ms of executions that wait only for a worker, by which the account judges its own; 0 while lanes are stopped for
   * reconciliation.
   * @param accountId null for executions of any account
   */
  ageMs(accountId: string | null): number {
    return Math.max(this.delays.queuedAgeMs, this.delaysOf(accountId).queuedAgeMs);
  }

  /** Time in ms until the provider's rate limit lets a new execution of the account be sent. */
  providerDelayMs(accountId: string | null): number {
    return Math.max(this.delays.providerDelayMs, this.delaysOf(accountId).providerDelayMs);
  }

  private delaysOf(accountId: string | null): Delays {
    this.isAsked = true;
    return this.accounts.get(accountId ?? '') ?? NONE;
  }

  private async poll(): Promise<void> {
    const { queuedAgeMs, providerDelayMs } = this.delays;
    if (!this.isAsked && queuedAgeMs + providerDelayMs + this.accounts.size === 0) return;
    this.isAsked = false;
    const { lanesStopped, accounts, ...delays } = await readPressure(this.database);
    const served = (one: Delays): Delays => (lanesStopped ? { ...one, queuedAgeMs: 0 } : one);
    this.delays = served(delays);
    this.accounts = new Map(accounts.map(({ accountId, ...own }) => [accountId, served(own)]));
  }

  /** An unknown backlog refuses no request. */
  private forget(error: unknown): void {
    this.delays = NONE;
    this.accounts = new Map();
    this.log.debug({ event: 'overload.backlog_unknown', ...errorFields(error) });
  }
}
