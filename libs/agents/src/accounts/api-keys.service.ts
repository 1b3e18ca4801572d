import { timingSafeEqual } from 'node:crypto';
import { CachedRead, type Clock, ExpiringMap } from '@app/common';
import { errorFields, type Logger, type Metrics } from '@app/observability';
import type { SqlSession } from '@app/persistence';
import { type PresentedKey, readKey } from './api-key.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** Maximum time that a key is accepted after its revocation. */
const CACHE_TTL_MS = 5_000;
/** Maximum age of the number of expiring keys. */
const EXPIRING_TTL_MS = 60_000;
/** Precision of `lastUsedAt`. */
const USE_INTERVAL_MS = 60_000;

export interface ApiKeysDependencies {
  database: SqlSession;
  clock: Clock;
  log: Logger;
}

interface CachedKey {
  key: ApiKey;
  hash: string;
}

/** Authenticates API keys. Valid keys are cached for five seconds, so that a busy agent costs no query per request. */
export class ApiKeys {
  private readonly keys: ApiKeysRepository;
  private readonly cache: ExpiringMap<CachedKey>;
  /** Ids of the keys whose use was recorded within the interval. */
  private readonly used: ExpiringMap<true>;

  constructor(private readonly dependencies: ApiKeysDependencies) {
    this.keys = new ApiKeysRepository(dependencies.database);
    this.cache = new ExpiringMap(dependencies.clock);
    this.used = new ExpiringMap(dependencies.clock);
  }

  /** Reports the keys that expire soon. Leaves the gauge while they cannot be read, which `presage_state_read_success` shows. */
  reportExpiring(metrics: Metrics): void {
    const expiring = new CachedRead(() => this.keys.countExpiring(), EXPIRING_TTL_MS);
    metrics.onScrape(() =>
      expiring.get().then(
        (count) => metrics.set('presage_api_keys_expiring', {}, count),
        () => undefined,
      ),
    );
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
    const cached = this.cache.get(prefix);
    if (cached !== undefined) return cached;
    const valid = await this.keys.findValid(prefix);
    if (valid === null) return null;
    const { secretHash: hash, ...key } = valid;
    this.cache.set(
      prefix,
      { key, hash },
      Math.min(this.dependencies.clock.nowMs() + CACHE_TTL_MS, key.expiresAt.getTime()),
    );
    return { key, hash };
  }

  /** Writes at most once per interval, and no request waits for it. */
  private markUsed({ id }: ApiKey): void {
    if (this.used.get(id) === true) return;
    this.used.set(id, true, this.dependencies.clock.nowMs() + USE_INTERVAL_MS);
    this.keys.markUsed(id, USE_INTERVAL_MS).catch((error: unknown) => {
      this.dependencies.log.warn({ event: 'api_key.use_not_recorded', keyId: id, ...errorFields(error) });
    });
  }
}

/** Compares in constant time. */
function isSameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
