import type { Sql } from '@app/persistence';
import type { ApiKey, KeyScope, PresentedKey } from './api-key.js';

const COLUMNS =
  'id, prefix, agent_id, scopes, note, created_by, created_at, expires_at, revoked_at, last_used_at, secret_hash';

/** A type rather than an interface, so that it fits what the driver calls a row. */
type KeyRow = {
  id: string;
  prefix: string;
  agent_id: string | null;
  scopes: KeyScope[];
  note: string;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
  secret_hash: string;
};

export interface NewApiKey extends PresentedKey {
  agentId: string | null;
  scopes: readonly KeyScope[];
  note: string;
  createdBy: string;
  /** From now, by the database's clock. */
  lifetimeDays: number;
}

export async function insertKey(sql: Sql, key: NewApiKey): Promise<ApiKey> {
  const row = await sql.queryOne<KeyRow>(
    `INSERT INTO api_keys (prefix, secret_hash, agent_id, scopes, note, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 day') RETURNING ${COLUMNS}`,
    [key.prefix, key.hash, key.agentId, key.scopes, key.note, key.createdBy, key.lifetimeDays],
  );
  if (row === null) throw new Error('a key could not be written');
  return toKey(row);
}

/** A key that is valid now, and the hash that proves it. */
export async function findValidKey(sql: Sql, prefix: string): Promise<{ key: ApiKey; hash: string } | null> {
  const row = await sql.queryOne<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE prefix = $1 AND revoked_at IS NULL AND expires_at > now()`,
    [prefix],
  );
  return row === null ? null : { key: toKey(row), hash: row.secret_hash };
}

/** Newest first. */
export async function listKeys(sql: Sql, { agentId, limit }: { agentId?: string; limit: number }): Promise<ApiKey[]> {
  const rows = await sql.query<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE agent_id = $1 OR $1 IS NULL ORDER BY created_at DESC, id LIMIT $2`,
    [agentId ?? null, limit],
  );
  return rows.map(toKey);
}

/** The first time counts; null when there is no such key. */
export async function revokeKey(sql: Sql, prefix: string): Promise<ApiKey | null> {
  const row = await sql.queryOne<KeyRow>(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE prefix = $1 RETURNING ${COLUMNS}`,
    [prefix],
  );
  return row === null ? null : toKey(row);
}

/** Every valid key of the agent; answers how many. */
export async function revokeKeysOf(sql: Sql, agentId: string): Promise<number> {
  const rows = await sql.query(
    'UPDATE api_keys SET revoked_at = now() WHERE agent_id = $1 AND revoked_at IS NULL RETURNING 1',
    [agentId],
  );
  return rows.length;
}

/** Of several processes that say so at the same time, one writes. */
export async function noteUse(sql: Sql, id: string, everyMs: number): Promise<void> {
  await sql.query(
    `UPDATE api_keys SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - $2 * interval '1 ms')`,
    [id, everyMs],
  );
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    prefix: row.prefix,
    agentId: row.agent_id,
    scopes: row.scopes,
    note: row.note,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
