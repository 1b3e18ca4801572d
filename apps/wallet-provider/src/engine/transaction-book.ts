import type { Clock } from '@app/common';
import { type Ending, moveTo, type TransactionRecord } from '../domain/transaction.js';
import { isFinal } from '../domain/transaction-state.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { Write } from '../store/write-queue.js';

/** The unfinished transactions, in memory and on disk. A finished one is on disk alone. */
export class TransactionBook {
  private readonly unfinishedById = new Map<string, TransactionRecord>();
  private readonly waiters = new Map<string, ((record: TransactionRecord) => void)[]>();

  constructor(
    private readonly store: ProviderStore,
    private readonly clock: Clock,
  ) {}

  async load(): Promise<readonly TransactionRecord[]> {
    const records = await this.store.unfinishedTransactions();
    for (const record of records) this.unfinishedById.set(record.id, record);
    return records;
  }

  /** The writes that accept a transaction; it counts as unfinished from here on. */
  open(record: TransactionRecord, { listed }: { listed: boolean }): Write[] {
    this.unfinishedById.set(record.id, record);
    const writes = [this.store.put.transaction(record), this.store.put.unfinished(record.id)];
    return listed ? [...writes, this.store.put.listed(record)] : writes;
  }

  findUnfinished(id: string): TransactionRecord | undefined {
    return this.unfinishedById.get(id);
  }

  unfinished(): IterableIterator<TransactionRecord> {
    return this.unfinishedById.values();
  }

  async find(id: string): Promise<TransactionRecord | undefined> {
    return this.unfinishedById.get(id) ?? (await this.store.findTransaction(id));
  }

  /** Ends a transaction in memory and returns the writes that make it last. */
  end(record: TransactionRecord, ending: Ending): Write[] {
    moveTo(record, ending.state, this.clock.nowMs());
    if (ending.errorReason !== undefined) record.errorReason = ending.errorReason;
    if (ending.errorDetails !== undefined) record.errorDetails = ending.errorDetails;
    return [this.store.put.transaction(record), this.store.remove.unfinished(record.id)];
  }

  /** Drops an ended transaction from memory, once its writes are committed, and tells who waits for it. */
  settle(record: TransactionRecord): void {
    this.unfinishedById.delete(record.id);
    for (const tell of this.waiters.get(record.id) ?? []) tell(record);
    this.waiters.delete(record.id);
  }

  /** Ends and settles. A lost end is found again on the chain after a restart, so it need not be flushed. */
  async finish(record: TransactionRecord, ending: Ending, alongside: readonly Write[] = []): Promise<void> {
    await this.store.commit([...this.end(record, ending), ...alongside], { sync: false });
    this.settle(record);
  }

  async save(record: TransactionRecord): Promise<void> {
    await this.store.commit([this.store.put.transaction(record)], { sync: false });
  }

  /** Resolves when the transaction has ended. Only for one that is unfinished now. */
  ended(record: TransactionRecord): Promise<TransactionRecord> {
    if (isFinal(record.state)) return Promise.resolve(record);
    return new Promise((resolve) => this.waiters.set(record.id, [...(this.waiters.get(record.id) ?? []), resolve]));
  }
}
