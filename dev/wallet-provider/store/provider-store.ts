import { closeSync, createReadStream, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isRecord } from '@app/common';
import { ProviderError } from '../domain/provider-error.js';
import type { TransactionRecord } from '../domain/transaction.js';

export interface WalletSetRecord {
  readonly id: string;
  readonly name: string;
  readonly createDateMs: number;
}

/** An externally owned account. Its key is derived from the entity secret and its id. */
export interface WalletRecord {
  readonly id: string;
  readonly walletSetId: string;
  /** Lower case, as in the provider's answers. */
  readonly address: string;
  readonly blockchain: string;
  readonly name: string;
  readonly refId: string;
  readonly createDateMs: number;
}

/** Answer of an accepted command, kept by endpoint and idempotency key. */
export interface CommandRecord {
  readonly id: string;
  readonly bodyHash: string;
  readonly data: unknown;
}

/** New records, and new versions of transactions. */
export interface Changes {
  readonly walletSets?: readonly WalletSetRecord[];
  readonly wallets?: readonly WalletRecord[];
  readonly transactions?: readonly TransactionRecord[];
  readonly commands?: readonly CommandRecord[];
  /** Hashes of used ciphertexts. */
  readonly ciphertexts?: readonly string[];
}

/** The provider's records, in memory in order of acceptance, and in a file with one JSON object for each save. */
export class ProviderStore {
  readonly walletSets = new Map<string, WalletSetRecord>();
  readonly wallets = new Map<string, WalletRecord>();
  readonly transactions = new Map<string, TransactionRecord>();
  readonly commands = new Map<string, CommandRecord>();
  readonly ciphertexts = new Set<string>();
  private handle = -1;

  private constructor() {}

  /** Reads a file, without a line that a kill has truncated, and rewrites it without replaced versions. */
  static async open(file: string): Promise<ProviderStore> {
    const store = new ProviderStore();
    if (existsSync(file)) {
      for await (const line of createInterface({ input: createReadStream(file) })) store.apply(parseLine(line));
    }
    store.handle = openSync(`${file}.new`, 'w', 0o600);
    const { walletSets, wallets, transactions, commands, ciphertexts } = store;
    for (const record of walletSets.values()) store.append({ walletSets: [record] });
    for (const record of wallets.values()) store.append({ wallets: [record] });
    for (const record of transactions.values()) store.append({ transactions: [record] });
    for (const record of commands.values()) store.append({ commands: [record] });
    store.append({ ciphertexts: [...ciphertexts] });
    renameSync(`${file}.new`, file);
    return store;
  }

  /** Saves all changes or none. They survive the kill of the process, and like the local chain no power failure. */
  save(changes: Changes): void {
    this.append(changes);
    this.apply(changes);
  }

  close(): void {
    closeSync(this.handle);
  }

  getSet(id: string): WalletSetRecord {
    return found(this.walletSets.get(id.toLowerCase()), 'walletSetNotFound');
  }

  getWallet(id: string): WalletRecord {
    return found(this.wallets.get(id.toLowerCase()), 'walletNotFound');
  }

  getTransaction(id: string): TransactionRecord {
    return found(this.transactions.get(id.toLowerCase()), 'transactionNotFound');
  }

  private append(changes: Changes): void {
    writeSync(this.handle, `${JSON.stringify(changes)}\n`);
  }

  private apply({ walletSets = [], wallets = [], transactions = [], commands = [], ciphertexts = [] }: Changes): void {
    for (const record of walletSets) this.walletSets.set(record.id, record);
    for (const record of wallets) this.wallets.set(record.id, record);
    for (const record of transactions) this.transactions.set(record.id, record);
    for (const record of commands) this.commands.set(record.id, record);
    for (const hash of ciphertexts) this.ciphertexts.add(hash);
  }
}

function found<T>(record: T | undefined, error: 'walletSetNotFound' | 'walletNotFound' | 'transactionNotFound'): T {
  if (record === undefined) throw new ProviderError(error);
  return record;
}

function parseLine(line: string): Changes {
  try {
    const value: unknown = JSON.parse(line);
    return isChanges(value) ? value : {};
  } catch {
    return {};
  }
}

function isChanges(value: unknown): value is Changes {
  return isRecord(value);
}
