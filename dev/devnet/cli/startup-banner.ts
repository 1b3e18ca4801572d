import type { DevnetSettings } from '@app/config';
import { LOCAL_CHAIN_ID } from '../chain/chain.js';
import { metricsPorts, workerPorts } from './port-check.js';
import { mcpUrl, urlHost } from './url-host.js';

export interface StartupBannerOptions {
  readonly settings: DevnetSettings;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Time from the start to ready, such as `4.2 s`. */
  readonly elapsed: string;
}

type Row = readonly [name: string, text: string];

const DEFAULT_DATA_DIR = '.data';
const DEFAULT_API = 'http://127.0.0.1:4000';

/** Renders what a newcomer opens first, the addresses of all processes, and commands to try. */
export function renderStartupBanner({ settings, dataFolder, elapsed }: StartupBannerOptions): string {
  const api = `http://${urlHost(settings.API_HOST)}:${settings.API_PORT}`;
  return [
    '',
    `Presage is ready after ${elapsed}.`,
    '',
    ...rows([
      ['API', api],
      ...(settings.CONSOLE_ENABLED ? [['Console', `${api}/console`] as const] : []),
      ['Reference', `${api}/docs`],
      ['For agents', `${api}/llms.txt`],
      ['API keys', keysText(settings)],
      ['Tour', 'docs/tour.md'],
    ]),
    '',
    ...rows(addresses(settings, dataFolder)),
    '',
    'Try next:',
    '',
    `  curl '${api}/markets?tradable=true'`,
    `  ${agentSettings(settings, api)}node examples/agent.mjs`,
    '',
    'For an MCP client, add to its configuration:',
    '',
    `  ${mcpConfiguration(settings)}`,
    '',
    'Ctrl-C stops all processes. The data stays until npm run reset.',
    '',
  ].join('\n');
}

function mcpConfiguration({ AUTH_MODE: mode, MCP_PORT: port }: DevnetSettings): string {
  const headers = mode === 'off' ? {} : { headers: { Authorization: 'Bearer presage_…' } };
  return JSON.stringify({ mcpServers: { presage: { type: 'http', url: mcpUrl(port), ...headers } } });
}

function rows(list: readonly Row[]): string[] {
  return list.map(([name, text]) => `  ${name.padEnd(16)} ${text}`);
}

function addresses(settings: DevnetSettings, dataFolder: string): Row[] {
  const metrics = metricsPorts(settings);
  const workers = workerPorts(settings).map((port) => `http://127.0.0.1:${port}/readyz`);
  return [
    ['Worker health', workers.join('  ')],
    [
      'Metrics',
      `http://127.0.0.1:${metrics.api}/metrics  (workers on port ${metrics.workers.join(', ')}, webhooks on ${metrics.webhooks})`,
    ],
    ['MCP server', mcpUrl(settings.MCP_PORT)],
    ['Mailbox', `http://127.0.0.1:${settings.INBOX_PORT}  (SMTP on port ${settings.SMTP_PORT})`],
    ['Chain RPC', `http://127.0.0.1:${settings.CHAIN_PORT}  (JSON-RPC, chain id ${LOCAL_CHAIN_ID})`],
    ['Wallet provider', `http://127.0.0.1:${settings.PROVIDER_PORT}`],
    ['PostgreSQL', `127.0.0.1:${settings.POSTGRES_PORT}, database presage, user presage`],
    ['Data', dataFolder],
    ['Logs', `${dataFolder}/logs  (api.log, worker.log, …)`],
  ];
}

/** States whether writes need a key, and how to change that or to make one. */
function keysText({ AUTH_MODE: mode, PRESAGE_DATA_DIR: dir }: DevnetSettings): string {
  if (mode === 'off') return 'not needed; AUTH_MODE=api_key npm start requires them';
  const folder = dir === DEFAULT_DATA_DIR ? '' : `PRESAGE_DATA_DIR=${dir} `;
  return `needed for writes: ${folder}npm run ops -- accounts init`;
}

/** Returns the variables that the example agent needs on this instance. */
function agentSettings({ AUTH_MODE: mode }: DevnetSettings, api: string): string {
  return `${api === DEFAULT_API ? '' : `API=${api} `}${mode === 'off' ? '' : 'API_KEY=presage_… '}`;
}
