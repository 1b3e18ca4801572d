import type { Deployment } from '@app/chain';
import type { Secret } from '@app/common';
import type { DevnetSettings } from '@app/config';
import { PROCESS_ROLES } from '@app/persistence';
import { metricsPorts, workerPorts } from './cli/port-check.js';
import type { DataFolder } from './data-folder.js';
import { DATABASE, postgresUrl } from './postgres/postgres.js';
import { loadSecrets, type DevnetSecrets } from './secrets.js';
import type { StackConfig } from './stack-config.js';

/** Addresses, roles and secrets of the processes that one data folder has. */
export class DevnetConfig {
  readonly secrets: DevnetSecrets;

  constructor(
    private readonly settings: DevnetSettings,
    private readonly folder: DataFolder,
    private readonly inherited: Readonly<Record<string, string>>,
  ) {
    this.secrets = loadSecrets(folder);
  }

  get rpcUrl(): string {
    return `http://127.0.0.1:${this.settings.CHAIN_PORT}`;
  }

  databaseUrl(database: string): Secret {
    const { postgresPassword: password } = this.secrets;
    return postgresUrl({ port: this.settings.POSTGRES_PORT, password, database });
  }

  stack(deployment: Deployment): StackConfig {
    const { settings, folder, secrets, inherited } = this;
    return {
      secrets,
      databaseUrls: {
        api: this.roleUrl(PROCESS_ROLES.api, secrets.apiDatabasePassword),
        worker: this.roleUrl(PROCESS_ROLES.worker, secrets.workerDatabasePassword),
        webhooks: this.roleUrl(PROCESS_ROLES.webhooks, secrets.webhooksDatabasePassword),
      },
      rpcUrl: this.rpcUrl,
      deployment,
      apiHost: settings.API_HOST,
      apiPort: settings.API_PORT,
      workerPorts: workerPorts(settings),
      metricsPorts: metricsPorts(settings),
      webhooksPort: settings.WEBHOOKS_PORT,
      mcpPort: settings.MCP_PORT,
      providerPort: settings.PROVIDER_PORT,
      providerDataDir: folder.path('wallet-provider'),
      smtpPort: settings.SMTP_PORT,
      runFolder: folder.run,
      inherited: { ...inherited, LOG_FORMAT: 'json' }, // the terminal renders the lines
    };
  }

  private roleUrl(user: string, password: Secret): Secret {
    return postgresUrl({ port: this.settings.POSTGRES_PORT, database: DATABASE, user, password });
  }
}
