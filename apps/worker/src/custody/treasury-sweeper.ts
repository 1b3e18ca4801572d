import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { IntervalLoop } from '@app/common';
import { errorFields, type Logger } from '@app/observability';
import type { Treasury } from './keystore/treasury.js';

const INTERVAL_MS = 20_000;

/** Repeats overdue transfers of a keystore's treasury, for which no wallet asks again. */
export class TreasurySweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: IntervalLoop | null;

  constructor(treasury: Treasury | null, log: Logger) {
    this.loop =
      treasury &&
      new IntervalLoop({
        intervalMs: INTERVAL_MS,
        work: () => treasury.repeatOverdue(),
        onError: (error) => log.warn({ event: 'custody.transfers_not_repeated', ...errorFields(error) }),
      });
  }

  onApplicationBootstrap(): void {
    this.loop?.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop?.close();
  }
}
