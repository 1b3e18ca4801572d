import { flag, integer, key, optional, port, text } from './field.js';
import { refuseTestSettings } from './failpoints.settings.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { DATABASE_FIELDS, LOG_FIELDS, METRICS_FIELDS, previousKey, TRACE_FIELDS } from './shared.settings.js';

const KEY_DOC = 'Key that encrypts the signing secrets of webhooks. API and webhooks need the same value.';

/** Settings of webhooks that the API reads as well. */
export const WEBHOOK_FIELDS = {
  WEBHOOK_KEY: optional(key({ doc: `${KEY_DOC} Without it the API has no webhooks.` })),
  WEBHOOK_KEY_PREVIOUS: previousKey('WEBHOOK_KEY'),
  WEBHOOK_ALLOW_PRIVATE: flag({
    default: false,
    doc: 'npm start and tests only, rejected in production: webhooks without API keys, to http URLs, other ports and private addresses.',
  }),
} as const;

/** The process that delivers webhooks has no queue, no chain, no custody and no passcodes. */
export const WEBHOOKS_FIELDS = {
  ...LOG_FIELDS,
  ...METRICS_FIELDS,
  ...TRACE_FIELDS,
  ...DATABASE_FIELDS,
  ...WEBHOOK_FIELDS,
  WEBHOOK_KEY: key({ doc: KEY_DOC }),
  WEBHOOKS_HOST: text({ default: '127.0.0.1', doc: 'Address of the health endpoints of webhooks.' }),
  WEBHOOKS_PORT: port({
    default: 4040,
    doc: 'Port of the health endpoints of webhooks, for a private network.',
  }),
  WEBHOOK_TIMEOUT_MS: integer({
    min: 100,
    max: 10_000,
    default: 10_000,
    doc: 'Maximum time in milliseconds of one delivery. The webhooks of a killed process wait twice as long for another one.',
  }),
} as const;

export type WebhooksSettings = SettingsOf<typeof WEBHOOKS_FIELDS>;

export function loadWebhooksSettings(env?: Environment): WebhooksSettings {
  const settings = readSettings(WEBHOOKS_FIELDS, env);
  refuseTestSettings(settings);
  return settings;
}
