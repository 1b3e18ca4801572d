import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@app/common';
import { errorFields, type Logger } from '@app/observability';
import type { Sql } from '@app/persistence';
import { type PresentedKey, readKey } from './api-key.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** Maximum time that a key is accepted after its revocation. */
const CACHE_TTL_MS = 5_000;
/** Maximum number of entries of each cache. */
const MAX_CACHED = 10_000;
/** Precision of `lastUsedAt`. */
const USE_INTERVAL_MS = 60_000;

export interface ApiKeysParts {
  database: Sql;
  clock: Clock;
  log: Logger;
}

interface CachedKey {
  key: ApiKey;
  hash: string;
  expiresAtMs: number;
}

/** Authenticates API keys. Valid keys are cached for five seconds, so that a busy agent costs no query per request. */
export class ApiKeys {
  private readonly keys: ApiKeysRepository;
  private readonly cache = new Map<string, CachedKey>();
  private readonly usedAtMs = new Map<string, number>();

  constructor(private readonly parts: ApiKeysParts) {
    this.keys = new ApiKeysRepository(parts.database);
  }

  /** Returns the key, or null for a malformed, unknown, expired or revoked one. */
  async authenticate(text: string): Promise<ApiKey | null> {
    const presented = readKey(text);
    if (presented === null) return null;
    const found = await this.find(presented);
    if (found === null || !isSameHash(found.hash, presented.hash)) return null;
    this.markUsed(found.key);
    return found.key;
  }

  private async find({ prefix }: PresentedKey): Promise<CachedKey | null> {
    const nowMs = this.parts.clock.nowMs();
    const cached = this.cache.get(prefix);
    if (cached !== undefined && cached.expiresAtMs > nowMs) return cached;
    const valid = await this.keys.findValid(prefix);
    this.cache.delete(prefix);
    if (valid === null) return null;
    const { secretHash: hash, ...key } = valid;
    const found = { key, hash, expiresAtMs: Math.min(nowMs + CACHE_TTL_MS, key.expiresAt.getTime()) };
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(prefix, found);
    return found;
  }

  /** Writes at most once per interval, and no request waits for it. */
  private markUsed({ id }: ApiKey): void {
    const nowMs = this.parts.clock.nowMs();
    if ((this.usedAtMs.get(id) ?? -Infinity) > nowMs - USE_INTERVAL_MS) return;
    if (this.usedAtMs.size >= MAX_CACHED) this.usedAtMs.clear();
    this.usedAtMs.set(id, nowMs);
    this.keys.markUsed(id, USE_INTERVAL_MS).catch((error: unknown) => {
      this.parts.log.warn({ event: 'api_key.use_not_recorded', keyId: id, ...errorFields(error) });
    });
  }
}

/** Compares in constant time. */
function isSameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
