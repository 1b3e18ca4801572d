import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { WorkerSettings } from '@app/config';
import { WalletProvider } from '@app/engine';
import { HttpWalletProvider } from '@app/wallet-providers';
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
          useFactory: () =>
            new HttpWalletProvider({
              ...provider,
              blockchain: settings.PROVIDER_BLOCKCHAIN,
              faucetNative: settings.PROVIDER_FAUCET_NATIVE,
              timeoutMs: settings.PROVIDER_TIMEOUT_MS,
            }),
        },
      ],
      exports: [WalletProvider],
    };
  }
}
