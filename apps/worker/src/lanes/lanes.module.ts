import { type DynamicModule, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { EngineModule } from '@app/engine';
import { BreakerProbe } from './breaker-probe.js';
import { LANE_CONCURRENCY, LaneWorker } from './lane-worker.js';
import { ReadbackFiller } from './readback-filler.js';
import { RestoreDetector } from './restore-detector.js';

/** Serves lanes. Needs a Custody. */
@Module({})
export class LanesModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: LanesModule,
      imports: [EngineModule.forWorker(settings)],
      providers: [
        { provide: LANE_CONCURRENCY, useValue: settings.WORKER_CONCURRENCY },
        LaneWorker,
        BreakerProbe,
        RestoreDetector,
        ReadbackFiller,
      ],
    };
  }
}
