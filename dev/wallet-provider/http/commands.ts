import { canonicalJson, isRecord, sha256Hex, type Json } from '@app/common';
import { ProviderError } from '../domain/provider-error.js';
import { SerialQueue } from '../engine/serial-queue.js';
import type { Fault } from '../faults/fault-catalogue.js';
import { hasFault } from '../faults/request-faults.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { SecretVault } from '../store/secret-vault.js';
import type { Write } from '../store/write-queue.js';

/** An accepted command: its answer, its writes, and the effect that begins after the writes are committed. */
interface PreparedCommand {
  readonly data: Json;
  readonly writes: readonly Write[];
  readonly begin: () => void;
}

export interface Command {
  /** Scope of the idempotency keys, with the id of the path. */
  readonly endpoint: string;
  readonly newStatus: 200 | 201;
  /** Throws ProviderError; then only the ciphertext is stored. */
  prepare(): Promise<PreparedCommand> | PreparedCommand;
}

/** A validated request body of a command. */
export interface CommandBody {
  readonly idempotencyKey: string;
  readonly entitySecretCiphertext: string;
}

export interface CommandAnswer {
  readonly status: 200 | 201;
  readonly body: { readonly data: unknown };
}

interface Acceptance {
  readonly body: CommandBody;
  readonly faults: readonly Fault[];
  readonly key: string;
  /** Marks the ciphertext as used. */
  readonly spendCiphertext: Write;
}

/** Runs commands once per idempotency key, for callers that know the entity secret. */
export class Commands {
  private readonly locks = new Map<string, { queue: SerialQueue; users: number }>();

  constructor(
    private readonly store: ProviderStore,
    private readonly vault: SecretVault,
  ) {}

  /**
   * Accepts the first request of a key, and commits it before it takes effect. A repeat with the same body is answered from
   * the store with 200. The ciphertext is checked first, so a byte-for-byte repeat is refused although the first request
   * succeeded: the contract leaves the order open, and this is the strictest reading.
   */
  async run(
    { body, faults }: { body: CommandBody; faults: readonly Fault[] },
    command: Command,
  ): Promise<CommandAnswer> {
    const key = `${command.endpoint} ${body.idempotencyKey.toLowerCase()}`;
    const ciphertext = await this.vault.consume(body.entitySecretCiphertext);
    try {
      return await this.locked(key, () =>
        this.accept({ body, faults, key, spendCiphertext: ciphertext.write }, command),
      );
    } catch (error) {
      await this.store.commit([ciphertext.write], { sync: false });
      throw error;
    } finally {
      ciphertext.release();
    }
  }

  private async accept({ body, faults, key, spendCiphertext }: Acceptance, command: Command): Promise<CommandAnswer> {
    const bodyHash = sha256Hex(canonicalJson(withoutCiphertext(body)));
    const known = hasFault(faults, 'forget-key') ? undefined : await this.store.findIdempotency(key);
    if (known !== undefined) {
      if (known.bodyHash !== bodyHash) throw new ProviderError('idempotencyMisused');
      await this.store.commit([spendCiphertext], { sync: false });
      return { status: 200, body: { data: known.data } };
    }
    const { data, writes, begin } = await command.prepare();
    const remember = this.store.put.idempotency(key, { bodyHash, data });
    await this.store.commit([...writes, spendCiphertext, remember], { sync: true });
    begin();
    return { status: command.newStatus, body: { data } };
  }

  /** Runs jobs of one key one after another, so that a simultaneous duplicate finds the record of the first request. */
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

function withoutCiphertext({ entitySecretCiphertext: _ciphertext, ...rest }: CommandBody): Json {
  return toJson(rest);
}

/** Narrows a parsed JSON value for the compiler, member by member. */
export function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
