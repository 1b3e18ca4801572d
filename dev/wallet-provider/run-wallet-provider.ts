import { loadWalletProviderSettings, SettingsError } from '@app/config';
import { pino } from 'pino';
import { startWalletProvider, type StartOptions } from './start-wallet-provider.js';

/** Runs the provider as this process until a signal. A failure ends the process. */
export async function runWalletProvider(options: Omit<StartOptions, 'log'> = {}): Promise<void> {
  const log = pino({ name: 'wallet-provider' });
  try {
    const settings = loadWalletProviderSettings();
    log.level = settings.LOG_LEVEL;
    const provider = await startWalletProvider(settings, { log, ...options });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        provider.close().then(
          () => process.exit(0),
          (error: unknown) => {
            log.error({ event: 'provider.close_failed', err: error });
            process.exit(1);
          },
        );
      });
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the wallet provider could not start';
    log.fatal({ event: 'provider.start_failed', kind: error instanceof SettingsError ? 'settings' : 'start' }, message);
    process.exit(1);
  }
}
