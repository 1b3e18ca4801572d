import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { IntervalLoop } from '@app/common';
import { advanceMarkets } from '@app/markets';
import { FailureLog, Logger } from '@app/observability';
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
    const failures = new FailureLog({
      log,
      failed: { event: 'markets.clock_interrupted' },
      recovered: { event: 'markets.clock_recovered' },
    });
    this.loop = new IntervalLoop({ intervalMs: INTERVAL_MS, ...failures.watch(() => this.moveMarkets()) });
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
