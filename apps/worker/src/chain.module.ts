import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EthersChain, JsonRpc } from '@app/chain';
import type { WorkerSettings } from '@app/config';
import { Chain } from '@app/engine';
import { MeasuredCalls, Metrics } from '@app/observability';

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
          inject: [Metrics],
          useFactory: (metrics: Metrics) =>
            new JsonRpc({
              url: settings.CHAIN_RPC_URL,
              chainId: settings.CHAIN_ID,
              calls: new MeasuredCalls('chain', metrics),
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
