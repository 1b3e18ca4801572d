import { randomUUID } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import { planContextOf } from '@app/agents';
import type { WorkerSettings } from '@app/config';
import {
  Chain,
  type EngineParts,
  EngineStore,
  Failpoints,
  failpointsOf,
  LaneRunner,
  LeaseRenewer,
  ObservedEngineStore,
  PgEngineStore,
  StepRunner,
  WakeTimers,
  WalletProvider,
} from '@app/engine';
import { Logger, Metrics, Tracer } from '@app/observability';
import { Database } from '@app/persistence';
import { BreakerProbe } from './breaker-probe.js';
import { RestoreDetector } from './restore-detector.js';
import { ExecutionReport } from './execution-report.js';
import { LANE_CONCURRENCY } from './lane-concurrency.js';
import { LaneWorker } from './lane-worker.js';
import { ReadbackFiller } from './readback-filler.js';
import { TracedTurns } from './traced-turns.js';

const NO_LOOKUP_BELOW_MS = 60_000;
/** A step that ends by its deadline leaves a stuck transaction behind that holds up its wallet: it is freed before. */
const STUCK_SHARE = 0.2;

@Module({})
export class LanesModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: LanesModule,
      providers: [
        { provide: LANE_CONCURRENCY, useValue: settings.WORKER_CONCURRENCY },
        {
          provide: Failpoints,
          inject: [Database],
          useFactory: (sql: Database) => failpointsOf({ orders: settings.FAILPOINTS, sql }),
        },
        {
          provide: EngineStore,
          inject: [Database, Failpoints, Metrics, Logger],
          useFactory: (...[database, failpoints, metrics, log]: [Database, Failpoints, Metrics, Logger]) => {
            const { LANE_LEASE_MS: leaseMs, PROVIDER_POSTS_PER_S: providerPostsPerSecond } = settings;
            const store = new PgEngineStore(database, { leaseMs, providerPostsPerSecond }, failpoints);
            return new ObservedEngineStore(store, new ExecutionReport(metrics, log));
          },
        },
        {
          provide: LaneRunner,
          inject: [EngineStore, WalletProvider, Chain, Logger, Failpoints, Metrics, Tracer],
          useFactory: (...[store, provider, chain, log, failpoints, metrics, tracer]: LanePorts) => {
            const runner = createLaneRunner(settings, { store, provider, chain, log, failpoints, tracer });
            metrics.onScrape(() => metrics.set('presage_lanes_active', {}, runner.activeCount));
            return runner;
          },
        },
        LaneWorker,
        BreakerProbe,
        RestoreDetector,
        ReadbackFiller,
      ],
      exports: [LaneRunner],
    };
  }
}

interface LaneParts {
  store: EngineStore;
  provider: WalletProvider;
  chain: Chain;
  log: Logger;
  failpoints: Failpoints;
  tracer: Tracer;
}

type LanePorts = [
  store: EngineStore,
  provider: WalletProvider,
  chain: Chain,
  log: Logger,
  failpoints: Failpoints,
  metrics: Metrics,
  tracer: Tracer,
];

function createLaneRunner(settings: WorkerSettings, parts: LaneParts): LaneRunner {
  const { store, provider, chain, log, failpoints, tracer } = parts;
  const engineParts: EngineParts = {
    store,
    provider,
    chain,
    log,
    settings: {
      plan: planContextOf(settings),
      deadlineMs: settings.EXECUTION_DEADLINE_S * 1000,
      confirmations: settings.CONFIRMATIONS,
      resendWithoutLookupMs: Math.min(NO_LOOKUP_BELOW_MS, settings.PROVIDER_KEY_LIFETIME_S * 1000),
      stuckAfterMs: Math.min(settings.STUCK_AFTER_S, settings.EXECUTION_DEADLINE_S * STUCK_SHARE) * 1000,
      leaseMs: settings.LANE_LEASE_MS,
    },
    newKey: randomUUID,
    random: Math.random,
    failpoints,
  };
  const steps = new StepRunner(engineParts, new TracedTurns(tracer));
  const keeper = new LeaseRenewer(store, settings.LANE_LEASE_MS);
  const runner: LaneRunner = new LaneRunner({
    store,
    steps,
    keeper,
    timers: new WakeTimers((laneId) => void runner.run(laneId)),
    log,
    failpoints,
  });
  return runner;
}
