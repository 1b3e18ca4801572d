import { randomUUID } from 'node:crypto';

export type IdPrefix = 'agent_intent' | 'agent_execution' | 'agent_onboarding' | 'agent_session' | 'webhook' | 'event';

/** Returns `<prefix>_<32 hex>`, with 122 random bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Accepts every UUID version: ids of core resources only have the shape of a UUID. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
