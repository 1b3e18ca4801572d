import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EthersChain, JsonRpc } from '@app/chain';
import type { WorkerSettings } from '@app/config';
import { Chain } from '@app/engine';
import { Logger, MeasuredCalls, Metrics, Tracer } from '@app/observability';

@Global()
@Module({})
export class ChainModule implements OnApplicationShutdown {
  constructor(private readonly rpc: JsonRpc) {}

  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: ChainModule,
      providers: [
        {
          provide: JsonRpc,
          inject: [Metrics, Tracer, Logger],
          useFactory: (metrics: Metrics, tracer: Tracer, log: Logger) =>
            new JsonRpc({
              url: settings.CHAIN_RPC_URL,
              chainId: settings.CHAIN_ID,
              calls: new MeasuredCalls('chain', { metrics, tracer, log }),
            }),
        },
        {
          provide: Chain,
          inject: [JsonRpc],
          useFactory: (rpc: JsonRpc) =>
            new EthersChain(rpc, {
              factoryAddress: settings.FACTORY_ADDRESS,
              collateralAddress: settings.COLLATERAL_ADDRESS,
            }),
        },
      ],
      exports: [Chain, JsonRpc],
    };
  }

  onApplicationShutdown(): void {
    this.rpc.close();
  }
}
