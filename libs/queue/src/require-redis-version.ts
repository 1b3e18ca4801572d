import { once } from 'node:events';
import { requireVersion, withTimeout } from '@app/common';
import { connectRedis, type RedisTopology } from './connect-redis.js';

/** Time in which a server that a process finds at its start says its version. */
const TIMEOUT_MS = 5_000;

/** @throws StartRefusedError when the server is too old. A server that cannot be reached is not waited for. */
export async function requireRedisVersion(urls: string, topology: RedisTopology): Promise<void> {
  const connection = connectRedis(urls, topology, { maxRetriesPerRequest: 1, connectTimeout: 2_000 });
  connection.on('error', () => undefined);
  try {
    const isReady = once(connection, 'ready').then(() => connection.info('server'));
    const info = await withTimeout(isReady, TIMEOUT_MS).catch(() => null);
    if (info !== null) requireVersion('Redis', /^redis_version:.*/m.exec(info)?.[0] ?? '');
  } finally {
    connection.disconnect();
  }
}
