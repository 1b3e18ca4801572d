import { optional, postgresUrl, secret } from './field.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';

export const MIGRATE_FIELDS = {
  DATABASE_URL: postgresUrl({
    doc: 'Connection string of a user who may create roles, or of presage_owner. Not through a pooler in transaction mode.',
    sample: 'postgres://postgres:…@127.0.0.1:5432/presage',
  }),
  API_DATABASE_PASSWORD: optional(secret({ doc: rolePassword('presage_api') })),
  WORKER_DATABASE_PASSWORD: optional(secret({ doc: rolePassword('presage_worker') })),
  WEBHOOKS_DATABASE_PASSWORD: optional(secret({ doc: rolePassword('presage_webhooks') })),
  OPS_DATABASE_PASSWORD: optional(secret({ doc: rolePassword('presage_ops') })),
} as const;

function rolePassword(role: string): string {
  return `Password to set for the role ${role}. Empty leaves it.`;
}

export type MigrateSettings = SettingsOf<typeof MIGRATE_FIELDS>;

export function loadMigrateSettings(env?: Environment): MigrateSettings {
  return readSettings(MIGRATE_FIELDS, env);
}
