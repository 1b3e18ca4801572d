import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { WalletProvider } from '@app/engine';
import { Logger, MeasuredCalls, Metrics, Tracer } from '@app/observability';
import { HttpWalletProvider } from '@app/custody';
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
          inject: [Metrics, Tracer, Logger],
          useFactory: (metrics: Metrics, tracer: Tracer, log: Logger) =>
            new HttpWalletProvider({
              ...provider,
              blockchain: settings.PROVIDER_BLOCKCHAIN,
              faucetNative: settings.PROVIDER_FAUCET_NATIVE,
              timeoutMs: settings.PROVIDER_TIMEOUT_MS,
              calls: new MeasuredCalls('provider', { metrics, tracer, log }),
            }),
        },
      ],
      exports: [WalletProvider],
    };
  }
}
