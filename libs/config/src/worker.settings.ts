import { flag, integer, key, oneOf, optional, optionalInteger, port, requiredText, secret, text } from './field.js';
import { FAILPOINT_FIELDS, refuseTestSettings } from './failpoints.settings.js';
import { refuseMainNetworks } from './main-networks.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import {
  ALLOWANCE,
  EXECUTION_DEADLINE_S,
  EXECUTION_ENABLED,
  PASSCODE_KEY,
  PASSCODE_KEY_PREVIOUS,
  previousKey,
  PRODUCT_FIELDS,
} from './shared.settings.js';

/** Only the worker holds the provider's credentials. */
export const WORKER_FIELDS = {
  ...PRODUCT_FIELDS,
  ...FAILPOINT_FIELDS,
  WORKER_HOST: text({
    default: '127.0.0.1',
    doc: 'Address of the worker’s health endpoints and of its view of the queues.',
  }),
  WORKER_PORT: port({
    default: 4001,
    doc: 'Port of the worker’s health endpoints and of its view of the queues, for a private network.',
  }),
  WORKER_CONCURRENCY: integer({
    min: 1,
    max: 2_000,
    default: 200,
    doc: 'Maximum lanes that one worker serves at the same time.',
  }),
  CUSTODY: oneOf({
    values: ['provider', 'keystore'],
    default: 'provider',
    doc: 'Holder of the wallets’ keys: the wallet provider, or an encrypted keystore that workers sign with.',
  }),
  KEYSTORE: optional(
    secret({
      doc: 'CUSTODY=keystore: JSON of the encrypted keystore, which must hold a mnemonic. Equal in all workers. Set KEYSTORE_FILE.',
    }),
  ),
  KEYSTORE_PASSPHRASE: optional(
    secret({
      doc: 'CUSTODY=keystore: passphrase of the keystore. Set KEYSTORE_PASSPHRASE_FILE.',
    }),
  ),
  KEYSTORE_TOP_UP_GWEI: integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 10_000_000,
    doc: 'CUSTODY=keystore: amount in gwei that the keystore’s first account sends to a wallet without gas. 0 sends none.',
  }),
  KEYSTORE_MAX_FEE_GWEI: integer({
    min: 1,
    max: 1_000_000,
    default: 500,
    doc: 'CUSTODY=keystore: highest fee of a unit of gas, in gwei, that a wallet pays. Transactions wait while the chain asks for more.',
  }),
  KEYSTORE_FAUCET_AMOUNT: integer({
    min: 0,
    max: 1_000_000_000,
    default: 0,
    doc: 'CUSTODY=keystore: test tokens that the keystore’s first account mints per faucet request. 0 refuses requests.',
  }),
  KEYSTORE_GAS_PER_ACCOUNT_DAY_GWEI: integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 1_000_000_000,
    doc: 'CUSTODY=keystore: maximum in gwei that gas transfers to the wallets of one account cost within 24 hours. Without API keys, every wallet is an account of its own. 0 sets no limit.',
  }),
  PROVIDER_BASE_URL: optional(
    requiredText({
      doc: 'Base URL of the wallet provider. Empty leaves execution unconfigured.',
      sample: 'http://127.0.0.1:4010',
    }),
  ),
  PROVIDER_API_KEY: optional(secret({ doc: 'API key of the wallet provider.' })),
  PROVIDER_ENTITY_SECRET: optional(secret({ doc: 'Entity secret of the wallet provider, 64 hex digits.' })),
  PROVIDER_BLOCKCHAIN: text({ default: 'ARC-TESTNET', doc: 'Name of CHAIN-TESTNET in the provider’s API.' }),
  PROVIDER_FAUCET_NATIVE: flag({
    default: false,
    doc: 'Whether the faucet also requests the native coin. Leave off where gas is paid in the collateral, as on Arc.',
  }),
  PROVIDER_TIMEOUT_MS: integer({
    min: 100,
    max: 120_000,
    default: 10_000,
    doc: 'Maximum time in milliseconds of one call to the provider, or of a keystore to the node.',
  }),
  PROVIDER_POSTS_PER_S: optionalInteger({
    min: 1,
    max: 10_000,
    doc: 'Maximum writes per second to the provider, or of a keystore to the node, over all workers. Empty: 4 to a provider, and no limit with CUSTODY=keystore.',
  }),
  LANE_DEPTH: optionalInteger({
    min: 1,
    max: 64,
    doc: 'Maximum executions of a wallet that are sent before the first is mined. Empty: 32 with CUSTODY=keystore, 1 with a provider, which promises no order.',
  }),
  PROVIDER_KEY_LIFETIME_S: integer({
    min: 1,
    max: 86_400,
    default: 60,
    doc: 'Maximum age in seconds at which a stored idempotency key is sent again without a lookup. Above 60 it counts as 60.',
  }),
  ALLOWANCE,
  EXECUTION_DEADLINE_S,
  EXECUTION_ENABLED,
  STUCK_AFTER_S: integer({
    min: 1,
    max: 86_400,
    default: 120,
    doc: 'Age in seconds at which an unmined transaction is accelerated. Above a fifth of EXECUTION_DEADLINE_S it counts as that.',
  }),
  LANE_LEASE_MS: integer({
    min: 500,
    max: 120_000,
    default: 5_000,
    doc: 'Lifetime in milliseconds of a lane lease that is not renewed.',
  }),
  RETENTION_DAYS: integer({
    min: 7,
    max: 3_650,
    default: 30,
    doc: 'Age in days at which unconfirmed intents and unverified onboardings are deleted.',
  }),
  EVENT_RETENTION_DAYS: integer({
    min: 1,
    max: 3_650,
    default: 90,
    doc: 'Age in days at which events of agents and markets are deleted. Events that a webhook has yet to receive are kept twice as long.',
  }),
  CONFIRMATIONS: integer({
    min: 1,
    max: 1_000,
    default: 1,
    doc: 'Confirmations, its own block included, after which a transaction counts as mined.',
  }),
  INDEX_CONFIRMATIONS: integer({
    min: 1,
    max: 1_000,
    default: 1,
    doc: 'Confirmations, its own block included, after which an event enters the read models.',
  }),
  INDEX_START_BLOCK: integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    doc: 'Block in which the factory was deployed. The indexer starts there.',
  }),
  INDEX_POLL_MS: integer({
    min: 10,
    max: 60_000,
    default: 500,
    doc: 'Interval in milliseconds between two polls for new blocks.',
  }),
  INDEX_LEASE_MS: integer({
    min: 500,
    max: 120_000,
    default: 10_000,
    doc: 'Lifetime in milliseconds of the indexer’s lease. Another worker takes over after it.',
  }),
  SMTP_URL: secret({
    doc: 'SMTP server for outgoing e-mail. May contain a password.',
    sample: 'smtp://127.0.0.1:1025',
  }),
  PASSCODE_KEY,
  PASSCODE_KEY_PREVIOUS,
  STEP_SEAL_KEY: key({
    doc: 'Key that seals armed transactions, equal in all workers. No other process may have it.',
  }),
  STEP_SEAL_KEY_PREVIOUS: previousKey('STEP_SEAL_KEY'),
  MAIL_FROM: text({ default: 'Presage <no-reply@presage.example>', doc: 'Sender address of outgoing e-mail.' }),
} as const;

export type WorkerSettings = SettingsOf<typeof WORKER_FIELDS>;

export function loadWorkerSettings(env?: Environment): WorkerSettings {
  const settings = readSettings(WORKER_FIELDS, env);
  refuseTestSettings(settings);
  refuseMainNetworks(settings);
  return settings;
}

/** Maximum executions of a lane that are under way. A keystore's node mines in the order of nonces; a provider promises none. */
export function laneDepth({ LANE_DEPTH, CUSTODY }: Pick<WorkerSettings, 'LANE_DEPTH' | 'CUSTODY'>): number {
  return LANE_DEPTH ?? (CUSTODY === 'keystore' ? 32 : 1);
}

/** Maximum writes per second of all workers to the provider or the keystore's node; null for no limit. */
export function providerPostsPerSecond({
  PROVIDER_POSTS_PER_S,
  CUSTODY,
}: Pick<WorkerSettings, 'PROVIDER_POSTS_PER_S' | 'CUSTODY'>): number | null {
  return PROVIDER_POSTS_PER_S ?? (CUSTODY === 'keystore' ? null : 4);
}
