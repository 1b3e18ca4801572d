import { ProviderError, type ProviderTransaction } from '@app/engine';
import { parseList, parseTransaction } from './parse-answer.js';
import { type ProviderHttp, record } from './provider-http.js';

export interface TransactionQuery {
  id: string;
  providerWalletId: string;
}

interface Waiting extends TransactionQuery {
  resolve: (transaction: ProviderTransaction | null) => void;
  reject: (error: unknown) => void;
}

const OPERATION = 'find_transaction';
const GATHER_MS = 15;
/** The provider's largest page; the newest come first, so a page is likely to hold every transaction in flight. */
const PAGE_SIZE = 50;
const UNKNOWN_TRANSACTION = 156003;

/** Reads of single transactions, those asked within a moment gathered into one list call. */
export class TransactionReads {
  private waiting: Waiting[] = [];

  constructor(private readonly http: ProviderHttp) {}

  async find(query: TransactionQuery): Promise<ProviderTransaction | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...query, resolve, reject });
      if (this.waiting.length === 1) setTimeout(() => void this.flush(), GATHER_MS);
    });
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    for (let at = 0; at < batch.length; at += PAGE_SIZE) await this.read(batch.slice(at, at + PAGE_SIZE));
  }

  private async read(batch: readonly Waiting[]): Promise<void> {
    const listed = batch.length > 1 ? await this.list(batch) : new Map<string, ProviderTransaction>();
    await Promise.all(
      batch.map(async ({ id, resolve, reject }) => {
        try {
          resolve(listed.get(id) ?? (await this.findOne(id)));
        } catch (error) {
          reject(error);
        }
      }),
    );
  }

  /** What one page holds. When the list cannot be had, every transaction is asked for by itself. */
  private async list(batch: readonly Waiting[]): Promise<Map<string, ProviderTransaction>> {
    const walletIds = [...new Set(batch.map(({ providerWalletId }) => providerWalletId))].join(',');
    try {
      const { data } = await this.http.call({
        operation: 'list_transactions',
        method: 'GET',
        path: `/v1/w3s/transactions?walletIds=${walletIds}&pageSize=${PAGE_SIZE}`,
      });
      const transactions = parseList(record(data).transactions).map((entry) => parseTransaction(entry, OPERATION));
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
      return parseTransaction(record(data).transaction, OPERATION);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure.kind !== 'answer') throw error;
      const { httpStatus, providerCode } = error.failure;
      if (httpStatus === 404 && providerCode === UNKNOWN_TRANSACTION) return null;
      throw error;
    }
  }
}
