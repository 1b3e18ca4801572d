import { integer, text } from './field.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';

function ownPort(defaultPort: number, doc: string): ReturnType<typeof integer> {
  return integer({ min: 1, max: 65_535, default: defaultPort, doc });
}

/** What `npm start` runs on one machine, and where. The settings of API and worker pass through to them. */
export const DEVNET_FIELDS = {
  PRESAGE_DATA_DIR: text({ default: '.data', doc: 'npm start: the folder of everything that is kept between runs.' }),
  API_HOST: text({ default: '127.0.0.1', doc: 'The address that the API listens on.' }),
  API_PORT: ownPort(4000, 'The port that the API listens on.'),
  WORKER_PORT: ownPort(4001, 'The worker’s health port.'),
  WORKERS: integer({
    min: 1,
    max: 16,
    default: 1,
    doc: 'npm start: worker processes; number i takes WORKER_PORT + i.',
  }),
  METRICS_PORT: ownPort(4020, 'npm start: the API’s metrics port; worker i takes METRICS_PORT + 1 + i.'),
  PROVIDER_PORT: ownPort(4010, 'The loopback port of the local wallet provider.'),
  POSTGRES_PORT: ownPort(54_329, 'npm start: the port of the embedded PostgreSQL.'),
  CHAIN_PORT: ownPort(8545, 'npm start: the RPC port of the local chain.'),
  SMTP_PORT: ownPort(1025, 'npm start: the port that takes e-mail.'),
  INBOX_PORT: ownPort(1080, 'npm start: the port of the page that shows the e-mail.'),
} as const;

export type DevnetSettings = SettingsOf<typeof DEVNET_FIELDS>;

export function loadDevnetSettings(env?: Environment): DevnetSettings {
  return readSettings(DEVNET_FIELDS, env);
}

/** What npm adds for its own scripts, and what PostgreSQL's clients are told of servers that are not ours. */
const NOT_INHERITED = /^(npm_|PG[A-Z]+$)/;

/** What the user set for the processes that we start. */
export function inheritedEnvironment(env: Environment = process.env): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name));
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
