import { JsonRpcUnavailableError } from '@app/common';
import type { Receipt } from '../chain/chain.js';
import { bumpFees } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import { type Ending, isFinal, moveTo, type SignedAttempt, type TransactionRecord } from '../domain/transaction.js';
import type { Changes } from '../store/provider-store.js';
import { broadcast } from './broadcast.js';
import { type EngineContext, finish, untilEnded } from './engine-context.js';
import { ReceiptWatcher } from './receipt-watcher.js';
import { WalletLane } from './wallet-lane.js';

/** Consecutive checks that find the nonce used by another transaction before the transaction fails. */
const MAX_OVERTAKEN_CHECKS = 3;

/** An effect that begins after its changes are saved. */
interface Prepared {
  readonly changes: Changes;
  readonly begin: () => void;
}

/** Executes accepted transactions to their end, also over restarts. */
export class TransactionEngine {
  private readonly lanes = new Map<string, WalletLane>();
  private readonly watcher: ReceiptWatcher;
  private readonly overtaken = new Map<TransactionRecord, number>();

  constructor(private readonly context: EngineContext) {
    this.watcher = new ReceiptWatcher(context, {
      mined: (record, attempt, receipt) => this.mined(record, attempt, receipt),
      stalled: (records) => this.stalled(records),
    });
  }

  /** Resumes the transactions of an earlier process: signed ones are broadcast again, the others continue in order. */
  async resume(): Promise<void> {
    const { log, store } = this.context;
    const records = [...store.transactions.values()].filter(({ state }) => !isFinal(state));
    const signed = records.filter((record) => record.nonce !== undefined);
    for (const record of signed) this.lane(record.accountId).adopt(record);
    for (const record of records) if (record.nonce === undefined) this.lane(record.accountId).submit(record);
    if (records.length > 0) log.info({ event: 'engine.resumed', unfinished: records.length, signed: signed.length });
    try {
      await this.rebroadcastLost(signed);
    } catch (error) {
      if (!(error instanceof JsonRpcUnavailableError)) throw error;
      // The watcher retries every second until the chain answers.
      log.warn({ event: 'chain.unavailable' });
    }
  }

  async close(): Promise<void> {
    await this.watcher.close();
    await Promise.all([...this.lanes.values()].map((lane) => lane.idle()));
  }

  prepare(record: TransactionRecord): Prepared {
    return { changes: { transactions: [record] }, begin: () => this.lane(record.accountId).submit(record) };
  }

  /** Runs a transaction of the provider itself, and resolves when it has ended. */
  async run(record: TransactionRecord): Promise<void> {
    const { changes, begin } = this.prepare(record);
    this.context.store.save(changes);
    begin();
    await untilEnded(this.context, record);
  }

  /** Replaces a sent transaction by the same call with higher fees. */
  async prepareAccelerate(id: string): Promise<Prepared> {
    const { chain, store } = this.context;
    const record = store.getTransaction(id);
    if (record.state !== 'SENT' && record.state !== 'STUCK') throw new ProviderError('notEligible');
    const baseFeeWei = await chain.baseFeeWei();
    if (isFinal(record.state)) throw new ProviderError('notEligible');
    return this.replacement(record, baseFeeWei);
  }

  private replacement(record: TransactionRecord, baseFeeWei: bigint): Prepared {
    const replaced = record.attempts.at(-1);
    if (replaced === undefined) throw new ProviderError('notEligible');
    const attempt = this.lane(record.accountId).signReplacement(record, {
      gasLimit: BigInt(replaced.gasLimit),
      fees: bumpFees(baseFeeWei, replaced),
    });
    record.script.withheld = false;
    return {
      changes: { transactions: [record] },
      begin: () => void this.sendReplacement(record, attempt),
    };
  }

  private async sendReplacement(record: TransactionRecord, attempt: SignedAttempt): Promise<void> {
    if (isFinal(record.state)) return;
    const { chain, log } = this.context;
    this.lane(record.accountId).markBroadcast(record, 'SENT');
    this.watcher.watch(record);
    const outcome = await broadcast(chain, attempt);
    log.info({ event: 'transaction.replaced', transactionId: record.id, outcome });
  }

  private mined(record: TransactionRecord, attempt: SignedAttempt, receipt: Receipt): void {
    if (isFinal(record.state)) return;
    this.overtaken.delete(record);
    record.txHash = attempt.hash;
    record.blockHash = receipt.blockHash;
    record.blockHeight = receipt.blockNumber;
    finish(this.context, record, record.script.endAfter ?? toEnding(receipt));
  }

  private async stalled(records: readonly TransactionRecord[]): Promise<void> {
    const knownIds = new Set(await this.rebroadcastLost(records));
    await Promise.all(records.map((record) => this.checkStalled(record, knownIds.has(record.id))));
  }

  /** @returns the ids of those that the node already had */
  private async rebroadcastLost(records: readonly TransactionRecord[]): Promise<string[]> {
    const accountIds = new Set(records.map((record) => record.accountId));
    const known = await Promise.all([...accountIds].map((accountId) => this.lane(accountId).ledger.rebroadcastLost()));
    return known.flat();
  }

  private async checkStalled(record: TransactionRecord, isKnown: boolean): Promise<void> {
    const { chain, clock } = this.context;
    const [used, baseFeeWei] = await Promise.all([
      chain.transactionCount(record.sourceAddress, 'latest'),
      chain.baseFeeWei(),
    ]);
    if (isFinal(record.state) || record.nonce === undefined) return;
    const underpriced = BigInt(record.attempts.at(-1)?.maxFeeWei ?? 0) < baseFeeWei;
    if (underpriced && record.state === 'SENT') moveTo(record, 'STUCK', clock.nowMs());
    if (isKnown && used === record.nonce) return this.replaceParked(record, baseFeeWei);
    const checks = used > record.nonce ? (this.overtaken.get(record) ?? 0) + 1 : 0;
    this.overtaken.set(record, checks);
    if (checks < MAX_OVERTAKEN_CHECKS) return;
    this.watcher.forget(record);
    this.overtaken.delete(record);
    finish(this.context, record, {
      state: 'FAILED',
      errorReason: 'INTERNAL_ERROR',
      errorDetails: 'another transaction used the nonce',
    });
  }

  /**
   * Replaces a transaction that is next on the chain and that the node has without ever executing it. anvil parks one
   * behind its predecessor, and keeps it parked when the predecessor is mined at that moment.
   */
  private replaceParked(record: TransactionRecord, baseFeeWei: bigint): void {
    const { changes, begin } = this.replacement(record, baseFeeWei);
    this.context.store.save(changes);
    begin();
  }

  private lane(accountId: string): WalletLane {
    const existing = this.lanes.get(accountId);
    if (existing !== undefined) return existing;
    const lane = new WalletLane(this.context, this.context.accounts.get(accountId), this.watcher);
    this.lanes.set(accountId, lane);
    return lane;
  }
}

function toEnding({ succeeded }: Receipt): Ending {
  if (succeeded) return { state: 'COMPLETE' };
  return { state: 'FAILED', errorReason: 'FAILED_ON_CHAIN', errorDetails: 'execution reverted' };
}
