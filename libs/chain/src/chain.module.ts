import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import type { Secret } from '@app/common';
import { Logger, Metrics, UpstreamCalls } from '@app/observability';
import { ChainBreaker } from './chain-breaker.js';
import { ChainRpc } from './chain-rpc.js';
import { Chain, ChainUnavailableError } from './chain.js';
import { EthersChain } from './ethers-chain.js';

export interface ChainSettings {
  CHAIN_RPC_URL: Secret;
  CHAIN_ID: number;
  FACTORY_ADDRESS: string;
  COLLATERAL_ADDRESS: string;
}

/** The process's node connection and the chain port on it. */
@Global()
@Module({})
export class ChainModule implements OnModuleInit {
  constructor(
    private readonly chain: Chain,
    private readonly rpc: ChainRpc,
  ) {}

  static forRoot(settings: ChainSettings): DynamicModule {
    const {
      CHAIN_RPC_URL,
      CHAIN_ID: chainId,
      FACTORY_ADDRESS: factoryAddress,
      COLLATERAL_ADDRESS: collateralAddress,
    } = settings;
    return {
      module: ChainModule,
      providers: [
        {
          provide: ChainRpc,
          inject: [Metrics, Logger],
          useFactory: (metrics: Metrics, log: Logger) => {
            const breaker = new ChainBreaker(log);
            metrics.onScrape(() => metrics.set('presage_chain_breaker_open', {}, Number(breaker.isRefusing)));
            const calls = new UpstreamCalls('chain', metrics, log);
            return new ChainRpc({ url: CHAIN_RPC_URL.reveal(), chainId, calls, breaker });
          },
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

  /** Asks the node once; an unreachable one does not stop the process. @throws Error when it serves another chain */
  async onModuleInit(): Promise<void> {
    try {
      await this.chain.head();
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      if (this.rpc.servesOtherChain) {
        throw new Error('the node at CHAIN_RPC_URL serves another chain than CHAIN_ID', { cause: error });
      }
    }
  }
}
