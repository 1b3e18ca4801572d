import {
  integer,
  oneOf,
  optionalPort,
  optionalSecret,
  optionalText,
  requiredAddress,
  requiredText,
  secret,
  text,
} from './field.js';

/** What every process of the product needs to log. */
export const LOG_FIELDS = {
  NODE_ENV: oneOf({
    values: ['production', 'development', 'test'],
    default: 'production',
    doc: 'Outside production, local front ends may call the API from a browser.',
  }),
  LOG_LEVEL: oneOf({
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'info',
    doc: 'The least severe log line that is written.',
  }),
  LOG_FORMAT: oneOf({
    values: ['auto', 'json', 'pretty'],
    default: 'auto',
    doc: 'One JSON object a line, or lines for people; auto is pretty in a terminal.',
  }),
} as const;

export const METRICS_FIELDS = {
  METRICS_HOST: text({ default: '127.0.0.1', doc: 'The address of the metrics port.' }),
  METRICS_PORT: optionalPort({
    doc: 'The port that answers /metrics in the format of Prometheus; empty for none, 0 for a free one.',
    sample: '9464',
  }),
} as const;

export const TRACE_FIELDS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText({
    doc: 'Where traces go: a collector that takes OTLP over HTTP; empty traces nothing.',
    sample: 'http://127.0.0.1:4318',
  }),
} as const;

export const DATABASE_FIELDS = {
  DATABASE_URL: secret({
    doc: 'PostgreSQL: the record of everything.',
    sample: 'postgres://presage:…@127.0.0.1:5432/presage',
  }),
  DATABASE_POOL_MAX: integer({
    min: 2,
    max: 100,
    default: 8,
    doc: 'Most database connections of one process, the queue’s not counted.',
  }),
  DATABASE_CONNECT_TIMEOUT_MS: integer({
    min: 100,
    max: 60_000,
    default: 1_500,
    doc: 'How long a request waits for a database connection.',
  }),
} as const;

export const QUEUE_FIELDS = {
  QUEUE_URL: optionalSecret({
    doc: 'Where jobs queue: redis://… (or rediss://…) for Redis; empty for the PostgreSQL of DATABASE_URL.',
    sample: '',
  }),
} as const;

export const CHAIN_FIELDS = {
  CHAIN_RPC_URL: requiredText({
    doc: 'JSON-RPC of the chain that CHAIN-TESTNET stands for.',
    sample: 'http://127.0.0.1:8545',
  }),
  CHAIN_ID: integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    default: 31_999,
    doc: 'The chain id that the RPC must answer.',
  }),
  CHAIN_DISPLAY_NAME: text({ default: 'Presage devnet', doc: 'The network name in contract metadata.' }),
  FACTORY_ADDRESS: requiredAddress({ doc: 'The deployed market factory.', sample: '0x…' }),
  COLLATERAL_ADDRESS: requiredAddress({
    doc: 'The collateral token, as the factory was deployed with.',
    sample: '0x…',
  }),
  COLLATERAL_DECIMALS: integer({ min: 0, max: 18, default: 6, doc: 'Decimals of the collateral token.' }),
  EXPLORER_URL: text({ default: 'http://127.0.0.1:8545', doc: 'The block explorer that contract metadata names.' }),
} as const;

/** What both processes of the product are told. */
export const PRODUCT_FIELDS = {
  ...LOG_FIELDS,
  ...METRICS_FIELDS,
  ...TRACE_FIELDS,
  ...DATABASE_FIELDS,
  ...QUEUE_FIELDS,
  ...CHAIN_FIELDS,
} as const;
