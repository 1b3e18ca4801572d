import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { advanceMarkets } from '@app/markets';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { IntervalLoop } from '../interval-loop.js';

const POLL_INTERVAL_MS = 1_000;

/** Opens drafts and closes markets when their time has come, whether or not anybody asks. */
@Injectable()
export class MarketClock implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new IntervalLoop({
    everyMs: POLL_INTERVAL_MS,
    work: () => this.tick(),
    onError: (error) => this.log.warn({ event: 'markets.clock_interrupted', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }

  private async tick(): Promise<void> {
    const { opened, closed } = await advanceMarkets(this.database);
    if (opened + closed > 0) this.log.info({ event: 'markets.moved_with_time', opened, closed });
  }
}
