import { randomUUID } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import {
  Chain,
  EngineStore,
  Failpoints,
  failpointsOf,
  LaneRunner,
  LeaseKeeper,
  ObservedEngineStore,
  PgEngineStore,
  StepRunner,
  WakeTimers,
  WalletProvider,
} from '@app/engine';
import { ExecutionMetrics, Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { BreakerProbe } from './breaker-probe.js';
import { ClusterWatch } from './cluster-watch.js';
import { LANE_CONCURRENCY } from './lane-concurrency.js';
import { LaneWorker } from './lane-worker.js';
import { ReadbackFiller } from './readback-filler.js';

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
          inject: [Database, Failpoints, Metrics],
          useFactory: (database: Database, failpoints: Failpoints, metrics: Metrics) => {
            const { LANE_LEASE_MS: leaseMs, PROVIDER_POSTS_PER_S: providerPostsPerSecond } = settings;
            const store = new PgEngineStore(database, { leaseMs, providerPostsPerSecond }, failpoints);
            return new ObservedEngineStore(store, new ExecutionMetrics(metrics));
          },
        },
        {
          provide: LaneRunner,
          inject: [EngineStore, WalletProvider, Chain, Logger, Failpoints, Metrics],
          useFactory: (...[store, provider, chain, log, failpoints, metrics]: LanePorts) => {
            const runner = createLaneRunner(settings, { store, provider, chain, log, failpoints });
            metrics.onScrape(() => metrics.set('presage_lanes_in_hand', {}, runner.inHand));
            return runner;
          },
        },
        LaneWorker,
        BreakerProbe,
        ClusterWatch,
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
}

type LanePorts = [
  store: EngineStore,
  provider: WalletProvider,
  chain: Chain,
  log: Logger,
  failpoints: Failpoints,
  metrics: Metrics,
];

function createLaneRunner(settings: WorkerSettings, parts: LaneParts): LaneRunner {
  const { store, provider, chain, log, failpoints } = parts;
  const steps = new StepRunner({
    store,
    provider,
    chain,
    log,
    settings: {
      plan: {
        factoryAddress: settings.FACTORY_ADDRESS,
        collateralAddress: settings.COLLATERAL_ADDRESS,
        decimals: settings.COLLATERAL_DECIMALS,
      },
      deadlineMs: settings.EXECUTION_DEADLINE_S * 1000,
      confirmations: settings.CONFIRMATIONS,
      resendWithoutLookupMs: Math.min(NO_LOOKUP_BELOW_MS, settings.PROVIDER_KEY_LIFETIME_S * 1000),
      stuckAfterMs: Math.min(settings.STUCK_AFTER_S, settings.EXECUTION_DEADLINE_S * STUCK_SHARE) * 1000,
      leaseMs: settings.LANE_LEASE_MS,
    },
    newKey: randomUUID,
    random: Math.random,
    failpoints,
  });
  const keeper = new LeaseKeeper(store, settings.LANE_LEASE_MS);
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
