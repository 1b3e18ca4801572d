import { Injectable } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { Custody, ProviderError } from '@app/engine';
import { Logger, loggedLoop, LoopService } from '@app/observability';
import { Database } from '@app/persistence';
import { claimProbe, closeBreaker } from '@app/queue';

const POLL_INTERVAL_MS = 5_000;

/** While the breaker is open, probes on one worker at a time whether the provider accepts the credentials again. */
@Injectable()
export class BreakerProbe extends LoopService {
  protected readonly loop: IntervalLoop;

  constructor(
    private readonly database: Database,
    private readonly custody: Custody,
    private readonly log: Logger,
  ) {
    super();
    this.loop = loggedLoop({
      intervalMs: POLL_INTERVAL_MS,
      work: () => this.probe(),
      log,
      failed: { event: 'provider.probe_interrupted' },
      recovered: { event: 'provider.probe_recovered' },
    });
  }

  private async probe(): Promise<void> {
    if (!(await claimProbe(this.database))) return;
    try {
      await this.custody.probe();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return this.log.warn({ event: 'provider.still_refused' });
    }
    await closeBreaker(this.database);
    this.log.info({ event: 'provider.accepted_again' });
  }
}
