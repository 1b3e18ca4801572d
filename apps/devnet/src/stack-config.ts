import type { Secret } from '@app/common';
import type { Deployment } from '@app/contracts';
import type { RunFolder } from './processes/run-folder.js';
import type { DevnetSecrets } from './secrets.js';

/** What one set of processes needs to find each other: `npm start` has one, and so has each test that runs the product. */
export interface StackConfig {
  readonly secrets: DevnetSecrets;
  readonly databaseUrl: Secret;
  readonly rpcUrl: string;
  readonly deployment: Deployment;
  readonly apiHost: string;
  readonly apiPort: number;
  /** One worker process for each. */
  readonly workerPorts: readonly number[];
  /** Where API and workers answer their metrics; nowhere when it is left out. */
  readonly metricsPorts?: { readonly api: number; readonly workers: readonly number[] };
  readonly providerPort: number;
  readonly providerDataDir: string;
  readonly smtpPort: number;
  readonly runFolder: RunFolder;
  /** The user's own settings, which pass through unless the site decides them. */
  readonly inherited: Readonly<Record<string, string>>;
}
