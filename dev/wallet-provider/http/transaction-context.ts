import type { Clock } from '@app/common';
import type { Chain } from '../chain/chain.js';
import type { Sequence } from '../domain/sequence.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import type { TransactionRegistry } from '../engine/transaction-registry.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { WalletRegistry } from '../store/wallet-registry.js';
import type { Commands } from './commands.js';

/** Services of the transaction routes. */
export interface TransactionContext {
  /** Name of the served blockchain. */
  readonly blockchain: string;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly engine: TransactionEngine;
  readonly registry: WalletRegistry;
  readonly sequence: Sequence;
  readonly store: ProviderStore;
  readonly transactions: TransactionRegistry;
}
