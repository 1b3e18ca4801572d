import { Injectable } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { advanceMarkets, foldMarketCounts } from '@app/markets';
import { Logger, loggedLoop, LoopService } from '@app/observability';
import { Database } from '@app/persistence';

const INTERVAL_MS = 1_000;
const IDLE_MS = 5_000;

/** Opens draft markets and closes open ones when they are due, and adds up the counts of markets. */
@Injectable()
export class MarketClock extends LoopService {
  protected readonly loop: IntervalLoop;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {
    super();
    this.loop = loggedLoop({
      intervalMs: INTERVAL_MS,
      idleMs: IDLE_MS,
      work: () => this.moveMarkets(),
      log,
      failed: { event: 'markets.clock_interrupted' },
      recovered: { event: 'markets.clock_recovered' },
    });
  }

  private async moveMarkets(): Promise<'idle' | undefined> {
    const { opened, closed, areMoreSoon } = await advanceMarkets(this.database, IDLE_MS + INTERVAL_MS);
    if (opened + closed > 0) this.log.info({ event: 'markets.status_advanced', opened, closed });
    const areMoreChanges = await foldMarketCounts(this.database);
    return areMoreSoon || areMoreChanges ? undefined : 'idle';
  }
}
