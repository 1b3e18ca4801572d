import { type EventEmitter, once } from 'node:events';
import type { Clock } from '@app/common';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.js';
import { type Ending, endAs, isFinal, type TransactionRecord } from '../domain/transaction.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { Accounts } from './account.js';

export interface EngineContext {
  readonly store: ProviderStore;
  readonly chain: Chain;
  readonly chainId: number;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly log: Logger;
  /** Emits the id of each transaction whose end was saved. */
  readonly ends: EventEmitter;
  /** Kills the process, at the point that a script names. */
  readonly crash: () => void;
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal;
}

export function finish({ clock, ends, store }: EngineContext, record: TransactionRecord, ending: Ending): void {
  endAs(record, ending, clock.nowMs());
  store.save({ transactions: [record] });
  ends.emit(record.id);
}

/** Waits until a transaction ends, the engine closes, or the time has passed. */
export async function untilEnded(
  { closing, ends }: EngineContext,
  record: TransactionRecord,
  timeoutMs?: number,
): Promise<void> {
  if (isFinal(record.state)) return;
  const signal = timeoutMs === undefined ? closing : AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  try {
    await once(ends, record.id, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
