import { setTimeout as delay } from 'node:timers/promises';
import { JsonRpcError, JsonRpcUnavailableError } from '@app/common';
import {
  type CrashPoint,
  type Ending,
  isFinal,
  moveTo,
  type SignedAttempt,
  type TransactionRecord,
} from '../domain/transaction.js';
import type { Account } from './account.js';
import { broadcast } from './broadcast.js';
import { type CallPlan, planCall } from './call-planner.js';
import { type EngineContext, finish, untilEnded } from './engine-context.js';
import { NonceLedger } from './nonce-ledger.js';
import type { ReceiptWatcher } from './receipt-watcher.js';

const MIN_RETRY_DELAY_MS = 50;
const MAX_RETRY_DELAY_MS = 1_000;

/**
 * Signs and broadcasts the transactions of one account in order of acceptance, without waiting for receipts.
 * Nonce and signature are assigned together, and are on disk before the broadcast.
 */
export class WalletLane {
  readonly ledger: NonceLedger;
  private tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: EngineContext,
    private readonly account: Account,
    private readonly watcher: ReceiptWatcher,
  ) {
    this.ledger = new NonceLedger(context, account);
  }

  submit(record: TransactionRecord): void {
    this.tail = this.tail.then(() => this.advance(record));
  }

  /** Resolves when all submitted transactions are processed. */
  idle(): Promise<void> {
    return this.tail;
  }

  /** Resumes a transaction that was signed before a restart. */
  adopt(record: TransactionRecord): void {
    this.ledger.occupy(record);
    const withheld = record.script.withheld === true;
    if (record.state === 'QUEUED') this.markBroadcast(record, withheld ? 'STUCK' : 'SENT');
    if (!withheld) this.watcher.watch(record);
  }

  /** Retries until the transaction is broadcast or has ended. When the engine closes first, the next start resumes it. */
  private async advance(record: TransactionRecord): Promise<void> {
    const { closing, log } = this.context;
    for (let retryMs = MIN_RETRY_DELAY_MS; !closing.aborted; retryMs = Math.min(2 * retryMs, MAX_RETRY_DELAY_MS)) {
      try {
        return await this.tryToAdvance(record);
      } catch (error) {
        const expected = error instanceof JsonRpcUnavailableError || error instanceof JsonRpcError;
        const event = { event: 'transaction.delayed', transactionId: record.id, retryMs, err: error };
        log[expected ? 'warn' : 'error'](event);
        await delay(retryMs, undefined, { signal: closing }).catch(() => undefined); // the engine closes
      }
    }
  }

  /** Safe to repeat after an error: a transaction is signed once. */
  private async tryToAdvance(record: TransactionRecord): Promise<void> {
    const { clock, closing } = this.context;
    if (isFinal(record.state)) return;
    if (record.nonce !== undefined) return this.saveAndSend(record);
    this.crashAt('accepted', record);
    if (record.state === 'INITIATED') moveTo(record, 'CLEARED', clock.nowMs());
    if (record.state === 'CLEARED') moveTo(record, 'QUEUED', clock.nowMs());
    if (record.script.holdMs !== undefined) await untilEnded(this.context, record, record.script.holdMs);
    delete record.script.holdMs;
    const plan = await this.plan(record);
    if (isFinal(record.state) || closing.aborted) return;
    if ('state' in plan) return finish(this.context, record, plan);
    this.sign(record, plan);
    await this.saveAndSend(record);
  }

  private async plan(record: TransactionRecord): Promise<(CallPlan & { nonce: number }) | Ending> {
    if (record.script.endBefore !== undefined) return record.script.endBefore;
    const [nonce, plan] = await Promise.all([this.ledger.next(), planCall(this.context.chain, record)]);
    return 'state' in plan ? plan : { ...plan, nonce };
  }

  private sign(record: TransactionRecord, { nonce, ...plan }: CallPlan & { nonce: number }): void {
    const { chainId } = this.context;
    record.nonce = nonce;
    record.attempts.push(this.account.sign({ chainId, nonce, ...buildCall(record), ...plan }));
    this.ledger.occupy(record);
  }

  private async saveAndSend(record: TransactionRecord): Promise<void> {
    const attempt = record.attempts.at(-1);
    if (attempt === undefined) throw new Error(`transaction ${record.id} is not signed`);
    this.context.store.save({ transactions: [record] });
    this.crashAt('signed', record);
    if (record.script.withheld === true) return this.markBroadcast(record, 'STUCK');
    this.watcher.watch(record);
    const outcome = await broadcast(this.context.chain, attempt);
    if (isFinal(record.state)) return;
    if (typeof outcome === 'object') return this.refused(record, outcome);
    this.markBroadcast(record, 'SENT');
    this.crashAt('broadcast', record);
  }

  /** Signs a replacement with the same nonce. The caller saves and then broadcasts it. */
  signReplacement(record: TransactionRecord, plan: CallPlan): SignedAttempt {
    const nonce = record.nonce;
    if (nonce === undefined) throw new Error(`transaction ${record.id} has no nonce to replace`);
    const attempt = this.account.sign({ chainId: this.context.chainId, nonce, ...buildCall(record), ...plan });
    record.attempts.push(attempt);
    return attempt;
  }

  markBroadcast(record: TransactionRecord, state: 'SENT' | 'STUCK'): void {
    if (record.state !== state) moveTo(record, state, this.context.clock.nowMs());
    const hash = record.attempts.at(-1)?.hash;
    if (hash !== undefined) record.txHash = hash;
    this.context.store.save({ transactions: [record] });
  }

  /** Ends a refused transaction. If it has one signed form, its nonce is freed, so that the lane has no gap. */
  private refused(record: TransactionRecord, ending: Ending): void {
    if (record.attempts.length > 1) return;
    this.watcher.forget(record);
    this.ledger.release(record);
    finish(this.context, record, ending);
  }

  /** Crashes at a point of the script. The point is removed first, so that the next process continues. */
  private crashAt(point: CrashPoint, record: TransactionRecord): void {
    if (record.script.crashAt !== point) return;
    delete record.script.crashAt;
    this.context.store.save({ transactions: [record] });
    this.context.crash();
  }
}

interface Target {
  readonly to: string;
  readonly data: string;
  readonly valueWei: bigint;
}

function buildCall(record: TransactionRecord): Target {
  if (record.script.selfTransfer === true) return { to: record.sourceAddress, data: '0x', valueWei: 0n };
  return { to: record.contractAddress, data: record.callData, valueWei: BigInt(record.valueWei) };
}
