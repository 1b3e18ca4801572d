import { API_FIELDS } from './api.settings.js';
import { flag, integer, port, text } from './field.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { LOG_FIELDS } from './shared.settings.js';

function httpPort(defaultPort: number, doc: string): ReturnType<typeof port> {
  return port({ min: 1, default: defaultPort, doc });
}

function otherPort(defaultPort: number, doc: string): ReturnType<typeof integer> {
  return integer({ min: 1, max: 65_535, default: defaultPort, doc });
}

/** Settings of `npm start`. Settings of the API and the worker are passed through to them. */
export const DEVNET_FIELDS = {
  PRESAGE_DATA_DIR: text({ default: '.data', doc: 'npm start: folder of all data that is kept between runs.' }),
  DEMO_DATA: flag({
    default: true,
    doc: 'npm start: whether a new chain begins with six demo markets and the trades of three demo agents.',
  }),
  API_HOST: text({
    default: '127.0.0.1',
    doc: 'Address that the API listens on. 127.0.0.1 includes ::1 where there is IPv6.',
  }),
  API_PORT: httpPort(4000, 'Port that the API listens on.'),
  WORKER_PORT: httpPort(4001, 'Port of the worker’s health endpoints.'),
  WORKERS: integer({
    min: 1,
    max: 16,
    default: 1,
    doc: 'npm start: number of worker processes. Worker i listens on WORKER_PORT + i, counted from 0.',
  }),
  METRICS_PORT: httpPort(
    4020,
    'npm start: metrics port of the API. Worker i listens on METRICS_PORT + 1 + i, counted from 0, and webhooks on the port after the last worker.',
  ),
  WEBHOOKS_PORT: httpPort(4040, 'npm start: port of the health endpoints of webhooks.'),
  MCP_PORT: httpPort(4030, 'npm start: port of the MCP server.'),
  PROVIDER_PORT: httpPort(4010, 'Loopback port of the local wallet provider.'),
  POSTGRES_PORT: otherPort(54_329, 'npm start: port of the embedded PostgreSQL.'),
  CHAIN_PORT: httpPort(8545, 'npm start: RPC port of the local chain.'),
  SMTP_PORT: otherPort(1025, 'npm start: SMTP port of the local mailbox.'),
  INBOX_PORT: httpPort(1080, 'npm start: port of the local mailbox’s web page.'),
  LOG_FORMAT: LOG_FIELDS.LOG_FORMAT,
  AUTH_MODE: API_FIELDS.AUTH_MODE,
  CONSOLE_ENABLED: API_FIELDS.CONSOLE_ENABLED,
} as const;

export type DevnetSettings = SettingsOf<typeof DEVNET_FIELDS>;

export function loadDevnetSettings(env?: Environment): DevnetSettings {
  return readSettings(DEVNET_FIELDS, env);
}

/** Variables that npm adds for its scripts, and libpq's PG* variables, which would redirect the embedded server's clients. */
const NOT_INHERITED = /^(npm_|PG[A-Z]+$)/;

/** Environment to pass to the processes that `npm start` supervises. */
export function inheritedEnvironment(env: Environment = process.env): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name));
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
