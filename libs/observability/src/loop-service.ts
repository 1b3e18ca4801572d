import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';

/** A provider whose loop runs from the start of the application until its shutdown. */
export abstract class LoopService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly loop: IntervalLoop;

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }
}
