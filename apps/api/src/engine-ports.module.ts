import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import {
  ExecutionEngine,
  ExecutionPreview,
  LaneSignal,
  MarketReader,
  planContextOf,
  ReadModels,
  WalletTasks,
} from '@app/agents';
import { EthersChain, JsonRpc, RpcMarketReader } from '@app/chain';
import { SystemClock } from '@app/common';
import type { ApiSettings } from '@app/config';
import { EngineExecutionPreview, failpointsOf, PgExecutionEngine, PgLaneSignal } from '@app/engine';
import { PgReadModels } from '@app/indexer';
import { ExecutionMetrics, Logger, MeasuredCalls, Metrics, Tracer } from '@app/observability';
import { Database, Notifications } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { WorkerTasksService } from '@app/tasks';
import { API_SETTINGS } from './settings.module.js';

/** Maximum time in ms that a preview waits for the chain; later checks are left out of its warnings. */
const PREVIEW_CHAIN_TIMEOUT_MS = 2_000;
/** Time in ms after a failed chain read in which previews do not read the chain. */
const PREVIEW_CHAIN_RETRY_DELAY_MS = 1_000;
/** Maximum concurrent previews that read the chain. Each makes about ten RPC calls in two round trips. */
const MAX_PREVIEW_CHAIN_READS = 16;

@Injectable()
class EngineDependencies {
  constructor(
    readonly database: Database,
    readonly notifications: Notifications,
    readonly queue: JobQueue,
    readonly log: Logger,
    readonly metrics: Metrics,
    readonly tracer: Tracer,
    @Inject(API_SETTINGS) readonly settings: ApiSettings,
  ) {}
}

/** Binds the ports of the agent surface. The API gets no credential of the wallet provider. */
@Module({
  providers: [
    EngineDependencies,
    {
      provide: ExecutionEngine,
      inject: [EngineDependencies],
      useFactory: ({ database, notifications, queue, log, settings, metrics, tracer }: EngineDependencies) =>
        new PgExecutionEngine({
          database,
          notifications,
          queue,
          log,
          executionEnabled: settings.EXECUTION_ENABLED,
          failpoints: failpointsOf({ orders: settings.FAILPOINTS, sql: database }),
          observer: new ExecutionMetrics(metrics),
          tracer,
        }),
    },
    {
      provide: WalletTasks,
      inject: [EngineDependencies],
      useFactory: ({ database, notifications, queue, log, settings, tracer }: EngineDependencies) =>
        new WorkerTasksService({
          database,
          notifications,
          queue,
          log,
          tracer,
          waitMs: settings.PROVIDER_WAIT_MS,
          balanceEnabled: settings.BALANCE_ENABLED,
          faucetEnabled: settings.FAUCET_ENABLED,
        }),
    },
    {
      provide: ExecutionPreview,
      inject: [JsonRpc, EngineDependencies],
      useFactory: createPreview,
    },
    { provide: LaneSignal, useClass: PgLaneSignal },
    {
      provide: ReadModels,
      inject: [EngineDependencies],
      useFactory: ({ database, notifications, log }: EngineDependencies) =>
        new PgReadModels(database, notifications, log),
    },
    {
      provide: JsonRpc,
      inject: [EngineDependencies],
      useFactory: ({ settings, metrics, tracer, log }: EngineDependencies) =>
        new JsonRpc({
          url: settings.CHAIN_RPC_URL,
          chainId: settings.CHAIN_ID,
          calls: new MeasuredCalls('chain', { metrics, tracer, log }),
        }),
    },
    {
      provide: MarketReader,
      inject: [JsonRpc, API_SETTINGS],
      useFactory: (rpc: JsonRpc, settings: ApiSettings) => new RpcMarketReader(rpc, settings.FACTORY_ADDRESS),
    },
  ],
  exports: [ExecutionEngine, ExecutionPreview, WalletTasks, LaneSignal, MarketReader, ReadModels],
})
export class EnginePortsModule implements OnApplicationShutdown {
  constructor(private readonly rpc: JsonRpc) {}

  onApplicationShutdown(): void {
    this.rpc.close();
  }
}

function createPreview(rpc: JsonRpc, { database, log, settings }: EngineDependencies): ExecutionPreview {
  const { FACTORY_ADDRESS: factoryAddress, COLLATERAL_ADDRESS: collateralAddress } = settings;
  return new EngineExecutionPreview({
    sql: database,
    log,
    chain: new EthersChain(rpc, { factoryAddress, collateralAddress }),
    clock: new SystemClock(),
    settings: {
      plan: planContextOf(settings),
      executionEnabled: settings.EXECUTION_ENABLED,
      deadlineMs: settings.EXECUTION_DEADLINE_S * 1000,
      chainWaitMs: PREVIEW_CHAIN_TIMEOUT_MS,
      chainRestMs: PREVIEW_CHAIN_RETRY_DELAY_MS,
      chainReadsMax: MAX_PREVIEW_CHAIN_READS,
    },
  });
}
