/** Owns the schema. Migrations run as this role, and no process does. */
export const OWNER_ROLE = 'presage_owner';

/** Role of each kind of process. */
export const PROCESS_ROLES = {
  api: 'presage_api',
  worker: 'presage_worker',
  webhooks: 'presage_webhooks',
  ops: 'presage_ops',
} as const;

/** Schema of BullMQ's tables, functions and sequences. */
export const QUEUE_SCHEMA = 'bullmq';

export type ProcessName = keyof typeof PROCESS_ROLES;
