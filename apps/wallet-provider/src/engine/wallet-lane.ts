import { setTimeout as delay } from 'node:timers/promises';
import { ChainUnavailableError } from '../chain/json-rpc.js';
import {
  type CrashPoint,
  type Ending,
  latestCall,
  moveTo,
  type SignedAttempt,
  type TransactionRecord,
} from '../domain/transaction.js';
import { isFinal } from '../domain/transaction-state.js';
import type { Account } from './account.js';
import { broadcast } from './broadcast.js';
import { type CallPlan, planCall } from './call-planner.js';
import type { EngineContext } from './engine-context.js';
import { NonceLedger } from './nonce-ledger.js';
import type { ReceiptWatcher } from './receipt-watcher.js';
import { SerialQueue } from './serial-queue.js';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;

/**
 * One account's transactions, signed one after another in the order of acceptance and not waiting for each other's
 * receipts. A transaction takes a nonce only together with its signature, and both are on disk before the chain hears of it.
 */
export class WalletLane {
  readonly ledger: NonceLedger;
  private readonly queue = new SerialQueue();

  constructor(
    private readonly context: EngineContext,
    private readonly account: Account,
    private readonly watcher: ReceiptWatcher,
  ) {
    this.ledger = new NonceLedger(context, account);
  }

  submit(record: TransactionRecord): void {
    this.queue
      .run(() => this.advance(record))
      // The record stays unfinished on disk, so that the next start takes it up again.
      .catch((error: unknown) =>
        this.context.log.error({ event: 'transaction.abandoned', transactionId: record.id, err: error }),
      );
  }

  /** Resolves when nothing of this lane runs any more. */
  idle(): Promise<void> {
    return this.queue.run(() => Promise.resolve());
  }

  /** Takes up a transaction that was signed before a restart. */
  adopt(record: TransactionRecord): void {
    this.ledger.occupy(record);
    const withheld = record.script.withheld === true;
    if (record.state === 'QUEUED') this.show(record, withheld ? 'STUCK' : 'SENT');
    if (!withheld) this.watcher.watch(record);
  }

  private async advance(record: TransactionRecord): Promise<void> {
    const { book, clock, closing } = this.context;
    if (isFinal(record.state)) return;
    await this.crashAt('accepted', record);
    if (record.state === 'INITIATED') moveTo(record, 'CLEARED', clock.nowMs());
    if (record.state === 'CLEARED') moveTo(record, 'QUEUED', clock.nowMs());
    if (record.script.holdMs !== undefined) await this.hold(record, record.script.holdMs);
    const plan = record.script.endBefore ?? (await this.plan(record));
    if (plan === undefined || isFinal(record.state) || closing.aborted) return;
    if ('state' in plan) return book.finish(record, plan);
    await this.signAndSend(record, plan);
  }

  private async hold(record: TransactionRecord, ms: number): Promise<void> {
    const ended = new AbortController();
    void this.context.book.ended(record).then(() => ended.abort());
    await pause(ms, AbortSignal.any([this.context.closing, ended.signal]));
  }

  /** Undefined when the engine closes, or the transaction ends, before the chain has answered. */
  private async plan(record: TransactionRecord): Promise<(CallPlan & { nonce: number }) | Ending | undefined> {
    const { chain, closing, log } = this.context;
    for (
      let retryMs = FIRST_RETRY_MS;
      !closing.aborted && !isFinal(record.state);
      retryMs = Math.min(2 * retryMs, LAST_RETRY_MS)
    ) {
      try {
        const [nonce, plan] = await Promise.all([this.ledger.next(), planCall(chain, record)]);
        return 'state' in plan ? plan : { ...plan, nonce };
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error;
        log.warn({ event: 'chain.unavailable', transactionId: record.id, retryMs });
        await pause(retryMs, closing);
      }
    }
    return undefined;
  }

  private async signAndSend(record: TransactionRecord, plan: CallPlan & { nonce: number }): Promise<void> {
    const { book, chain, chainId, store } = this.context;
    // From the last look at the state to here nothing was awaited: a cancel either came before, or finds a nonce.
    const attempt = this.account.sign({
      purpose: 'call',
      chainId,
      nonce: plan.nonce,
      to: record.contractAddress,
      data: record.callData,
      valueWei: BigInt(record.valueWei),
      gasLimit: plan.gasLimit,
      fees: plan.fees,
    });
    record.nonce = plan.nonce;
    record.attempts.push(attempt);
    this.ledger.occupy(record);
    await store.commit([store.put.transaction(record), store.put.nonce(record.accountId, plan.nonce, record.id)], {
      sync: true,
    });
    await this.crashAt('signed', record);
    if (record.script.withheld === true) {
      this.show(record, 'STUCK');
      return book.save(record);
    }
    this.watcher.watch(record);
    const outcome = await broadcast(chain, attempt);
    if (isFinal(record.state)) return;
    if (typeof outcome === 'object') return this.refused(record, outcome);
    await this.markSent(record);
    await this.crashAt('broadcast', record);
  }

  /** Signs a replacement with the same nonce, for the caller to commit and then to send. */
  signReplacement(record: TransactionRecord, purpose: SignedAttempt['purpose'], plan: CallPlan): SignedAttempt {
    const nonce = record.nonce;
    if (nonce === undefined) throw new Error(`transaction ${record.id} has no nonce to replace`);
    const target =
      purpose === 'call'
        ? { to: record.contractAddress, data: record.callData, valueWei: BigInt(record.valueWei) }
        : { to: this.account.address, data: '0x', valueWei: 0n };
    const attempt = this.account.sign({ purpose, chainId: this.context.chainId, nonce, ...target, ...plan });
    record.attempts.push(attempt);
    return attempt;
  }

  async markSent(record: TransactionRecord): Promise<void> {
    if (isFinal(record.state)) return;
    this.show(record, 'SENT');
    await this.context.book.save(record);
  }

  private show(record: TransactionRecord, state: 'SENT' | 'STUCK'): void {
    if (record.state !== state) moveTo(record, state, this.context.clock.nowMs());
    const hash = latestCall(record)?.hash;
    if (hash !== undefined) record.txHash = hash;
  }

  // A definite refusal of the only signed form gives the nonce back, so that the lane has no gap.
  private async refused(record: TransactionRecord, ending: Ending): Promise<void> {
    const { book } = this.context;
    if (record.attempts.length > 1) return;
    this.watcher.forget(record);
    await book.finish(record, ending, this.ledger.release(record));
  }

  // Struck from the script first, and for good: the next process must get past this point.
  private async crashAt(point: CrashPoint, record: TransactionRecord): Promise<void> {
    const { crash, store } = this.context;
    if (record.script.crashAt !== point) return;
    delete record.script.crashAt;
    await store.commit([store.put.transaction(record)], { sync: true });
    crash();
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
