import type { Clock } from '@app/common';
import { type Ending, moveTo, type TransactionRecord } from '../domain/transaction.js';
import { isFinal } from '../domain/transaction-state.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { Write } from '../store/write-queue.js';

/** Keeps unfinished transactions in memory and on disk, and finished ones only on disk. */
export class TransactionRegistry {
  private readonly unfinishedById = new Map<string, TransactionRecord>();
  private readonly waiters = new Map<string, ((record: TransactionRecord) => void)[]>();

  constructor(
    private readonly store: ProviderStore,
    private readonly clock: Clock,
  ) {}

  async load(): Promise<readonly TransactionRecord[]> {
    const records = await this.store.listUnfinishedTransactions();
    for (const record of records) this.unfinishedById.set(record.id, record);
    return records;
  }

  /** Registers an accepted transaction. @returns the writes that store it */
  open(record: TransactionRecord, { listed }: { listed: boolean }): Write[] {
    this.unfinishedById.set(record.id, record);
    const writes = [this.store.put.transaction(record), this.store.put.unfinished(record.id)];
    return listed ? [...writes, this.store.put.listed(record)] : writes;
  }

  unfinished(): IterableIterator<TransactionRecord> {
    return this.unfinishedById.values();
  }

  async find(id: string): Promise<TransactionRecord | undefined> {
    return this.unfinishedById.get(id) ?? (await this.store.findTransaction(id));
  }

  /** Ends a transaction in memory. @returns the writes that store its end */
  end(record: TransactionRecord, ending: Ending): Write[] {
    moveTo(record, ending.state, this.clock.nowMs());
    if (ending.errorReason !== undefined) record.errorReason = ending.errorReason;
    if (ending.errorDetails !== undefined) record.errorDetails = ending.errorDetails;
    return [this.store.put.transaction(record), this.store.remove.unfinished(record.id)];
  }

  /** Drops an ended transaction from memory, and resolves `ended`. Called after its writes are committed. */
  settle(record: TransactionRecord): void {
    this.unfinishedById.delete(record.id);
    for (const resolve of this.waiters.get(record.id) ?? []) resolve(record);
    this.waiters.delete(record.id);
  }

  /** Ends and settles a transaction. Not flushed to disk: after a restart, a lost end is read from the chain. */
  async finish(record: TransactionRecord, ending: Ending, alongside: readonly Write[] = []): Promise<void> {
    await this.store.commit([...this.end(record, ending), ...alongside], { sync: false });
    this.settle(record);
  }

  async save(record: TransactionRecord): Promise<void> {
    await this.store.commit([this.store.put.transaction(record)], { sync: false });
  }

  /** Resolves when an unfinished transaction has ended. */
  ended(record: TransactionRecord): Promise<TransactionRecord> {
    if (isFinal(record.state)) return Promise.resolve(record);
    return new Promise((resolve) => this.waiters.set(record.id, [...(this.waiters.get(record.id) ?? []), resolve]));
  }
}
