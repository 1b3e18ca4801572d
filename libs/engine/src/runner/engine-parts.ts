import type { Logger } from '@app/observability';
import type { Chain } from '../domain/ports/chain.js';
import type { Failpoints } from '../domain/ports/failpoints.js';
import type { EngineStore } from '../domain/ports/engine-store.js';
import type { WalletProvider } from '../domain/ports/wallet-provider.js';
import type { EngineSettings } from './engine-settings.js';

/** What the moves of a step work with. */
export interface EngineParts {
  store: EngineStore;
  provider: WalletProvider;
  chain: Chain;
  settings: EngineSettings;
  newKey: () => string;
  random: () => number;
  log: Logger;
  failpoints: Failpoints;
}
