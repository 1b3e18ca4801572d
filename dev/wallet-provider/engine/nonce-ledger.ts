import type { Ending, SignedAttempt, TransactionRecord } from '../domain/transaction.js';
import { isFinal } from '../domain/transaction-state.js';
import type { Write } from '../store/write-queue.js';
import type { Account } from './account.js';
import { broadcast, type BroadcastOutcome } from './broadcast.js';
import type { EngineContext } from './engine-context.js';

interface Rebroadcast {
  /** False when the chain refused a transaction. */
  readonly isRestored: boolean;
  /** Transactions that the node already had. */
  readonly knownIds: readonly string[];
}

/** Tracks the nonces of one account. */
export class NonceLedger {
  private nextNonce: number | undefined;
  private readonly signed = new Set<TransactionRecord>();

  constructor(
    private readonly context: EngineContext,
    private readonly account: Account,
  ) {}

  /**
   * Returns the next free nonce. It is known while a transaction is in flight; otherwise the chain is asked. Transactions that
   * the chain has lost, by a reorganisation or a restart from an older state, are broadcast again first.
   */
  async next(): Promise<number> {
    if (this.nextNonce !== undefined && this.inFlight().length > 0) return this.nextNonce;
    const { chain, store } = this.context;
    const [count, last] = await Promise.all([
      chain.transactionCount(this.account.address, 'pending'),
      store.lastNonce(this.account.id),
    ]);
    const expected = Math.max(this.nextNonce ?? 0, last === undefined ? 0 : last + 1);
    const isRestored = count >= expected || (await this.rebroadcast(count)).isRestored;
    this.nextNonce = isRestored ? Math.max(count, expected) : count;
    return this.nextNonce;
  }

  /** Returns signed transactions that are not final, lowest nonce first. */
  inFlight(): TransactionRecord[] {
    for (const record of this.signed) if (isFinal(record.state)) this.signed.delete(record);
    return [...this.signed].sort((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0));
  }

  occupy(record: TransactionRecord): void {
    if (record.nonce === undefined) return;
    this.signed.add(record);
    this.nextNonce = Math.max(this.nextNonce ?? 0, record.nonce + 1);
  }

  /** Frees the nonce of a refused transaction, if it is the newest one. */
  release(record: TransactionRecord): Write[] {
    if (record.nonce === undefined || this.nextNonce !== record.nonce + 1) return [];
    this.signed.delete(record);
    this.nextNonce = record.nonce;
    return [this.context.store.remove.nonce(record.accountId, record.nonce)];
  }

  /**
   * Broadcasts the transactions again that the chain has lost.
   * @returns the ids of those that the node has, although it does not count them as pending
   */
  async rebroadcastLost(): Promise<readonly string[]> {
    const count = await this.context.chain.transactionCount(this.account.address, 'pending');
    if (this.nextNonce === undefined || count >= this.nextNonce) return [];
    return (await this.rebroadcast(count)).knownIds;
  }

  /** Broadcasts in order of nonce, up to one that the chain refuses, as another chain does. */
  private async rebroadcast(fromNonce: number): Promise<Rebroadcast> {
    const { transactions, log, store } = this.context;
    const knownIds: string[] = [];
    for (const { nonce, id } of await store.listNonceUses(this.account.id, fromNonce)) {
      const record = await transactions.find(id);
      if (record?.script.withheld === true) break;
      const outcome = await this.broadcastAny(record?.attempts ?? []);
      log.warn({ event: 'transaction.sent_again', transactionId: id, nonce, outcome });
      if (outcome === 'refused') return { isRestored: false, knownIds };
      if (outcome === 'known') knownIds.push(id);
    }
    return { isRestored: true, knownIds };
  }

  /** Broadcasts the newest form that the node accepts: after a refused replacement, that is the replaced form. */
  private async broadcastAny(
    attempts: readonly SignedAttempt[],
  ): Promise<Exclude<BroadcastOutcome, Ending> | 'refused'> {
    for (const attempt of attempts.toReversed()) {
      const outcome = await broadcast(this.context.chain, attempt);
      if (typeof outcome === 'string') return outcome;
    }
    return 'refused';
  }
}
