import { loadWalletProviderSettings, SettingsError } from '@app/config';
import { pino } from 'pino';
import { startWalletProvider } from './start-wallet-provider.js';

const log = pino({ name: 'wallet-provider' });

try {
  const settings = loadWalletProviderSettings();
  log.level = settings.LOG_LEVEL;
  const provider = await startWalletProvider(settings, { log, crash: () => process.kill(process.pid, 'SIGKILL') });
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
