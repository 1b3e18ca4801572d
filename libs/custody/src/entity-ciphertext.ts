import { webcrypto } from 'node:crypto';
import type { Secret } from '@app/common';

/**
 * Encrypts the entity secret for one request: RSA-OAEP with SHA-256 over its 32 raw bytes, base64. Each result may be
 * used once (provider contract, §1 "Ciphertext"), so every send makes a new one.
 */
export class EntityCiphertext {
  private key: Promise<webcrypto.CryptoKey> | undefined;

  constructor(
    private readonly entitySecret: Secret,
    private readonly fetchPublicKey: () => Promise<string>,
  ) {}

  async make(): Promise<string> {
    this.key ??= this.importKey().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    const secret = Buffer.from(this.entitySecret.reveal(), 'hex');
    const sealed = await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, await this.key, secret);
    return Buffer.from(sealed).toString('base64');
  }

  /** Fetches the provider's key anew for the next request: it may have been rotated. */
  forgetKey(): void {
    this.key = undefined;
  }

  private async importKey(): Promise<webcrypto.CryptoKey> {
    // The provider labels its SPKI key as PKCS#1, so the label is dropped and the body read as what it is.
    const der = Buffer.from((await this.fetchPublicKey()).replace(/-----[^-]+-----/g, ''), 'base64');
    return webcrypto.subtle.importKey('spki', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  }
}
