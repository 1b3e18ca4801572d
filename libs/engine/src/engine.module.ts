import { type DynamicModule, Module } from '@nestjs/common';
import { ExecutionEngine, ExecutionPreview, planContextOf } from '@app/agents';
import { Clock, SystemClock } from '@app/common';
import type { ApiSettings, WorkerSettings } from '@app/config';
import { Database } from '@app/persistence';
import { ACCEPTANCE_SETTINGS, type AcceptanceSettings, PgExecutionEngine } from './acceptance/pg-execution-engine.js';
import { EngineStore } from './domain/ports/engine-store.js';
import { Failpoints } from './domain/ports/failpoints.js';
import { LaneJobs } from './domain/ports/lane-jobs.js';
import { ENGINE_STORE_SETTINGS, PgEngineStore, type PgEngineStoreSettings } from './persistence/pg-engine-store.js';
import { EngineExecutionPreview, PREVIEW_SETTINGS, type PreviewSettings } from './preview/engine-execution-preview.js';
import { BlockWatcher } from './runner/block-watcher.js';
import { EngineParts } from './runner/engine-parts.js';
import { ENGINE_SETTINGS, engineSettingsOf } from './runner/engine-settings.js';
import { LaneRunner } from './runner/lane-runner.js';
import { LANE_CONCURRENCY, LaneScheduler } from './runner/lane-scheduler.js';
import { LeaseRenewer } from './runner/lease-renewer.js';
import { ProcessFailpoints } from './runner/process-failpoints.js';
import { QueueLaneJobs } from './runner/queue-lane-jobs.js';
import { StepRunner } from './runner/step-runner.js';
import { SystemTimers, Timers } from './runner/timers.js';

/** Longest time that a preview waits for the chain. */
const PREVIEW_CHAIN_TIMEOUT_MS = 2_000;
/** Time after a failed read for which previews do not read the chain. */
const PREVIEW_CHAIN_COOLDOWN_MS = 1_000;
/** A preview makes about five calls in one request. This many fill three requests, which bounds the node's queue. */
const MAX_PREVIEW_CHAIN_READS = 64;

/** The engine, for either process. Needs the global modules of database, queue, log, metrics and chain. */
@Module({})
export class EngineModule {
  /** Acceptance and preview. */
  static forApi(settings: ApiSettings): DynamicModule {
    const { EXECUTION_ENABLED: executionEnabled, WALLET_QUEUE_MAX: maxQueued } = settings;
    const acceptanceSettings: AcceptanceSettings = { executionEnabled, maxQueued };
    return {
      module: EngineModule,
      providers: [
        failpointsProvider(settings),
        { provide: Clock, useClass: SystemClock },
        { provide: ACCEPTANCE_SETTINGS, useValue: acceptanceSettings },
        { provide: PREVIEW_SETTINGS, useValue: previewSettingsOf(settings) },
        { provide: ExecutionEngine, useClass: PgExecutionEngine },
        { provide: ExecutionPreview, useClass: EngineExecutionPreview },
      ],
      exports: [ExecutionEngine, ExecutionPreview],
    };
  }

  /** Lane scheduler and store. Needs a Custody as well. */
  static forWorker(settings: WorkerSettings): DynamicModule {
    const { LANE_LEASE_MS: leaseMs, PROVIDER_POSTS_PER_S: providerPostsPerSecond } = settings;
    const storeSettings: PgEngineStoreSettings = { leaseMs, providerPostsPerSecond };
    return {
      module: EngineModule,
      providers: [
        failpointsProvider(settings),
        { provide: ENGINE_SETTINGS, useValue: engineSettingsOf(settings) },
        { provide: ENGINE_STORE_SETTINGS, useValue: storeSettings },
        { provide: EngineStore, useClass: PgEngineStore },
        { provide: Timers, useClass: SystemTimers },
        EngineParts,
        StepRunner,
        LeaseRenewer,
        BlockWatcher,
        LaneRunner,
        { provide: LaneJobs, useClass: QueueLaneJobs },
        { provide: LANE_CONCURRENCY, useValue: settings.WORKER_CONCURRENCY },
        LaneScheduler,
      ],
      exports: [LANE_CONCURRENCY, LaneScheduler],
    };
  }
}

function failpointsProvider({ FAILPOINTS }: Pick<ApiSettings, 'FAILPOINTS'>) {
  return {
    provide: Failpoints,
    inject: [Database],
    useFactory: (database: Database) => new ProcessFailpoints(FAILPOINTS, database),
  };
}

function previewSettingsOf(settings: ApiSettings): PreviewSettings {
  return {
    plan: planContextOf(settings),
    executionEnabled: settings.EXECUTION_ENABLED,
    deadlineMs: settings.EXECUTION_DEADLINE_S * 1000,
    chainTimeoutMs: PREVIEW_CHAIN_TIMEOUT_MS,
    chainCooldownMs: PREVIEW_CHAIN_COOLDOWN_MS,
    maxChainReads: MAX_PREVIEW_CHAIN_READS,
  };
}
