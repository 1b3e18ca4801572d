import type { Secret } from '@app/common';
import type { Deployment } from '@app/contracts';
import type { RunFolder } from './processes/run-folder.js';
import type { DevnetSecrets } from './secrets.js';

/** Addresses, secrets and settings that connect the processes of one stack. */
export interface StackConfig {
  readonly secrets: DevnetSecrets;
  /** Connection string of each process, with its own role. */
  readonly databaseUrls: { readonly api: Secret; readonly worker: Secret; readonly webhooks: Secret };
  /** Connection strings that bypass a pooler; absent without one. */
  readonly directDatabaseUrls?: StackConfig['databaseUrls'];
  readonly rpcUrl: string;
  readonly deployment: Deployment;
  readonly apiHost: string;
  readonly apiPort: number;
  /** One worker process for each port. */
  readonly workerPorts: readonly number[];
  /** Ports of the metrics servers; absent means no metrics. */
  readonly metricsPorts?: { readonly api: number; readonly workers: readonly number[]; readonly webhooks?: number };
  readonly webhooksPort: number;
  /** Absent without an MCP server. */
  readonly mcpPort?: number;
  readonly providerPort: number;
  readonly providerDataDir: string;
  readonly smtpPort: number;
  readonly runFolder: RunFolder;
  /** Settings of the user, passed on to all processes. The fields above take precedence. */
  readonly inherited: Readonly<Record<string, string>>;
}
