import type { SignedAttempt, TransactionRecord } from '../domain/transaction.js';
import { isFinal } from '../domain/transaction-state.js';
import type { Write } from '../store/write-queue.js';
import type { Account } from './account.js';
import { broadcast } from './broadcast.js';
import type { EngineContext } from './engine-context.js';

/** Which nonces of one account are taken, by what, and which comes next. */
export class NonceLedger {
  private nextNonce: number | undefined;
  private readonly signed = new Set<TransactionRecord>();

  constructor(
    private readonly context: EngineContext,
    private readonly account: Account,
  ) {}

  /**
   * The next free nonce. With something in flight it is known; otherwise the chain is asked, and what the chain has
   * forgotten (a reorganisation, a restart from an older state) is sent again first.
   */
  async next(): Promise<number> {
    if (this.nextNonce !== undefined && this.inFlight().length > 0) return this.nextNonce;
    const { chain, store } = this.context;
    const [count, last] = await Promise.all([
      chain.transactionCount(this.account.address, 'pending'),
      store.lastNonce(this.account.id),
    ]);
    const expected = Math.max(this.nextNonce ?? 0, last === undefined ? 0 : last + 1);
    const healed = count >= expected || (await this.sendAgain(count));
    this.nextNonce = healed ? Math.max(count, expected) : count;
    return this.nextNonce;
  }

  /** Signed and unfinished, lowest nonce first. */
  inFlight(): TransactionRecord[] {
    for (const record of this.signed) if (isFinal(record.state)) this.signed.delete(record);
    return [...this.signed].sort((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0));
  }

  occupy(record: TransactionRecord): void {
    if (record.nonce === undefined) return;
    this.signed.add(record);
    this.nextNonce = Math.max(this.nextNonce ?? 0, record.nonce + 1);
  }

  /** Gives back the nonce of a transaction that the node refused for good. Only the newest nonce can be given back. */
  release(record: TransactionRecord): Write[] {
    if (record.nonce === undefined || this.nextNonce !== record.nonce + 1) return [];
    this.signed.delete(record);
    this.nextNonce = record.nonce;
    return [this.context.store.remove.nonce(record.accountId, record.nonce)];
  }

  /** Sends again whatever the chain should know and does not. */
  async heal(): Promise<void> {
    const count = await this.context.chain.transactionCount(this.account.address, 'pending');
    if (this.nextNonce !== undefined && count < this.nextNonce) await this.sendAgain(count);
  }

  // The same bytes in order of nonce. False when the chain refuses one for good: it is another chain, or a poorer one.
  private async sendAgain(fromNonce: number): Promise<boolean> {
    const { book, log, store } = this.context;
    for (const { nonce, id } of await store.nonceUses(this.account.id, fromNonce)) {
      const record = await book.find(id);
      if (record?.script.withheld === true) return true;
      const sent = await this.sendAny(record?.attempts ?? []);
      log.warn({ event: 'transaction.sent_again', transactionId: id, nonce, sent });
      if (!sent) return false;
    }
    return true;
  }

  // Newest first: a replacement that the node refuses, for its price say, leaves the form that it was to replace.
  private async sendAny(attempts: readonly SignedAttempt[]): Promise<boolean> {
    for (const attempt of attempts.toReversed()) {
      if (typeof (await broadcast(this.context.chain, attempt)) === 'string') return true;
    }
    return false;
  }
}
