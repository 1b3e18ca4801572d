import { type DynamicModule, Module } from '@nestjs/common';
import { ChainHistory, ChainRpc } from '@app/chain';
import type { WorkerSettings } from '@app/config';
import { EngineModule } from '@app/engine';
import { BreakerProbe } from './breaker-probe.js';
import { HistoryAnchorer } from './history-anchorer.js';
import { LaneWorker } from './lane-worker.js';
import { ReadbackFiller } from './readback-filler.js';
import { RESTORE_SETTINGS, RestoreDetector, type RestoreSettings } from './restore-detector.js';
import { WorkerHeartbeat } from './worker-heartbeat.js';

/** Serves lanes. Needs a Custody. */
@Module({})
export class LanesModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: LanesModule,
      imports: [EngineModule.forRoot(settings)],
      providers: [
        {
          provide: RESTORE_SETTINGS,
          useValue: {
            deadlineMs: settings.EXECUTION_DEADLINE_S * 1000,
            startBlock: settings.INDEX_START_BLOCK,
          } satisfies RestoreSettings,
        },
        {
          provide: ChainHistory,
          inject: [ChainRpc],
          useFactory: (rpc: ChainRpc) => new ChainHistory(rpc, settings.FACTORY_ADDRESS),
        },
        LaneWorker,
        BreakerProbe,
        RestoreDetector,
        HistoryAnchorer,
        ReadbackFiller,
        WorkerHeartbeat,
      ],
    };
  }
}
