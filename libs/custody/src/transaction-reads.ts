import { ProviderError, type ProviderTransaction } from '@app/engine';
import { listOrEmpty, parseTransaction } from './parse-answer.js';
import { type ProviderHttp, recordOrEmpty } from './provider-http.js';

export interface TransactionQuery {
  id: string;
  providerWalletId: string;
}

interface PendingRead extends TransactionQuery {
  resolve: (transaction: ProviderTransaction | null) => void;
  reject: (error: unknown) => void;
}

const OPERATION = 'find_transaction';
/** Time for which reads are collected into one list call. */
const BATCH_WINDOW_MS = 15;
/** Maximum of the provider. */
const MAX_PAGE_SIZE = 50;
/** Size of a page per read. An execution sends two at most, so the newest ones usually include those in progress. */
const TRANSACTIONS_PER_READ = 2;
const UNKNOWN_TRANSACTION_CODE = 156003;

/** Reads single transactions; reads made close together share one list call. */
export class TransactionReads {
  private pending: PendingRead[] = [];

  constructor(private readonly http: ProviderHttp) {}

  async find(query: TransactionQuery): Promise<ProviderTransaction | null> {
    return new Promise((resolve, reject) => {
      this.pending.push({ ...query, resolve, reject });
      if (this.pending.length === 1) setTimeout(() => void this.flush(), BATCH_WINDOW_MS);
    });
  }

  private async flush(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    for (let start = 0; start < batch.length; start += MAX_PAGE_SIZE)
      await this.read(batch.slice(start, start + MAX_PAGE_SIZE));
  }

  private async read(batch: readonly PendingRead[]): Promise<void> {
    const listing = batch.length > 1 ? this.list(batch) : new Map<string, ProviderTransaction>();
    await Promise.all(
      batch.map(async ({ id, resolve, reject }) => {
        try {
          resolve((await listing).get(id) ?? (await this.findOne(id)));
        } catch (error) {
          reject(error);
        }
      }),
    );
  }

  /** Transactions of one page by id. Empty when the list call fails, so that each is read separately. */
  private async list(batch: readonly PendingRead[]): Promise<Map<string, ProviderTransaction>> {
    const pageSize = Math.min(batch.length * TRANSACTIONS_PER_READ, MAX_PAGE_SIZE);
    const walletIds = [...new Set(batch.map(({ providerWalletId }) => providerWalletId))].join(',');
    try {
      const { data } = await this.http.call({
        operation: 'list_transactions',
        method: 'GET',
        path: `/v1/w3s/transactions?walletIds=${walletIds}&pageSize=${pageSize}`,
      });
      const transactions = listOrEmpty(recordOrEmpty(data).transactions).map((entry) =>
        parseTransaction(entry, OPERATION),
      );
      return new Map(transactions.map((transaction) => [transaction.id, transaction]));
    } catch (error) {
      if (error instanceof ProviderError) return new Map();
      throw error;
    }
  }

  private async findOne(id: string): Promise<ProviderTransaction | null> {
    try {
      const { data } = await this.http.call({
        operation: OPERATION,
        method: 'GET',
        path: `/v1/w3s/transactions/${id}`,
      });
      return parseTransaction(recordOrEmpty(data).transaction, OPERATION);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { httpStatus, providerCode } = error.failure.facts;
      if (httpStatus === 404 && providerCode === UNKNOWN_TRANSACTION_CODE) return null;
      throw error;
    }
  }
}
