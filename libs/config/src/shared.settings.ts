import type { Secret } from '@app/common';
import {
  checked,
  type Field,
  flag,
  integer,
  key,
  oneOf,
  optional,
  optionalCertificates,
  optionalPort,
  postgresUrl,
  requiredAddress,
  requiredText,
  secret,
  text,
} from './field.js';
import type { SettingsOf } from './read-settings.js';

export const EXECUTION_DEADLINE_S = integer({
  min: 10,
  max: 86_400,
  default: 900,
  doc: 'Lifetime in seconds of an armed step. The contracts reject it after this deadline.',
});

export const EXECUTION_ENABLED = flag({
  default: true,
  doc: 'Enables execution of confirmed intents. When off, execute returns 501, and workers make no automatic claims. API and worker need the same value.',
});

export const ALLOWANCE = oneOf({
  values: ['exact', 'market'],
  default: 'market',
  doc: 'Amount of an approval: market covers the smallest of market_limit, daily_limit, total_limit and 20 stakes, so that later buys need none. exact covers one stake. API and worker need the same value.',
});

export const PASSCODE_KEY = key({
  doc: 'Key that derives and hashes passcodes. API and worker need the same value.',
});

export const PASSCODE_KEY_PREVIOUS = previousKey('PASSCODE_KEY');

/** @param name of the key that it accompanies */
export function previousKey(name: string): Field<Secret | undefined> {
  return optional(key({ doc: `Second key that is accepted while ${name} is replaced.` }));
}

export const LOG_FIELDS = {
  NODE_ENV: oneOf({
    values: ['production', 'development', 'test'],
    default: 'production',
    doc: 'Runtime environment. Outside production, front ends on localhost may call the API from a browser.',
  }),
  LOG_LEVEL: oneOf({
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'info',
    doc: 'Minimum severity of written log lines.',
  }),
  LOG_FORMAT: oneOf({
    values: ['auto', 'json', 'pretty'],
    default: 'auto',
    doc: 'Log format. auto writes pretty lines to a terminal and JSON elsewhere.',
  }),
} as const;

export const METRICS_FIELDS = {
  METRICS_HOST: text({ default: '127.0.0.1', doc: 'Address of the metrics endpoint.' }),
  METRICS_PORT: optionalPort({
    doc: 'Port that serves /metrics for Prometheus. Empty serves no metrics, 0 picks a free port.',
    sample: '9464',
  }),
} as const;

export const TRACE_FIELDS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    requiredText({
      doc: 'Collector that accepts traces by OTLP over HTTP. Empty disables tracing.',
      sample: 'http://127.0.0.1:4318',
    }),
  ),
  OTEL_TRACES_SAMPLER: oneOf({
    values: ['parentbased_always_on', 'parentbased_traceidratio'],
    default: 'parentbased_always_on',
    doc: 'Traced requests, unless their caller decides: all, or a share.',
  }),
  OTEL_TRACES_SAMPLER_ARG: checked(
    text({ default: '1', doc: 'Share for parentbased_traceidratio, 0 to 1.' }),
    (share) => {
      if (!(Number(share) >= 0 && Number(share) <= 1)) throw new Error('must be a number from 0 to 1');
    },
  ),
} as const;

export const CONNECTION_FIELDS = {
  DATABASE_URL: postgresUrl({
    doc: 'Connection string of PostgreSQL, the source of truth, with the role of the process. Add sslmode=verify-full outside of a private network.',
    sample: 'postgres://presage_api:…@127.0.0.1:5432/presage',
  }),
  DATABASE_NAMED_STATEMENTS: flag({
    default: true,
    doc: 'Whether each connection keeps the plans of frequent statements. Turn off behind a pooler without named statements, such as PgBouncer before 1.21.',
  }),
  DATABASE_POOL_MAX: integer({
    min: 2,
    max: 100,
    default: 8,
    doc: 'Maximum database connections of one process, without those of the queue.',
  }),
  DATABASE_CONNECT_TIMEOUT_MS: integer({
    min: 100,
    max: 60_000,
    default: 1_500,
    doc: 'Maximum time in milliseconds that a request waits for a database connection.',
  }),
} as const;

export type DatabaseSettings = SettingsOf<typeof DATABASE_FIELDS>;

export const DATABASE_FIELDS = {
  ...CONNECTION_FIELDS,
  DATABASE_DIRECT_URL: optional(
    postgresUrl({
      doc: 'Connection string that bypasses a pooler in transaction mode. LISTEN and a queue in PostgreSQL use it. Empty uses DATABASE_URL.',
      sample: '',
    }),
  ),
} as const;

export const QUEUE_FIELDS = {
  QUEUE_URL: optional(
    secret({
      doc: 'Queue server: redis://:PASSWORD@HOST:6379, or rediss://… with TLS. Several Sentinels or nodes of a cluster are separated by commas. Empty uses the PostgreSQL of DATABASE_URL.',
      sample: '',
    }),
  ),
  QUEUE_CA: optionalCertificates({
    doc: 'Certificates of the authority of a server of rediss://…, if it is private. Set QUEUE_CA_FILE.',
  }),
  QUEUE_REDIS_MODE: oneOf({
    values: ['standalone', 'sentinel', 'cluster'],
    default: 'standalone',
    doc: 'Kind of the servers in QUEUE_URL: one Redis server, Sentinels, or nodes of a Redis Cluster.',
  }),
  QUEUE_SENTINEL_NAME: text({
    default: 'mymaster',
    doc: 'QUEUE_REDIS_MODE=sentinel: name of the group of servers that the Sentinels monitor.',
  }),
} as const;

export const CHAIN_FIELDS = {
  CHAIN_RPC_URL: secret({
    doc: 'JSON-RPC endpoint of the chain that CHAIN-TESTNET stands for. A gateway before several nodes must pass each batch to one of them.',
    sample: 'http://127.0.0.1:8545',
  }),
  CHAIN_ID: integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    default: 31_999,
    doc: 'Chain id of that chain. A process does not start on a node that serves another chain.',
  }),
  ALLOW_MAINNET: flag({
    default: false,
    doc: 'Whether CHAIN_ID and PROVIDER_BLOCKCHAIN may be a main network, where tokens have value.',
  }),
  CHAIN_DISPLAY_NAME: text({ default: 'Presage devnet', doc: 'Network name in contract metadata.' }),
  FACTORY_ADDRESS: requiredAddress({ doc: 'Address of the deployed market factory.', sample: '0x…' }),
  COLLATERAL_ADDRESS: requiredAddress({
    doc: 'Address of the collateral token that the factory was deployed with.',
    sample: '0x…',
  }),
  COLLATERAL_DECIMALS: integer({ min: 0, max: 18, default: 6, doc: 'Decimals of the collateral token.' }),
  EXPLORER_URL: text({
    default: 'http://127.0.0.1:4000/console',
    doc: 'Block explorer in contract metadata. npm start has none and sets the URL of its console.',
  }),
} as const;

/** Settings that API and worker share. */
export const PRODUCT_FIELDS = {
  ...LOG_FIELDS,
  ...METRICS_FIELDS,
  ...TRACE_FIELDS,
  ...DATABASE_FIELDS,
  ...QUEUE_FIELDS,
  ...CHAIN_FIELDS,
} as const;
