import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { advanceMarkets } from '@app/markets';
import { Logger, loggedLoop } from '@app/observability';
import { Database } from '@app/persistence';

const INTERVAL_MS = 1_000;

/** Opens draft markets and closes open ones when they are due. */
@Injectable()
export class MarketClock implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: IntervalLoop;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {
    this.loop = loggedLoop({
      intervalMs: INTERVAL_MS,
      work: () => this.moveMarkets(),
      log,
      failed: { event: 'markets.clock_interrupted' },
      recovered: { event: 'markets.clock_recovered' },
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }

  private async moveMarkets(): Promise<void> {
    const { opened, closed } = await advanceMarkets(this.database);
    if (opened + closed > 0) this.log.info({ event: 'markets.status_advanced', opened, closed });
  }
}
