import type { Clock } from '@app/common';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { TransactionBook } from './transaction-book.js';

/** What the parts of the engine share. */
export interface EngineContext {
  readonly store: ProviderStore;
  readonly book: TransactionBook;
  readonly chain: Chain;
  readonly chainId: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Ends the process at once, as a power cut would; used by injected faults alone. */
  readonly crash: () => void;
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal;
}
