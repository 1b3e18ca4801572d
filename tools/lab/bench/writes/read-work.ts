import type { Secret } from '@app/common';
import { PROCESS_ROLES } from '@app/persistence';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { sendRedisCommand } from '../../../../test/support/redis.js';

/** Servers that count the product's work. */
export interface WorkSource {
  readonly databaseUrl: Secret;
  readonly redisPort: number;
  readonly metricsUrls: readonly string[];
}

export type Work = Readonly<Record<string, number>>;

/** Statements of deferred triggers are counted for the owner. */
const CLIENTS = [PROCESS_ROLES.api, PROCESS_ROLES.worker];
const COUNTERS_SQL = `
  SELECT (SELECT sum(calls) FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
          WHERE rolname = ANY ($1))::float8 AS statements,
    (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS commits,
    (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables)::float8 AS "rows written",
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS "WAL bytes",
    (SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables)::float8 AS "kept bytes"`;

/** Reads the counters. Vacuums first, so that freed space is used again. */
export async function readWork({ databaseUrl, redisPort, metricsUrls }: WorkSource): Promise<Work> {
  const stored = await withClient(databaseUrl, async (client) => {
    await client.query('VACUUM');
    const { rows } = await client.query<Record<string, number>>(COUNTERS_SQL, [CLIENTS]);
    return rows[0];
  });
  const info = await sendRedisCommand(redisPort, 'INFO stats');
  const redis = Number(/total_commands_processed:(\d+)/.exec(info)?.[1]);
  const pages = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
  const calls = pages.join('\n').matchAll(/^presage_(?:chain|provider)_calls_total\S* (\d+)$/gm);
  return {
    ...stored,
    'Redis commands': redis,
    'calls to the node': [...calls].reduce((sum, [, n]) => sum + Number(n), 0),
  };
}

export function workPerWrite(before: Work, after: Work, writes: number): Work {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value - (before[name] ?? 0)) / writes]),
  );
}
