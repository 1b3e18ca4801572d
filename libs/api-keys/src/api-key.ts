import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '@app/common';

/** What a key may be used for; reading needs none. */
export const KEY_SCOPES = ['wallets', 'intents', 'execute', 'records'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key as it is kept. The key itself is kept nowhere. */
export interface ApiKey {
  id: string;
  /** The part that may be shown. */
  prefix: string;
  /** The agent that it may write for; null for a key that writes market records only. */
  agentId: string | null;
  scopes: readonly KeyScope[];
  note: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** To the minute or so. */
  lastUsedAt: Date | null;
}

/** A key as its holder presents it, read without asking whether it is one of ours. */
export interface PresentedKey {
  prefix: string;
  /** SHA-256 of the whole key, in hex. */
  hash: string;
}

const FORM = /^presage_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const PREFIX_BYTES = 6;
const SECRET_BYTES = 32;

/** A new key: `presage_<12 hex>_<43 of base64url>`, 256 random bits behind the part that may be shown. */
export function newKey(): PresentedKey & { key: Secret } {
  const prefix = randomBytes(PREFIX_BYTES).toString('hex');
  const text = `presage_${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key: new Secret(text), prefix, hash: hashOf(text) };
}

/** Null when the text cannot be a key, whatever is in the store. */
export function readKey(text: string): PresentedKey | null {
  const prefix = FORM.exec(text)?.[1];
  return prefix === undefined ? null : { prefix, hash: hashOf(text) };
}

/** Random bits need no slow hash: there is nothing to guess them by. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
