import { checked, flag, integer, list, networks, oneOf, port, text } from './field.js';
import { FAILPOINT_FIELDS, refuseTestSettings } from './failpoints.settings.js';
import { refuseMainNetworks } from './main-networks.js';
import { refuseOpenAddress } from './open-address.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import {
  ALLOWANCE,
  EXECUTION_DEADLINE_S,
  EXECUTION_ENABLED,
  PASSCODE_KEY,
  PASSCODE_KEY_PREVIOUS,
  PRODUCT_FIELDS,
} from './shared.settings.js';
import { WEBHOOK_FIELDS } from './webhooks.settings.js';

/** The API holds no provider credential, only the switches that turn execution, balances and faucet on. */
export const API_FIELDS = {
  ...PRODUCT_FIELDS,
  ...FAILPOINT_FIELDS,
  ...WEBHOOK_FIELDS,
  API_HOST: text({
    default: '127.0.0.1',
    doc: 'Address that the API listens on. 127.0.0.1 includes ::1 where there is IPv6.',
  }),
  API_PORT: port({ default: 4000, doc: 'Port that the API listens on.' }),
  AUTH_MODE: oneOf({
    values: ['off', 'api_key'],
    default: 'off',
    doc: 'Whether writes require an API key (create one with npm run ops -- keys create). off accepts any agent_id.',
  }),
  AUTH_READS: oneOf({
    values: ['public', 'account'],
    default: 'public',
    doc: 'Whether reads of agents and users are public or require an API key of the owning account. Market reads stay public.',
  }),
  AUTH_MODE_OFF_ON_PUBLIC_ADDRESS: flag({
    default: false,
    doc: 'Whether the API starts with AUTH_MODE=off on an address that other machines reach.',
  }),
  ALLOWED_HOSTS: list({
    default: [],
    sample: 'presage.internal',
    doc: 'AUTH_MODE=off: host names under which clients call the API, without ports. Loopback names are always allowed.',
  }),
  EXECUTION_ENABLED,
  BALANCE_ENABLED: flag({ default: true, doc: 'Enables wallet balances. When off, the route returns 501.' }),
  CONSOLE_ENABLED: flag({
    default: true,
    doc: 'Serves the web console at /console. When off, its routes return 404.',
  }),
  MCP_URL: text({
    default: '',
    sample: 'https://mcp.example.com/mcp',
    doc: 'URL of the MCP server, returned as mcp by GET /. Empty returns null. npm start sets it.',
  }),
  QUEUE_DASHBOARD_URL: checked(
    text({
      default: '',
      sample: 'http://127.0.0.1:4001/queues/',
      doc: 'URL of /queues of a worker for browsers of operators. The console links to it. Empty shows no link. npm start sets it.',
    }),
    refuseOtherUrls,
  ),
  FAUCET_ENABLED: flag({ default: true, doc: 'Enables the faucet. When off, the route returns 501.' }),
  EXECUTE_WAIT_MS: integer({
    min: 0,
    max: 60_000,
    default: 30_000,
    doc: 'Maximum time in milliseconds that execute waits for a result before it returns 202.',
  }),
  EXECUTION_FAILURE_STATUS: oneOf({
    values: ['502', '200'],
    default: '502',
    doc: 'Status of a failed execution: 502 with an error, or 200 with the execution as a result, so that load balancers do not count failures of agents as an outage.',
  }),
  LANES_BEHIND_S: integer({
    min: 1,
    max: 86_400,
    default: 60,
    doc: 'Age in seconds of executions that no worker has picked up, and wait in seconds until a new one of the account is sent to the wallet provider, above which execute returns 503.',
  }),
  WALLET_QUEUE_MAX: integer({
    min: 1,
    max: 20_000,
    default: 100,
    doc: 'Maximum queued executions of one wallet. Above it, execute returns 429.',
  }),
  SHUTDOWN_DELAY_MS: integer({
    min: 0,
    max: 2_000,
    default: 0,
    doc: 'Time in milliseconds between SIGTERM and closing the listener, in which /readyz returns 503.',
  }),
  PROVIDER_WAIT_MS: integer({
    min: 100,
    max: 60_000,
    default: 15_000,
    doc: 'Maximum time in milliseconds that provisioning, balance and faucet wait for a worker.',
  }),
  ALLOWANCE,
  EXECUTION_DEADLINE_S,
  FAUCET_COOLDOWN_S: integer({
    min: 0,
    max: 86_400,
    default: 60,
    doc: 'Minimum time in seconds between two faucet grants to one agent or address.',
  }),
  CORS_ALLOWED_ORIGINS: list({
    default: [],
    sample: 'https://app.example.com',
    doc: 'Origins that may call the API from a browser, exact, without wildcards.',
  }),
  API_CONNECTIONS_MAX: integer({
    min: 10,
    max: 65_535,
    default: 4_096,
    doc: 'Maximum open connections of one API process. Above it, new and idle connections are closed.',
  }),
  RATE_LIMIT: integer({
    min: 0,
    max: 1_000_000,
    default: 0,
    doc: 'Maximum requests per minute from one client address over all API processes. 0 disables the limit.',
  }),
  TRUSTED_PROXIES: networks({
    sample: '10.0.0.0/8',
    doc: 'Proxies whose X-Forwarded-For header is trusted to identify clients.',
  }),
  TRUST_TRACEPARENT: flag({
    default: false,
    doc: 'Whether a request continues the trace of its `traceparent` header, and exports it when its sender samples it. Otherwise its own trace links to it.',
  }),
  AGENT_WALLET_LOCK: flag({
    default: true,
    doc: 'Whether loosening the limits of a verified agent’s wallet requires a passcode by e-mail.',
  }),
  PASSCODE_CLIENT_LIMIT: integer({
    min: 0,
    max: 1_000_000,
    default: 20,
    doc: 'Maximum passcodes an hour that one client address may request over all API processes. 0 disables the limit.',
  }),
  PASSCODE_SERVICE_LIMIT: integer({
    min: 0,
    max: 1_000_000,
    default: 300,
    doc: 'Maximum passcodes an hour that all clients together may request. Requests of verified owners do not count. 0 disables the limit.',
  }),
  PASSCODE_KEY,
  PASSCODE_KEY_PREVIOUS,
} as const;

export type ApiSettings = SettingsOf<typeof API_FIELDS>;

export function loadApiSettings(env?: Environment): ApiSettings {
  const settings = readSettings(API_FIELDS, env);
  refuseTestSettings(settings);
  refuseMainNetworks(settings);
  refuseOpenAddress(settings);
  return settings;
}

function refuseOtherUrls(url: string): void {
  if (url === '' || (/^https?:\/\//.test(url) && URL.canParse(url))) return;
  throw new Error('must be a URL that starts with http:// or https://');
}
