import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EthersChain, JsonRpc } from '@app/chain';
import type { WorkerSettings } from '@app/config';
import { Chain } from '@app/engine';

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
          useFactory: () => new JsonRpc({ url: settings.CHAIN_RPC_URL, chainId: settings.CHAIN_ID }),
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
