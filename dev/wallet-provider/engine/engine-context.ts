import type { Clock } from '@app/common';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { Account } from './account.js';
import type { TransactionRegistry } from './transaction-registry.js';

/** Services and settings of the engine. */
export interface EngineContext {
  readonly store: ProviderStore;
  readonly transactions: TransactionRegistry;
  readonly chain: Chain;
  readonly chainId: number;
  readonly clock: Clock;
  /** Funds wallets, and sends the transactions of strangers that faults show. */
  readonly faucet: Account;
  readonly log: Logger;
  /** Kills the process; called only by faults. */
  readonly crash: () => void;
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal;
}
