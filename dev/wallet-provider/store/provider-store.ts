import { ClassicLevel } from 'classic-level';
import type { TransactionRecord } from '../domain/transaction.js';
import type { WalletRecord, WalletSetRecord } from '../domain/wallet.js';
import { type Database, type Write, WriteQueue } from './write-queue.js';

/** Answer of an accepted command, kept by endpoint and idempotency key. */
export interface IdempotencyRecord {
  readonly bodyHash: string;
  readonly data: unknown;
}

export interface Walk {
  /** Accounts of the transactions; all accounts if absent. */
  readonly accountIds?: readonly string[];
  readonly descending: boolean;
  /** Starts after this transaction, in the direction of the walk. */
  readonly afterSeq?: number;
}

/** The provider's database. Reads see only committed writes. */
export class ProviderStore {
  private readonly writes: WriteQueue;
  private readonly meta;
  private readonly walletSets;
  private readonly wallets;
  private readonly transactions;
  private readonly unfinished;
  private readonly bySeq;
  private readonly byAccount;
  private readonly byNonce;
  private readonly idempotency;
  private readonly ciphertexts;

  private constructor(private readonly database: Database) {
    this.writes = new WriteQueue(database);
    this.meta = database.sublevel('meta');
    this.walletSets = database.sublevel<string, WalletSetRecord>('wallet-set', { valueEncoding: 'json' });
    this.wallets = database.sublevel<string, WalletRecord>('wallet', { valueEncoding: 'json' });
    this.transactions = database.sublevel<string, TransactionRecord>('transaction', { valueEncoding: 'json' });
    this.unfinished = database.sublevel('unfinished');
    this.bySeq = database.sublevel('by-seq');
    this.byAccount = database.sublevel('by-account');
    this.byNonce = database.sublevel('by-nonce');
    this.idempotency = database.sublevel<string, IdempotencyRecord>('idempotency', { valueEncoding: 'json' });
    this.ciphertexts = database.sublevel('ciphertext');
  }

  /** @throws Error when another process uses the folder */
  static async open(folder: string): Promise<ProviderStore> {
    const database: Database = new ClassicLevel(folder);
    try {
      await database.open();
    } catch (error) {
      throw new Error('PROVIDER_DATA_DIR cannot be opened; another wallet provider may be using it', { cause: error });
    }
    return new ProviderStore(database);
  }

  async close(): Promise<void> {
    await this.writes.drain();
    await this.database.close();
  }

  /** Commits all writes or none. With `sync` they are flushed to disk when it resolves. */
  commit(writes: readonly Write[], options: { sync: boolean }): Promise<void> {
    return this.writes.commit(writes, options);
  }

  readonly put = {
    meta:
      (key: string, value: string): Write =>
      (batch) =>
        batch.put(key, value, { sublevel: this.meta }),
    walletSet:
      (record: WalletSetRecord): Write =>
      (batch) =>
        batch.put(record.id, record, { sublevel: this.walletSets }),
    wallet:
      (record: WalletRecord): Write =>
      (batch) =>
        batch.put(record.id, record, { sublevel: this.wallets }),
    transaction:
      (record: TransactionRecord): Write =>
      (batch) =>
        batch.put(record.id, record, { sublevel: this.transactions }),
    idempotency:
      (key: string, record: IdempotencyRecord): Write =>
      (batch) =>
        batch.put(key, record, { sublevel: this.idempotency }),
    ciphertext:
      (hash: string): Write =>
      (batch) =>
        batch.put(hash, '', { sublevel: this.ciphertexts }),
    /** Marks a transaction to be resumed after a restart. */
    unfinished:
      (id: string): Write =>
      (batch) =>
        batch.put(id, '', { sublevel: this.unfinished }),
    nonce:
      (accountId: string, nonce: number, id: string): Write =>
      (batch) =>
        batch.put(orderedKey(accountId, nonce), id, { sublevel: this.byNonce }),
    /** Makes a transaction appear in lists. */
    listed:
      (record: TransactionRecord): Write =>
      (batch) => {
        batch.put(padded(record.seq), record.id, { sublevel: this.bySeq });
        batch.put(orderedKey(record.accountId, record.seq), record.id, { sublevel: this.byAccount });
      },
  };

