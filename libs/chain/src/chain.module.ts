import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Chain } from '@app/engine';
import { Logger, Metrics, UpstreamCalls } from '@app/observability';
import { ChainRpc } from './chain-rpc.js';
import { EthersChain } from './ethers-chain.js';

export interface ChainSettings {
  CHAIN_RPC_URL: string;
  FACTORY_ADDRESS: string;
  COLLATERAL_ADDRESS: string;
}

/** The process's node connection and the chain port on it. */
@Global()
@Module({})
export class ChainModule {
  static forRoot(settings: ChainSettings): DynamicModule {
    const { CHAIN_RPC_URL: url, FACTORY_ADDRESS: factoryAddress, COLLATERAL_ADDRESS: collateralAddress } = settings;
    return {
      module: ChainModule,
      providers: [
        {
          provide: ChainRpc,
          inject: [Metrics, Logger],
          useFactory: (metrics: Metrics, log: Logger) =>
            new ChainRpc({ url, calls: new UpstreamCalls('chain', metrics, log) }),
        },
        {
          provide: Chain,
          inject: [ChainRpc],
          useFactory: (rpc: ChainRpc) => new EthersChain(rpc, { factoryAddress, collateralAddress }),
        },
      ],
      exports: [Chain, ChainRpc],
    };
  }
}
