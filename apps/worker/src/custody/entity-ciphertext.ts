import { webcrypto } from 'node:crypto';
import type { Secret } from '@app/common';
import { noAnswer } from './provider-http.js';

/**
 * Encrypts the entity secret for one request: RSA-OAEP with SHA-256 over its 32 raw bytes, base64. The provider accepts
 * each ciphertext once, so every request needs a new one.
 */
export class EntityCiphertext {
  private key: Promise<webcrypto.CryptoKey> | undefined;

  constructor(
    private readonly entitySecret: Secret,
    private readonly fetchPublicKey: () => Promise<string>,
  ) {}

  async create(): Promise<string> {
    this.key ??= this.importKey().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    const secret = Buffer.from(this.entitySecret.reveal(), 'hex');
    const sealed = await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, await this.key, secret);
    return Buffer.from(sealed).toString('base64');
  }

  /** Makes the next request fetch the provider's public key again, in case it was rotated. */
  forgetKey(): void {
    this.key = undefined;
  }

  private async importKey(): Promise<webcrypto.CryptoKey> {
    // The provider labels its SPKI key as PKCS#1; only the body is read, as SPKI.
    const der = Buffer.from((await this.fetchPublicKey()).replace(/-----[^-]+-----/g, ''), 'base64');
    try {
      return await webcrypto.subtle.importKey('spki', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
    } catch {
      throw noAnswer('import_public_key', 'unreadable');
    }
  }
}
