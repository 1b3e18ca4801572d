import { type Ending, isFinal, type SignedAttempt, type TransactionRecord } from '../domain/transaction.js';
import type { Account } from './account.js';
import { broadcast, type BroadcastOutcome } from './broadcast.js';
import type { EngineContext } from './engine-context.js';

interface Rebroadcast {
  /** False when the chain refused a transaction. */
  readonly isRestored: boolean;
  /** Transactions that the node already had. */
  readonly knownIds: readonly string[];
}

export class NonceLedger {
  private nextNonce: number;
  private readonly signed = new Set<TransactionRecord>();

  constructor(
    private readonly context: EngineContext,
    private readonly account: Account,
  ) {
    this.nextNonce = (this.listUsers(0).at(-1)?.nonce ?? -1) + 1;
  }

  /**
   * Returns the next free nonce. It is known while a transaction is in flight; otherwise the chain is asked. Transactions that
   * the chain has lost, by a reorganisation or a restart from an older state, are broadcast again first.
   */
  async next(): Promise<number> {
    if (this.inFlight().length > 0) return this.nextNonce;
    const count = await this.context.chain.transactionCount(this.account.address, 'pending');
    const isRestored = count >= this.nextNonce || (await this.rebroadcast(count)).isRestored;
    this.nextNonce = isRestored ? Math.max(count, this.nextNonce) : count;
    return this.nextNonce;
  }

  /** Returns signed transactions that are not final, lowest nonce first. */
  inFlight(): TransactionRecord[] {
    for (const record of this.signed) if (isFinal(record.state)) this.signed.delete(record);
    return [...this.signed].sort(byNonce);
  }

  occupy(record: TransactionRecord): void {
    if (record.nonce === undefined) return;
    this.signed.add(record);
    this.nextNonce = Math.max(this.nextNonce, record.nonce + 1);
  }

  /** Frees the nonce of a refused transaction, if it is the newest one. */
  release(record: TransactionRecord): void {
    if (record.nonce === undefined || this.nextNonce !== record.nonce + 1) return;
    this.signed.delete(record);
    this.nextNonce = record.nonce;
    delete record.nonce;
  }

  /**
   * Broadcasts the transactions again that the chain has lost.
   * @returns the ids of those that the node has, although it does not count them as pending
   */
  async rebroadcastLost(): Promise<readonly string[]> {
    const count = await this.context.chain.transactionCount(this.account.address, 'pending');
    if (count >= this.nextNonce) return [];
    return (await this.rebroadcast(count)).knownIds;
  }

  /** Broadcasts in order of nonce, up to one that the chain refuses, as another chain does. */
  private async rebroadcast(fromNonce: number): Promise<Rebroadcast> {
    const knownIds: string[] = [];
    for (const { id, nonce, script, attempts } of this.listUsers(fromNonce)) {
      if (script.withheld === true) break;
      const outcome = await this.broadcastAny(attempts);
      this.context.log.warn({ event: 'transaction.sent_again', transactionId: id, nonce, outcome });
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

  /** Returns the newest transaction of each nonce from `fromNonce`, lowest nonce first. */
  private listUsers(fromNonce: number): TransactionRecord[] {
    const users = new Map<number, TransactionRecord>();
    for (const record of this.context.store.transactions.values()) {
      if (record.accountId === this.account.id && (record.nonce ?? -1) >= fromNonce)
        users.set(record.nonce ?? 0, record);
    }
    return [...users.values()].sort(byNonce);
  }
}

function byNonce(a: TransactionRecord, b: TransactionRecord): number {
  return (a.nonce ?? 0) - (b.nonce ?? 0);
}
