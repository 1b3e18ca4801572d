import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret } from '@app/common';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates a signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): Secret {
  return new Secret(PREFIX + randomBytes(SECRET_BYTES).toString('base64'));
}

/** Encrypts signing secrets with WEBHOOK_KEY (AES-256-GCM). A ciphertext opens for its webhook only. */
export class SecretBox {
  private readonly key: Buffer;

  /** @param key 32 bytes in hex or base64 */
  constructor(key: Secret) {
    const text = key.reveal();
    this.key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  }

  seal(secret: Secret, webhookId: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(webhookId));
    const ciphertext = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Returns null for a ciphertext of another key or another webhook. */
  open(sealed: Buffer, webhookId: string): Secret | null {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(webhookId)).setAuthTag(tag);
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return new Secret(text.toString('utf8'));
    } catch {
      return null; // the tag does not match
    }
  }
}
