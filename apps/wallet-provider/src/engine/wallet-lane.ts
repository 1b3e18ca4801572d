import { setTimeout as delay } from 'node:timers/promises';
import { JsonRpcUnavailableError } from '@app/common';
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

const MIN_RETRY_DELAY_MS = 50;
const MAX_RETRY_DELAY_MS = 1_000;

/**
 * Signs and broadcasts the transactions of one account in order of acceptance, without waiting for receipts.
 * Nonce and signature are assigned together, and are on disk before the broadcast.
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
      // The record stays unfinished on disk, and the next start resumes it.
      .catch((error: unknown) =>
        this.context.log.error({ event: 'transaction.abandoned', transactionId: record.id, err: error }),
      );
  }

  /** Resolves when all submitted transactions are processed. */
  idle(): Promise<void> {
    return this.queue.run(() => Promise.resolve());
  }

  /** Resumes a transaction that was signed before a restart. */
  adopt(record: TransactionRecord): void {
    this.ledger.occupy(record);
    const withheld = record.script.withheld === true;
    if (record.state === 'QUEUED') this.markBroadcast(record, withheld ? 'STUCK' : 'SENT');
    if (!withheld) this.watcher.watch(record);
  }

  private async advance(record: TransactionRecord): Promise<void> {
    const { transactions, clock, closing } = this.context;
    if (isFinal(record.state)) return;
    await this.crashAt('accepted', record);
    if (record.state === 'INITIATED') moveTo(record, 'CLEARED', clock.nowMs());
    if (record.state === 'CLEARED') moveTo(record, 'QUEUED', clock.nowMs());
    if (record.script.holdMs !== undefined) await this.hold(record, record.script.holdMs);
    const plan = record.script.endBefore ?? (await this.plan(record));
    if (plan === undefined || isFinal(record.state) || closing.aborted) return;
    if ('state' in plan) return transactions.finish(record, plan);
    await this.signAndSend(record, plan);
  }

  private async hold(record: TransactionRecord, ms: number): Promise<void> {
    const ended = new AbortController();
    void this.context.transactions.ended(record).then(() => ended.abort());
    await pause(ms, AbortSignal.any([this.context.closing, ended.signal]));
  }

  /** Retries until the chain answers. Undefined when the engine closes or the transaction ends first. */
  private async plan(record: TransactionRecord): Promise<(CallPlan & { nonce: number }) | Ending | undefined> {
    const { chain, closing, log } = this.context;
    for (
      let retryMs = MIN_RETRY_DELAY_MS;
      !closing.aborted && !isFinal(record.state);
      retryMs = Math.min(2 * retryMs, MAX_RETRY_DELAY_MS)
    ) {
      try {
        const [nonce, plan] = await Promise.all([this.ledger.next(), planCall(chain, record)]);
        return 'state' in plan ? plan : { ...plan, nonce };
      } catch (error) {
        if (!(error instanceof JsonRpcUnavailableError)) throw error;
        log.warn({ event: 'chain.unavailable', transactionId: record.id, retryMs });
        await pause(retryMs, closing);
      }
    }
    return undefined;
  }

  private async signAndSend(record: TransactionRecord, plan: CallPlan & { nonce: number }): Promise<void> {
    const { transactions, chain, chainId, store } = this.context;
    // No await since the check of the state: a concurrent cancel came before it, or finds the nonce.
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
      this.markBroadcast(record, 'STUCK');
      return transactions.save(record);
    }
    this.watcher.watch(record);
    const outcome = await broadcast(chain, attempt);
    if (isFinal(record.state)) return;
    if (typeof outcome === 'object') return this.refused(record, outcome);
    await this.markSent(record);
    await this.crashAt('broadcast', record);
  }

  /** Signs a replacement with the same nonce. The caller commits and then broadcasts it. */
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
    this.markBroadcast(record, 'SENT');
    await this.context.transactions.save(record);
  }

  private markBroadcast(record: TransactionRecord, state: 'SENT' | 'STUCK'): void {
    if (record.state !== state) moveTo(record, state, this.context.clock.nowMs());
    const hash = latestCall(record)?.hash;
    if (hash !== undefined) record.txHash = hash;
  }

  /** Ends a refused transaction. If it has one signed form, its nonce is freed, so that the lane has no gap. */
  private async refused(record: TransactionRecord, ending: Ending): Promise<void> {
    const { transactions } = this.context;
    if (record.attempts.length > 1) return;
    this.watcher.forget(record);
    await transactions.finish(record, ending, this.ledger.release(record));
  }

  /** Crashes at a point of the script. The point is removed first, so that the next process continues. */
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
