import { canonicalJson, isRecord, sha256Hex, type Json } from '@app/common';
import type { FastifyReply } from 'fastify';
import { ProviderError } from '../domain/provider-error.js';
import type { Changes, ProviderStore } from '../store/provider-store.js';
import type { SecretVault } from '../store/secret-vault.js';

/** An accepted command: its answer, its changes, and the effect that begins after they are saved. */
export interface PreparedCommand {
  readonly data: Json;
  readonly changes: Changes;
  readonly begin?: () => void;
}

export interface Command {
  /** Scope of the idempotency keys, with the id of the path. */
  readonly endpoint: string;
  readonly newStatus: 200 | 201;
  /** Throws ProviderError; then nothing is saved. */
  prepare(): Promise<PreparedCommand> | PreparedCommand;
}

interface CommandRequest {
  readonly reply: FastifyReply;
  readonly body: { readonly idempotencyKey: string; readonly entitySecretCiphertext: string };
}

/** Runs commands once per idempotency key, for callers that know the entity secret. */
export class Commands {
  /** Commands that are being accepted, by key. */
  private readonly running = new Map<string, Promise<FastifyReply>>();

  constructor(
    private readonly store: ProviderStore,
    private readonly vault: SecretVault,
  ) {}

  /**
   * Accepts the first request of a key, and saves it before it takes effect. A repeat with the same body is answered from
   * the store with 200. The ciphertext is checked first, so a byte-for-byte repeat is refused although the first request
   * succeeded: the contract leaves the order open, and this is the strictest reading.
   */
  async run(request: CommandRequest, command: Command): Promise<FastifyReply> {
    const id = commandId(command.endpoint, request.body.idempotencyKey);
    await this.vault.consume(request.body.entitySecretCiphertext);
    // A simultaneous duplicate waits for the record of the first request.
    for (let other = this.running.get(id); other !== undefined; other = this.running.get(id)) {
      await other.catch(() => null);
    }
    const accepted = this.accept(id, request, command).finally(() => this.running.delete(id));
    this.running.set(id, accepted);
    return accepted;
  }

  private async accept(id: string, { reply, body }: CommandRequest, command: Command): Promise<FastifyReply> {
    const bodyHash = sha256Hex(canonicalJson(toJson({ ...body, entitySecretCiphertext: null })));
    const known = this.store.commands.get(id);
    if (known !== undefined) {
      if (known.bodyHash !== bodyHash) throw new ProviderError('idempotencyMisused');
      return reply.code(200).send({ data: known.data });
    }
    const { data, changes, begin } = await command.prepare();
    this.store.save({ ...changes, commands: [{ id, bodyHash, data }] });
    begin?.();
    return reply.code(command.newStatus).send({ data });
  }
}

export function commandId(endpoint: string, idempotencyKey: string): string {
  return `${endpoint} ${idempotencyKey.toLowerCase()}`;
}

/** Narrows a parsed JSON value for the compiler, member by member. */
function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
