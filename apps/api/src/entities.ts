import { AGENT_ENTITIES } from '@app/agents';
import { ARCHIVE_ENTITIES } from '@app/audit';
import { ENGINE_ENTITIES } from '@app/engine';
import { EVENT_ENTITIES } from '@app/events';
import { INDEXER_ENTITIES } from '@app/indexer';
import { MARKET_ENTITIES } from '@app/markets';
import { AuditEntryEntity } from '@app/persistence';
import { QUEUE_ENTITIES } from '@app/queue';
import { RateLimitEntity } from './rate-limit/rate-limit.entity.js';

/** Every table of the schema, for repositories and for `GET /schema/validate`. */
export const ENTITIES = [
  ...AGENT_ENTITIES,
  ...ARCHIVE_ENTITIES,
  ...ENGINE_ENTITIES,
  ...EVENT_ENTITIES,
  ...INDEXER_ENTITIES,
  ...MARKET_ENTITIES,
  ...QUEUE_ENTITIES,
  AuditEntryEntity,
  RateLimitEntity,
] as const;
