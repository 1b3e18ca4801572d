import { key, optional } from './field.js';
import { refuseMainNetworks } from './main-networks.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { CHAIN_FIELDS, CONNECTION_FIELDS, EXECUTION_DEADLINE_S } from './shared.settings.js';
import { WEBHOOK_FIELDS } from './webhooks.settings.js';
import { WORKER_FIELDS } from './worker.settings.js';

export const OPS_FIELDS = {
  DATABASE_URL: CONNECTION_FIELDS.DATABASE_URL,
  DATABASE_NAMED_STATEMENTS: CONNECTION_FIELDS.DATABASE_NAMED_STATEMENTS,
  DATABASE_POOL_MAX: CONNECTION_FIELDS.DATABASE_POOL_MAX,
  ...CHAIN_FIELDS,
  CONFIRMATIONS: WORKER_FIELDS.CONFIRMATIONS,
  EXECUTION_DEADLINE_S,
  WEBHOOK_KEY: optional(key({ doc: 'Key for npm run ops -- keys reencrypt, and for no other command.' })),
  WEBHOOK_KEY_PREVIOUS: WEBHOOK_FIELDS.WEBHOOK_KEY_PREVIOUS,
} as const;

export type OpsSettings = SettingsOf<typeof OPS_FIELDS>;

/** Settings of the operator's command line: database and chain, without provider credentials. */
export function loadOpsSettings(env?: Environment): OpsSettings {
  const settings = readSettings(OPS_FIELDS, env);
  refuseMainNetworks(settings);
  return settings;
}
