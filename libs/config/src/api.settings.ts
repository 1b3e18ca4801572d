import { flag, integer, list, networks, oneOf, port, secret, text } from './field.js';
import { FAILPOINT_FIELDS, refuseFailpointsInProduction } from './failpoints.settings.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { PRODUCT_FIELDS } from './shared.settings.js';

/** The API knows no provider credential: it only knows whether execution is meant to be on. */
export const API_FIELDS = {
  ...PRODUCT_FIELDS,
  ...FAILPOINT_FIELDS,
  API_HOST: text({ default: '127.0.0.1', doc: 'The address that the API listens on.' }),
  API_PORT: port({ default: 4000, doc: 'The port that the API listens on.' }),
  AUTH_MODE: oneOf({
    values: ['off', 'api_key'],
    default: 'off',
    doc: 'Whether writes need an API key (npm run ops -- keys create); off takes agent_id at its word.',
  }),
  EXECUTION_ENABLED: flag({ default: true, doc: 'Whether confirmed intents may be executed; off answers 501.' }),
  BALANCE_ENABLED: flag({ default: true, doc: 'Whether wallet balances may be asked for; off answers 501.' }),
  FAUCET_ENABLED: flag({ default: true, doc: 'Whether the faucet may be asked; off answers 501.' }),
  EXECUTE_WAIT_MS: integer({
    min: 0,
    max: 60_000,
    default: 30_000,
    doc: 'How long an execute waits for its result before it answers 202.',
  }),
  LANES_BEHIND_S: integer({
    min: 1,
    max: 86_400,
    default: 60,
    doc: 'Executes are refused with 503 while an accepted one has waited so long for nothing but a worker.',
  }),
  SHUTDOWN_DELAY_MS: integer({
    min: 0,
    max: 2_000,
    default: 0,
    doc: 'For how long an API that is to end still takes connections, while /readyz says 503, so that a balancer notices.',
  }),
  PROVIDER_WAIT_MS: integer({
    min: 100,
    max: 60_000,
    default: 15_000,
    doc: 'How long provisioning, balance and faucet wait for the worker.',
  }),
  EXECUTION_DEADLINE_S: integer({
    min: 10,
    max: 86_400,
    default: 900,
    doc: 'Life of an armed step on chain: past it, the chain refuses it.',
  }),
  FAUCET_COOLDOWN_S: integer({
    min: 0,
    max: 86_400,
    default: 60,
    doc: 'Time between two faucet grants to one agent or address.',
  }),
  CORS_ALLOWED_ORIGINS: list({
    default: [],
    sample: 'https://app.example.com',
    doc: 'Front ends that browsers may call from, exact origins.',
  }),
  RATE_LIMIT: integer({
    min: 0,
    max: 1_000_000,
    default: 0,
    doc: 'Most requests a minute from one client address, all API processes together; 0 for no limit.',
  }),
  TRUSTED_PROXIES: networks({
    sample: '10.0.0.0/8',
    doc: 'Proxies whose X-Forwarded-For is believed, so that clients behind them are told apart.',
  }),
  AGENT_WALLET_LOCK: flag({
    default: true,
    doc: 'Whether a verified agent’s wallet can only be tightened without an e-mail.',
  }),
  PASSCODE_KEY: secret({
    doc: 'Key that passcodes are made and hashed with; the same for API and worker.',
    sample: '',
  }),
} as const;

export type ApiSettings = SettingsOf<typeof API_FIELDS>;

export function loadApiSettings(env?: Environment): ApiSettings {
  const settings = readSettings(API_FIELDS, env);
  refuseFailpointsInProduction(settings);
  return settings;
}
