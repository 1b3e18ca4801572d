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

/** Checks entity secret ciphertexts: that they hold the secret, and that none is used twice. */
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
   * Takes the ciphertext out of circulation: from here on a second use is refused, whatever becomes of the request.
   * `release` is called once `write` is committed.
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
      // WebCrypto decrypts on the thread pool: 6 ms that do not stop the event loop.
      const plain = await webcrypto.subtle.decrypt({ name: ALGORITHM.name }, imported, ciphertext);
      const bytes = Buffer.from(plain);
      return bytes.length === this.secret.length && timingSafeEqual(bytes, this.secret);
    } catch {
      // Bytes that do not decrypt are an invalid secret by the contract; there is nothing more to learn from the error.
      return false;
    }
  }
}