  readonly remove = {
    unfinished:
      (id: string): Write =>
      (batch) =>
        batch.del(id, { sublevel: this.unfinished }),
    nonce:
      (accountId: string, nonce: number): Write =>
      (batch) =>
        batch.del(orderedKey(accountId, nonce), { sublevel: this.byNonce }),
  };

  findMeta(key: string): Promise<string | undefined> {
    return this.meta.get(key);
  }

  findTransaction(id: string): Promise<TransactionRecord | undefined> {
    return this.transactions.get(id);
  }

  findIdempotency(key: string): Promise<IdempotencyRecord | undefined> {
    return this.idempotency.get(key);
  }

  async hasCiphertext(hash: string): Promise<boolean> {
    return (await this.ciphertexts.get(hash)) !== undefined;
  }

  async listWalletSets(): Promise<WalletSetRecord[]> {
    return (await this.walletSets.values().all()).sort((a, b) => a.seq - b.seq);
  }

  async listWallets(): Promise<WalletRecord[]> {
    return (await this.wallets.values().all()).sort((a, b) => a.seq - b.seq);
  }

  async listUnfinishedTransactions(): Promise<TransactionRecord[]> {
    const ids = await this.unfinished.keys().all();
    const records = await this.transactions.getMany(ids);
    return records.filter((record) => record !== undefined).sort((a, b) => a.seq - b.seq);
  }

  /** Returns the used nonces of an account from `fromNonce`, in order, with their transactions. */
  async listNonceUses(accountId: string, fromNonce: number): Promise<{ nonce: number; id: string }[]> {
    const entries = await this.byNonce.iterator({ gte: orderedKey(accountId, fromNonce), lt: `${accountId}"` }).all();
    return entries.map(([key, id]) => ({ nonce: Number(key.slice(accountId.length + 1)), id }));
  }

  async lastNonce(accountId: string): Promise<number | undefined> {
    const [key] = await this.byNonce.keys({ gt: `${accountId}!`, lt: `${accountId}"`, reverse: true, limit: 1 }).all();
    return key === undefined ? undefined : Number(key.slice(accountId.length + 1));
  }

  /** Iterates over the ids of listed transactions in order of acceptance. Does not read those of other accounts. */
  async *walk({ accountIds, descending, afterSeq }: Walk): AsyncGenerator<string> {
    const rangeOf = (prefix: string) => ({
      gt: descending || afterSeq === undefined ? prefix : prefix + padded(afterSeq),
      lt: descending && afterSeq !== undefined ? prefix + padded(afterSeq) : `${prefix}~`,
      reverse: descending,
    });
    if (accountIds === undefined) {
      yield* this.bySeq.values(rangeOf(''));
      return;
    }
    const walks = [...new Set(accountIds)].map((id) => this.byAccount.iterator(rangeOf(`${id}!`)));
    try {
      yield* merge(walks, descending);
    } finally {
      await Promise.all(walks.map((walk) => walk.close()));
    }
  }
}

interface Entries {
  next(): Promise<[key: string, id: string] | undefined>;
}

/** Merges the ids of transactions of several accounts by their order. */
async function* merge(walks: readonly Entries[], descending: boolean): AsyncGenerator<string> {
  const readNext = async (walk: Entries) => {
    const entry = await walk.next();
    return entry && { walk, seq: entry[0].slice(entry[0].indexOf('!') + 1), id: entry[1] };
  };
  const precedes = (one: string, other: string) => (descending ? one > other : one < other);
  let heads = (await Promise.all(walks.map(readNext))).filter((head) => head !== undefined);
  while (heads.length > 0) {
    const first = heads.reduce((one, other) => (precedes(other.seq, one.seq) ? other : one));
    yield first.id;
    const following = await readNext(first.walk);
    heads = heads.flatMap((head) => (head === first ? (following ?? []) : head));
  }
}

function orderedKey(accountId: string, order: number): string {
  return `${accountId}!${padded(order)}`;
}

function padded(order: number): string {
  return String(order).padStart(16, '0');
}
