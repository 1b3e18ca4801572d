import { ProviderError, type ProviderTransaction } from '@app/engine';
import DataLoader from 'dataloader';
import { listOrEmpty, parseTransaction } from './parse-answer.js';
import { type ProviderHttp, recordOrEmpty } from './provider-http.js';

export interface TransactionKey {
  id: string;
  providerWalletId: string;
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
  private readonly listed: DataLoader<TransactionKey, ProviderTransaction | null>;

  constructor(private readonly http: ProviderHttp) {
    this.listed = new DataLoader((queries) => this.list(queries), {
      cache: false,
      maxBatchSize: MAX_PAGE_SIZE,
      batchScheduleFn: (list) => setTimeout(list, BATCH_WINDOW_MS),
    });
  }

  async find(query: TransactionKey): Promise<ProviderTransaction | null> {
    return (await this.listed.load(query)) ?? (await this.findOne(query.id));
  }

  /** Null for a transaction that one page does not include, and for each when the list call fails. They are read singly. */
  private async list(queries: readonly TransactionKey[]): Promise<(ProviderTransaction | null)[]> {
    const page = queries.length > 1 ? await this.readPage(queries) : new Map<string, ProviderTransaction>();
    return queries.map(({ id }) => page.get(id) ?? null);
  }

  private async readPage(queries: readonly TransactionKey[]): Promise<Map<string, ProviderTransaction>> {
    const pageSize = Math.min(queries.length * TRANSACTIONS_PER_READ, MAX_PAGE_SIZE);
    const walletIds = [...new Set(queries.map(({ providerWalletId }) => providerWalletId))].join(',');
    try {
      const path = `/v1/w3s/transactions?walletIds=${walletIds}&pageSize=${pageSize}`;
      const { data } = await this.http.read('list_transactions', path);
      const listed = listOrEmpty(recordOrEmpty(data).transactions);
      const transactions = listed.map((entry) => parseTransaction(entry, OPERATION));
      return new Map(transactions.map((transaction) => [transaction.id, transaction]));
    } catch (error) {
      if (error instanceof ProviderError) return new Map();
      throw error;
    }
  }

  private async findOne(id: string): Promise<ProviderTransaction | null> {
    try {
      const { data } = await this.http.read(OPERATION, `/v1/w3s/transactions/${id}`);
      return parseTransaction(recordOrEmpty(data).transaction, OPERATION);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { httpStatus, providerCode } = error.failure.facts;
      if (httpStatus === 404 && providerCode === UNKNOWN_TRANSACTION_CODE) return null;
      throw error;
    }
  }
}
