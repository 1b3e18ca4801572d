import { AGENT_ENTITIES } from '@app/agents';
import { API_KEY_ENTITIES } from '@app/api-keys';
import { CUSTODY_ENTITIES } from '@app/custody';
import { ENGINE_ENTITIES } from '@app/engine';
import { INDEXER_ENTITIES } from '@app/indexer';
import { MARKET_ENTITIES } from '@app/markets';
import { TASK_ENTITIES } from '@app/tasks';
import { RateLimitEntity } from '../../apps/api/src/rate-limit/rate-limit.entity.js';
import { AuditEntryEntity } from '../../apps/ops/src/cli/audit-entry.entity.js';

/** Every table of the schema. */
export const ENTITIES = [
  ...AGENT_ENTITIES,
  ...API_KEY_ENTITIES,
  ...CUSTODY_ENTITIES,
  ...ENGINE_ENTITIES,
  ...INDEXER_ENTITIES,
  ...MARKET_ENTITIES,
  ...TASK_ENTITIES,
  AuditEntryEntity,
  RateLimitEntity,
] as const;
