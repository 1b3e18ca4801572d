import { flag, integer, optionalSecret, optionalText, port, secret, text } from './field.js';
import { FAILPOINT_FIELDS, refuseFailpointsInProduction } from './failpoints.settings.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { PRODUCT_FIELDS } from './shared.settings.js';

/** The worker alone holds the provider's credentials. */
export const WORKER_FIELDS = {
  ...PRODUCT_FIELDS,
  ...FAILPOINT_FIELDS,
  WORKER_HOST: text({ default: '127.0.0.1', doc: 'The address of the worker’s health port.' }),
  WORKER_PORT: port({ default: 4001, doc: 'The worker’s health port.' }),
  WORKER_CONCURRENCY: integer({
    min: 1,
    max: 2_000,
    default: 200,
    doc: 'Lanes that one worker serves at the same time.',
  }),
  PROVIDER_BASE_URL: optionalText({
    doc: 'The wallet provider’s address; empty means that execution is not configured.',
    sample: 'http://127.0.0.1:4010',
  }),
  PROVIDER_API_KEY: optionalSecret({ doc: 'The wallet provider’s API key.' }),
  PROVIDER_ENTITY_SECRET: optionalSecret({ doc: 'The wallet provider’s entity secret, 64 hex digits.' }),
  PROVIDER_BLOCKCHAIN: text({ default: 'ARC-TESTNET', doc: 'What CHAIN-TESTNET is called at the provider.' }),
  PROVIDER_FAUCET_NATIVE: flag({
    default: false,
    doc: 'Whether the faucet is asked for the native coin too; off where gas is paid in the collateral, as on Arc.',
  }),
  PROVIDER_TIMEOUT_MS: integer({
    min: 100,
    max: 120_000,
    default: 10_000,
    doc: 'Deadline of one call to the provider.',
  }),
  PROVIDER_POSTS_PER_S: integer({
    min: 1,
    max: 10_000,
    default: 4,
    doc: 'Writes per second to the provider, of all workers together.',
  }),
  PROVIDER_KEY_LIFETIME_S: integer({
    min: 1,
    max: 86_400,
    default: 600,
    doc: 'How long a stored idempotency key is repeated without a lookup.',
  }),
  EXECUTION_DEADLINE_S: integer({
    min: 10,
    max: 86_400,
    default: 900,
    doc: 'Life of an armed step on chain: past it, the chain refuses it.',
  }),
  STUCK_AFTER_S: integer({
    min: 1,
    max: 86_400,
    default: 120,
    doc: 'Age from which an unmined transaction is accelerated.',
  }),
  LANE_LEASE_MS: integer({
    min: 500,
    max: 120_000,
    default: 10_000,
    doc: 'How long a worker holds a lane without renewing.',
  }),
  CONFIRMATIONS: integer({
    min: 1,
    max: 1_000,
    default: 1,
    doc: 'Blocks, its own included, after which a transaction counts as mined.',
  }),
  INDEX_CONFIRMATIONS: integer({
    min: 1,
    max: 1_000,
    default: 1,
    doc: 'Blocks, its own included, after which an event enters the read models.',
  }),
  INDEX_START_BLOCK: integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    doc: 'The block that the factory was deployed in: the chain is read from there.',
  }),
  INDEX_POLL_MS: integer({ min: 10, max: 60_000, default: 500, doc: 'Pause between two looks for new blocks.' }),
  INDEX_LEASE_MS: integer({
    min: 500,
    max: 120_000,
    default: 10_000,
    doc: 'How long a worker that went away keeps the others from indexing.',
  }),
  SMTP_URL: secret({ doc: 'Where e-mail is handed over; it may carry a password.', sample: 'smtp://127.0.0.1:1025' }),
  PASSCODE_KEY: secret({ doc: 'Key that passcodes are made and hashed with; the same for API and worker.' }),
  MAIL_FROM: text({ default: 'Presage <no-reply@presage.example>', doc: 'The sender of e-mail.' }),
} as const;

export type WorkerSettings = SettingsOf<typeof WORKER_FIELDS>;

export function loadWorkerSettings(env?: Environment): WorkerSettings {
  const settings = readSettings(WORKER_FIELDS, env);
  refuseFailpointsInProduction(settings);
  return settings;
}
