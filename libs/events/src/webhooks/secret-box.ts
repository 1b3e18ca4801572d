import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type AcceptedKeys, Secret } from '@app/common';

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
  private readonly current: Buffer;
  private readonly keys: readonly Buffer[];

  /** @param keys 32 bytes in hex or base64 each */
  constructor([current, ...previous]: AcceptedKeys) {
    this.current = toBytes(current);
    this.keys = [this.current, ...previous.map(toBytes)];
  }

  seal(secret: Secret, webhookId: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current, nonce).setAAD(Buffer.from(webhookId));
    const ciphertext = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Returns null for a ciphertext of another key or another webhook. */
  open(sealed: Buffer, webhookId: string): Secret | null {
    for (const key of this.keys) {
      const secret = openWith(key, sealed, webhookId);
      if (secret !== null) return secret;
    }
    return null;
  }

  /** Encrypts a ciphertext of the previous key with the current one. Returns one of the current key as it is, and null as `open`. */
  renew(sealed: Buffer, webhookId: string): Buffer | null {
    if (openWith(this.current, sealed, webhookId) !== null) return sealed;
    const secret = this.open(sealed, webhookId);
    return secret === null ? null : this.seal(secret, webhookId);
  }
}

function toBytes(key: Secret): Buffer {
  const text = key.reveal();
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
}

function openWith(key: Buffer, sealed: Buffer, webhookId: string): Secret | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(webhookId)).setAuthTag(tag);
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return new Secret(text.toString('utf8'));
  } catch {
    return null; // the tag does not match
  }
}
