import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { HttpWalletProvider } from '@app/custody';
import { WalletProvider } from '@app/engine';
import { Logger, Metrics, UpstreamCalls } from '@app/observability';
import type { ConfiguredProvider } from './configured-provider.js';

@Global()
@Module({})
export class ProviderModule {
  static forRoot(settings: WorkerSettings, provider: ConfiguredProvider): DynamicModule {
    return {
      module: ProviderModule,
      providers: [
        {
          provide: WalletProvider,
          inject: [Metrics, Logger],
          useFactory: (metrics: Metrics, log: Logger) =>
            new HttpWalletProvider({
              ...provider,
              blockchain: settings.PROVIDER_BLOCKCHAIN,
              faucetNative: settings.PROVIDER_FAUCET_NATIVE,
              timeoutMs: settings.PROVIDER_TIMEOUT_MS,
              calls: new UpstreamCalls('provider', metrics, log),
            }),
        },
      ],
      exports: [WalletProvider],
    };
  }
}
