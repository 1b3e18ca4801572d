import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ExecutionEngine, ExecutionPreview, MarketReader, planContextOf, ReadModels, WalletTasks } from '@app/agents';
import { EthersChain, JsonRpc, RpcMarketReader } from '@app/chain';
import { SystemClock } from '@app/common';
import type { ApiSettings } from '@app/config';
import { EngineExecutionPreview, failpointsOf, PgExecutionEngine } from '@app/engine';
import { PgReadModels } from '@app/indexer';
import { ExecutionMetrics, Logger, MeasuredCalls, Metrics, Tracer } from '@app/observability';
import { Database, Notifications } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { WorkerTasksService } from '@app/tasks';
import { API_SETTINGS } from '../settings/settings.module.js';

type Parts = [
  database: Database,
  notifications: Notifications,
  queue: JobQueue,
  log: Logger,
  settings: ApiSettings,
  metrics: Metrics,
  tracer: Tracer,
];
const PARTS = [Database, Notifications, JobQueue, Logger, API_SETTINGS, Metrics, Tracer];

/** A preview works without the chain, and then foresees less. */
const FORECAST_WAIT_MS = 2_000;
/** Nor waits for it again and again. */
const FORECAST_RETRY_DELAY_MS = 1_000;
/** A preview asks the node some ten things in two round trips; more at once would only make all of them late. */
const FORECAST_READS_MAX = 16;

/** What the agent surface asks of the rooms behind it: rows, rings and reads of the chain, never a credential. */
@Module({
  providers: [
    {
      provide: ExecutionEngine,
      inject: PARTS,
      useFactory: (...[database, notifications, queue, log, settings, metrics, tracer]: Parts) =>
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
      inject: PARTS,
      useFactory: (...[database, notifications, queue, log, settings, , tracer]: Parts) =>
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
      inject: [JsonRpc, Database, Logger, API_SETTINGS],
      useFactory: (rpc: JsonRpc, sql: Database, log: Logger, settings: ApiSettings) =>
        createForecast(settings, { rpc, sql, log }),
    },
    {
      provide: ReadModels,
      inject: [Database, Notifications, Logger],
      useFactory: (database: Database, notifications: Notifications, log: Logger) =>
        new PgReadModels(database, notifications, log),
    },
    {
      provide: JsonRpc,
      inject: [API_SETTINGS, Metrics, Tracer, Logger],
      useFactory: (...[settings, metrics, tracer, log]: [ApiSettings, Metrics, Tracer, Logger]) =>
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
  exports: [ExecutionEngine, ExecutionPreview, WalletTasks, MarketReader, ReadModels],
})
export class EnginePortsModule implements OnApplicationShutdown {
  constructor(private readonly rpc: JsonRpc) {}

  onApplicationShutdown(): void {
    this.rpc.close();
  }
}

function createForecast(
  settings: ApiSettings,
  { rpc, sql, log }: { rpc: JsonRpc; sql: Database; log: Logger },
): ExecutionPreview {
  const { FACTORY_ADDRESS: factoryAddress, COLLATERAL_ADDRESS: collateralAddress } = settings;
  return new EngineExecutionPreview({
    sql,
    log,
    chain: new EthersChain(rpc, { factoryAddress, collateralAddress }),
    clock: new SystemClock(),
    settings: {
      plan: planContextOf(settings),
      executionEnabled: settings.EXECUTION_ENABLED,
      deadlineMs: settings.EXECUTION_DEADLINE_S * 1000,
      chainWaitMs: FORECAST_WAIT_MS,
      chainRestMs: FORECAST_RETRY_DELAY_MS,
      chainReadsMax: FORECAST_READS_MAX,
    },
  });
}
