import { type DynamicModule, Module } from '@nestjs/common';
import { providerPostsPerSecond, type WorkerSettings } from '@app/config';
import { Database } from '@app/persistence';
import { EngineStore } from './domain/ports/engine-store.js';
import { Failpoints } from './domain/ports/failpoints.js';
import { LaneJobs } from './domain/ports/lane-jobs.js';
import {
  ENGINE_STORE_SETTINGS,
  PgEngineStore,
  type PgEngineStoreSettings,
  StoppedLanes,
} from './persistence/pg-engine-store.js';
import { BlockWatcher } from './runner/block-watcher.js';
import { EngineDependencies } from './runner/engine-dependencies.js';
import { ENGINE_SETTINGS, toEngineSettings } from './runner/engine-settings.js';
import { LaneRunner } from './runner/lane-runner.js';
import { LANE_CONCURRENCY, LaneScheduler } from './runner/lane-scheduler.js';
import { LeaseRenewer } from './runner/lease-renewer.js';
import { ProcessFailpoints } from './runner/process-failpoints.js';
import { QueueLaneJobs } from './runner/queue-lane-jobs.js';
import { StepRunner } from './runner/step-runner.js';
import { SystemTimers, Timers } from './runner/timers.js';

/** Executes accepted intents. Needs a Custody, and the global modules of database, queue, log, metrics and chain. */
@Module({})
export class EngineModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    const storeSettings: PgEngineStoreSettings = {
      leaseMs: settings.LANE_LEASE_MS,
      providerPostsPerSecond: providerPostsPerSecond(settings),
    };
    return {
      module: EngineModule,
      providers: [
        {
          provide: Failpoints,
          inject: [Database],
          useFactory: (database: Database) => new ProcessFailpoints(settings.FAILPOINTS, database),
        },
        { provide: ENGINE_SETTINGS, useValue: toEngineSettings(settings) },
        { provide: ENGINE_STORE_SETTINGS, useValue: storeSettings },
        StoppedLanes,
        { provide: EngineStore, useClass: PgEngineStore },
        { provide: Timers, useClass: SystemTimers },
        EngineDependencies,
        StepRunner,
        LeaseRenewer,
        BlockWatcher,
        LaneRunner,
        { provide: LaneJobs, useClass: QueueLaneJobs },
        { provide: LANE_CONCURRENCY, useValue: settings.WORKER_CONCURRENCY },
        LaneScheduler,
      ],
      exports: [LANE_CONCURRENCY, LaneScheduler, StoppedLanes],
    };
  }
}
