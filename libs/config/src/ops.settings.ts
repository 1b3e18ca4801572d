import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { CHAIN_FIELDS, DATABASE_FIELDS } from './shared.settings.js';
import { WORKER_FIELDS } from './worker.settings.js';

export const OPS_FIELDS = {
  ...DATABASE_FIELDS,
  ...CHAIN_FIELDS,
  CONFIRMATIONS: WORKER_FIELDS.CONFIRMATIONS,
} as const;

export type OpsSettings = SettingsOf<typeof OPS_FIELDS>;

/** What the operator's command line needs: the record and the chain, and no credential of the provider. */
export function loadOpsSettings(env?: Environment): OpsSettings {
  return readSettings(OPS_FIELDS, env);
}
