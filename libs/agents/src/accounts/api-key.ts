import { randomBytes } from 'node:crypto';
import { API_KEY, Secret, sha256Hex } from '@app/common';

export const KEY_SCOPES = ['wallets', 'intents', 'execute', 'records', 'read', 'webhooks', 'operator'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Whether a key with these scopes may do what needs the scope. Every scope of an account includes `read`. */
export function permits(scopes: readonly KeyScope[], needed: KeyScope): boolean {
  return needed === 'read' ? scopes.some((scope) => scope !== 'operator') : scopes.includes(needed);
}

/** A well-formed key, not looked up yet. */
export interface PresentedKey {
  prefix: string;
  /** SHA-256 of the whole key, in hex. A fast hash suffices for 256 random bits. */
  hash: string;
}

const FORM = new RegExp(`^${API_KEY.source}$`);
const PREFIX_BYTES = 6;
const SECRET_BYTES = 32;

/** Creates a key: `presage_<12 hex>_<43 of base64url>`, with 256 random bits behind the public prefix. */
export function newKey(): PresentedKey & { key: Secret } {
  const prefix = randomBytes(PREFIX_BYTES).toString('hex');
  const text = `presage_${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key: new Secret(text), prefix, hash: sha256Hex(text) };
}

/** Returns null for a text that is not in the form of a key. */
export function readKey(text: string): PresentedKey | null {
  const prefix = FORM.exec(text)?.[1];
  return prefix === undefined ? null : { prefix, hash: sha256Hex(text) };
}
