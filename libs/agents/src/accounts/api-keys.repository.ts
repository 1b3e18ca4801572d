import { Inject, Injectable } from '@nestjs/common';
import { ArrayContains, IsNull, Raw } from 'typeorm';
import { Database, type SqlSession } from '@app/persistence';
import type { KeyScope, PresentedKey } from './api-key.js';
import { type ApiKey, ApiKeyEntity } from './api-key.entity.js';

export interface NewApiKey extends PresentedKey {
  accountId: string | null;
  /** Null for all agents of the account. */
  agentIds: readonly string[] | null;
  scopes: readonly KeyScope[];
  note: string;
  createdBy: string;
  lifetimeDays: number;
}

/** Times are the database's. */
@Injectable()
export class ApiKeysRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  async insert({ hash, lifetimeDays, scopes, agentIds, ...key }: NewApiKey): Promise<ApiKey> {
    const keys = this.sql.repository(ApiKeyEntity);
    await keys
      .createQueryBuilder()
      .insert()
      .values({
        ...key,
        scopes: [...scopes],
        agentIds: agentIds === null ? null : [...agentIds],
        secretHash: hash,
        expiresAt: () => `now() + :lifetimeDays * interval '1 day'`,
      })
      .setParameters({ lifetimeDays })
      .execute();
    return keys.findOneByOrFail({ prefix: key.prefix });
  }

  /** Finds a key that is neither expired nor revoked, with the hash that proves it. */
  findValid(prefix: string): Promise<ApiKeyEntity | null> {
    return this.sql
      .repository(ApiKeyEntity)
      .createQueryBuilder('key')
      .addSelect('key.secretHash')
      .where('key.prefix = :prefix AND key.revokedAt IS NULL AND key.expiresAt > now()', { prefix })
      .getOne();
  }

  /** Newest first. With an agent, only keys that name it. */
  list({ accountId, agentId, limit }: { accountId?: string; agentId?: string; limit: number }): Promise<ApiKey[]> {
    return this.sql.repository(ApiKeyEntity).find({
      where: {
        ...(accountId !== undefined && { accountId }),
        ...(agentId !== undefined && { agentIds: ArrayContains([agentId]) }),
      },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: limit,
    });
  }

  /** Revokes a key, keeping the time of the first revocation; null when there is no such key. */
  async revoke(prefix: string): Promise<ApiKey | null> {
    const keys = this.sql.repository(ApiKeyEntity);
    await keys.update({ prefix }, { revokedAt: () => 'coalesce(revoked_at, now())' });
    return keys.findOneBy({ prefix });
  }

  /** Revokes every key that names the agent. @returns the number of keys revoked by this call */
  async revokeOfAgent(agentId: string): Promise<number> {
    const keys = this.sql.repository(ApiKeyEntity);
    const named = { agentIds: ArrayContains([agentId]), revokedAt: IsNull() };
    const { affected } = await keys.update(named, { revokedAt: () => 'now()' });
    return affected ?? 0;
  }

  /** Counts valid keys that were used within the last seven days and expire within the next seven. */
  async countExpiring(): Promise<number> {
    const { count } = await this.sql.queryOneOrFail<{ count: number }>(
      `SELECT count(*)::int FROM api_keys WHERE revoked_at IS NULL AND last_used_at > now() - interval '7 days'
       AND expires_at BETWEEN now() AND now() + interval '7 days'`,
    );
    return count;
  }

  /** Records a use unless one was recorded within the interval. Of concurrent calls exactly one writes. */
  async markUsed(id: string, intervalMs: number): Promise<void> {
    const stale = Raw((usedAt) => `coalesce(${usedAt} <= now() - :intervalMs * interval '1 ms', true)`, { intervalMs });
    await this.sql.repository(ApiKeyEntity).update({ id, lastUsedAt: stale }, { lastUsedAt: () => 'now()' });
  }
}
