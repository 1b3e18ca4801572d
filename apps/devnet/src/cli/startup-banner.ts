import type { DevnetSettings } from '@app/config';
import { LOCAL_CHAIN_ID } from '../chain/chain.js';
import { metricsPorts, workerPorts } from './port-check.js';
import { urlHost } from './url-host.js';

export interface StartupBannerOptions {
  readonly settings: DevnetSettings;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Time from the start to ready, such as `4.2 s`. */
  readonly elapsed: string;
}

/** Renders the addresses of all processes and three commands to try. */
export function renderStartupBanner({ settings, dataFolder, elapsed }: StartupBannerOptions): string {
  const metrics = metricsPorts(settings);
  const api = `http://${urlHost(settings.API_HOST)}:${settings.API_PORT}`;
  const addresses: readonly (readonly [string, string])[] = [
    ['API', api],
    [
      'Worker health',
      workerPorts(settings)
        .map((port) => `http://127.0.0.1:${port}/readyz`)
        .join('  '),
    ],
    ['Metrics', `http://127.0.0.1:${metrics.api}/metrics  (workers on port ${metrics.workers.join(', ')})`],
    ['MCP server', `http://127.0.0.1:${settings.MCP_PORT}/mcp`],
    ['Mailbox', `http://127.0.0.1:${settings.INBOX_PORT}  (SMTP on port ${settings.SMTP_PORT})`],
    ['Chain RPC', `http://127.0.0.1:${settings.CHAIN_PORT}  (chain id ${LOCAL_CHAIN_ID})`],
    ['Wallet provider', `http://127.0.0.1:${settings.PROVIDER_PORT}`],
    ['PostgreSQL', `127.0.0.1:${settings.POSTGRES_PORT}, database presage, user presage`],
    ['Data and logs', dataFolder],
  ];
  return [
    '',
    `Presage is ready after ${elapsed}.`,
    '',
    ...addresses.map(([name, address]) => `  ${name.padEnd(16)} ${address}`),
    '',
    'Try next:',
    '',
    `  curl ${api}/markets`,
    `  curl ${api}/agent/wallets -H content-type:application/json -d \\`,
    `    '{"agent_id":"agent_alice_01","wallet_provider":"provider_agent_wallet","allowed_actions":["buy_yes"]}'`,
    `  curl -X POST ${api}/agent/wallets/agent_alice_01/faucet`,
    '',
    'For an MCP client, add to its configuration:',
    '',
    `  {"mcpServers":{"presage":{"type":"http","url":"http://127.0.0.1:${settings.MCP_PORT}/mcp"}}}`,
    '',
    'Ctrl-C stops all processes. The data stays until npm run reset.',
    '',
  ].join('\n');
}
