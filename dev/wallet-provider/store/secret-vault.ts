import type { Secret } from '@app/common';
import { createHash, timingSafeEqual, webcrypto } from 'node:crypto';
import { ProviderError } from '../domain/provider-error.js';
import type { EntityKey } from './entity-key.js';
import type { ProviderStore } from './provider-store.js';
import type { Write } from './write-queue.js';

const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;

export interface ConsumedCiphertext {
  readonly write: Write;
  readonly release: () => void;
}

/** Checks that entity secret ciphertexts contain the secret, and that each is used once. */
export class SecretVault {
  private readonly secret: Buffer;
  private readonly key: Promise<{ entityKey: EntityKey; imported: webcrypto.CryptoKey }>;
  private readonly inUse = new Set<string>();

  constructor(
    private readonly store: ProviderStore,
    secret: Secret,
    entityKey: Promise<EntityKey>,
  ) {
    this.secret = Buffer.from(secret.reveal(), 'hex');
    this.key = entityKey.then(async (key) => ({
      entityKey: key,
      imported: await webcrypto.subtle.importKey('pkcs8', key.privateKeyDer, ALGORITHM, false, ['decrypt']),
    }));
  }

  async publicKeyPem(): Promise<string> {
    return (await this.key).entityKey.publicKeyPem;
  }

  /**
   * Marks a ciphertext as used: a second use is refused, even if this request fails.
   * The caller commits `write` and then calls `release`.
   */
  async consume(ciphertext: string): Promise<ConsumedCiphertext> {
    const bytes = Buffer.from(ciphertext, 'base64');
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (this.inUse.has(hash)) throw new ProviderError('ciphertextReused');
    this.inUse.add(hash);
    try {
      if (await this.store.hasCiphertext(hash)) throw new ProviderError('ciphertextReused');
      if (!(await this.holdsSecret(bytes))) throw new ProviderError('secretInvalid');
    } catch (error) {
      this.inUse.delete(hash);
      throw error;
    }
    return { write: this.store.put.ciphertext(hash), release: () => this.inUse.delete(hash) };
  }

  private async holdsSecret(ciphertext: Buffer): Promise<boolean> {
    const { imported } = await this.key;
    try {
      // WebCrypto decrypts on the thread pool: it takes 6 ms.
      const plain = await webcrypto.subtle.decrypt({ name: ALGORITHM.name }, imported, ciphertext);
      const bytes = Buffer.from(plain);
      return bytes.length === this.secret.length && timingSafeEqual(bytes, this.secret);
    } catch {
      // By the contract, bytes that cannot be decrypted are an invalid secret.
      return false;
    }
  }
}
