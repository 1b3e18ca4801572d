import { canonicalJson, type Json, sha256Hex } from '@app/common';
import { isRecord } from '../domain/is-record.js';
import { ProviderError } from '../domain/provider-error.js';
import { SerialQueue } from '../engine/serial-queue.js';
import type { Answer } from '../faults/request-faults.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { SecretVault } from '../store/secret-vault.js';
import type { Write } from '../store/write-queue.js';
import { Fields } from './fields.js';
import { type Call, hasFault } from './operation.js';

/** A POST that passed every check: what it answers, what it writes, and what begins once that is written. */
interface PreparedCommand {
  readonly data: Json;
  readonly writes: readonly Write[];
  readonly begin: () => void;
}

export interface Command {
  /** Keys are told apart by endpoint, path id included. */
  readonly endpoint: string;
  readonly newStatus: 200 | 201;
  /** Throws ProviderError; then nothing is remembered but the ciphertext. */
  prepare(): Promise<PreparedCommand> | PreparedCommand;
}

/** Runs POSTs once per idempotency key, and admits only those that know the entity secret. */
export class Commands {
  private readonly locks = new Map<string, { queue: SerialQueue; users: number }>();

  constructor(
    private readonly store: ProviderStore,
    private readonly vault: SecretVault,
  ) {}

  /**
   * The first request under a key is accepted and committed before it has any effect; a repeat with the same body is
   * answered 200 from memory. The ciphertext is checked first, so a byte-for-byte repeat is refused although the first
   * went through: the harshest reading of what the contract leaves open.
   */
  async run(call: Call, command: Command): Promise<Answer> {
    const fields = new Fields(call.body, 'body');
    const key = `${command.endpoint} ${fields.requiredIdempotencyKey()}`;
    const ciphertextField = fields.requiredText('entitySecretCiphertext');
    fields.done();
    const ciphertext = await this.vault.consume(ciphertextField);
    try {
      return await this.locked(key, () => this.accept(call, command, { key, spend: ciphertext.write }));
    } catch (error) {
      await this.store.commit([ciphertext.write], { sync: false });
      throw error;
    } finally {
      ciphertext.release();
    }
  }

  private async accept(call: Call, command: Command, { key, spend }: { key: string; spend: Write }): Promise<Answer> {
    const bodyHash = sha256Hex(canonicalJson(withoutCiphertext(call.body)));
    const known = hasFault(call, 'forget-key') ? undefined : await this.store.findIdempotency(key);
    if (known !== undefined) {
      if (known.bodyHash !== bodyHash) throw new ProviderError('idempotencyMisused');
      await this.store.commit([spend], { sync: false });
      return { status: 200, body: { data: known.data } };
    }
    const { data, writes, begin } = await command.prepare();
    await this.store.commit([...writes, spend, this.store.put.idempotency(key, { bodyHash, data })], { sync: true });
    begin();
    return { status: command.newStatus, body: { data } };
  }

  // Duplicates that arrive together wait for each other, and all but the first find the first's record.
  private async locked<T>(key: string, job: () => Promise<T>): Promise<T> {
    const lock = this.locks.get(key) ?? { queue: new SerialQueue(), users: 0 };
    this.locks.set(key, lock);
    lock.users += 1;
    try {
      return await lock.queue.run(job);
    } finally {
      lock.users -= 1;
      if (lock.users === 0) this.locks.delete(key);
    }
  }
}

function withoutCiphertext(body: unknown): Json {
  if (!isRecord(body)) return null;
  return toJson(Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'entitySecretCiphertext')));
}

/** What came from JSON is JSON; this tells the compiler, member by member. */
export function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
