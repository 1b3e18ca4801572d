import type { Secret } from '@app/common';
import { type RedisTopology, STANDALONE } from './connect-redis.js';
import { openPostgresBackend } from './postgres-queue-backend.js';
import type { QueueBackend } from './queue-backend.js';
import { openRedisBackend } from './redis-queue-backend.js';
import { requireRedisVersion } from './require-redis-version.js';

/** Opens Redis when `QUEUE_URL` is set, otherwise the product's Postgres. @throws StartRefusedError */
export async function openQueueBackend(
  queueUrl: Secret | undefined,
  databaseUrl: Secret,
  topology: RedisTopology = STANDALONE,
): Promise<QueueBackend> {
  if (queueUrl === undefined) return openPostgresBackend(databaseUrl);
  await requireRedisVersion(queueUrl.reveal(), topology);
  return openRedisBackend(queueUrl.reveal(), topology);
}
