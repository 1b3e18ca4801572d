import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { IntervalLoop } from '@app/common';
import { errorFields, type Logger } from '@app/observability';
import type { Tank } from './keystore/tank.js';

const INTERVAL_MS = 10_000;

/** Repeats overdue transfers of a keystore's tank, for which no wallet asks again. */
export class TankSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: IntervalLoop | null;

  constructor(tank: Tank | null, log: Logger) {
    this.loop =
      tank &&
      new IntervalLoop({
        intervalMs: INTERVAL_MS,
        work: () => tank.repeatOverdue(),
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
