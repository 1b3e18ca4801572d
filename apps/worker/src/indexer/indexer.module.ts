import { type DynamicModule, Module } from '@nestjs/common';
import { ChainRpc, RpcLogSource } from '@app/chain';
import type { WorkerSettings } from '@app/config';
import { Indexer, IndexStore } from '@app/indexer';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { INDEX_POLL_MS, IndexWorker } from './index-worker.js';
import { MarketClock } from './market-clock.js';

@Module({})
export class IndexerModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: IndexerModule,
      providers: [
        { provide: INDEX_POLL_MS, useValue: settings.INDEX_POLL_MS },
        {
          provide: Indexer,
          inject: [Database, ChainRpc, Logger, Metrics],
          useFactory: (database: Database, rpc: ChainRpc, log: Logger, metrics: Metrics) =>
            createIndexer(settings, { database, rpc, log, metrics }),
        },
        IndexWorker,
        MarketClock,
      ],
    };
  }
}

function createIndexer(
  settings: WorkerSettings,
  { database, rpc, log, metrics }: { database: Database; rpc: ChainRpc; log: Logger; metrics: Metrics },
): Indexer {
  const factoryAddress = settings.FACTORY_ADDRESS.toLowerCase();
  const confirmations = settings.INDEX_CONFIRMATIONS;
  const subject = { chainId: settings.CHAIN_ID, factoryAddress, decimals: settings.COLLATERAL_DECIMALS, confirmations };
  return new Indexer({
    source: new RpcLogSource(rpc),
    store: new IndexStore(database, subject, settings.INDEX_LEASE_MS),
    log,
    metrics,
    settings: { factoryAddress, startBlock: settings.INDEX_START_BLOCK, confirmations },
  });
}
