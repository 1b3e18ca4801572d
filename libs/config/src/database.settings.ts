import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { DATABASE_FIELDS } from './shared.settings.js';

export type DatabaseSettings = SettingsOf<typeof DATABASE_FIELDS>;

/** Settings of the migration command. */
export function loadDatabaseSettings(env?: Environment): DatabaseSettings {
  return readSettings(DATABASE_FIELDS, env);
}
