import type { Secret } from '@app/common';
import { urlHost } from '../cli/url-host.js';
import { builtFile } from '../project-root.js';
import type { DevnetSecrets } from '../secrets.js';
import type { StackConfig } from '../stack-config.js';
import { apiEnvironment, providerEnvironment, webhooksEnvironment, workerEnvironment } from './environment.js';
import { startNodeApp, waitUntilAnswering } from './node-app.js';
import type { ProcessOptions, RunningProcess } from './start-process.js';

const API_ENTRY = 'apps/api/src/main.ts';
const WORKER_ENTRY = 'apps/worker/src/main.ts';
const WEBHOOKS_ENTRY = 'apps/webhooks/src/main.ts';
const PROVIDER_ENTRY = 'dev/wallet-provider/main.ts';
const MCP_ENTRY = 'packages/mcp/src/main.ts';
const MIGRATE_ENTRY = 'apps/migrate/src/main.ts';

/** A process of the product, with its settings. */
export interface AppProcess {
  readonly name: string;
  readonly url: string;
  /** Answers 200 when the process is ready. */
  readonly readyUrl: string;
  /** Resolves when the process runs, which is before it is ready. */
  launch(log: ProcessOptions['log']): Promise<RunningProcess>;
}

export function apiProcess(stack: StackConfig): AppProcess {
  const url = `http://${urlHost(stack.apiHost)}:${stack.apiPort}`;
  const env = apiEnvironment(stack);
  return appProcess(stack, { name: 'api', entry: API_ENTRY, url, readyPath: '/readyz', env });
}

export function workerProcess(stack: StackConfig, index: number): AppProcess {
  const port = stack.workerPorts[index];
  if (port === undefined) throw new RangeError(`there is no worker ${index}`);
  const name = stack.workerPorts.length === 1 ? 'worker' : `worker-${index + 1}`;
  const url = `http://127.0.0.1:${port}`;
  const env = workerEnvironment(stack, port);
  return appProcess(stack, { name, entry: WORKER_ENTRY, url, readyPath: '/readyz', env });
}

export function webhooksProcess(stack: StackConfig): AppProcess {
  const url = `http://127.0.0.1:${stack.webhooksPort}`;
  const env = webhooksEnvironment(stack);
  return appProcess(stack, { name: 'webhooks', entry: WEBHOOKS_ENTRY, url, readyPath: '/readyz', env });
}

export function providerProcess(stack: StackConfig): AppProcess {
  const url = `http://127.0.0.1:${stack.providerPort}`;
  const env = providerEnvironment(stack);
  return appProcess(stack, { name: 'wallet-provider', entry: PROVIDER_ENTRY, url, readyPath: '/ping', env });
}

/** The MCP server on this port, a client of the API. */
export function mcpProcess(stack: StackConfig, port: number): AppProcess {
  const url = `http://127.0.0.1:${port}`;
  const env = { PRESAGE_URL: apiProcess(stack).url };
  const args = ['--http', '--port', String(port)];
  return appProcess(stack, { name: 'mcp', entry: MCP_ENTRY, url, readyPath: '/health', env, args });
}

/** Waits until a launched process is ready. @throws Error with the name of the process, which has ended then */
export async function waitUntilReady(app: AppProcess, running: RunningProcess): Promise<void> {
  try {
    await waitUntilAnswering(running, app.readyUrl);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown error';
    throw new Error(`${app.name} did not start: ${reason}`, { cause });
  }
}

export interface MigrateOptions extends Pick<StackConfig, 'inherited' | 'runFolder'> {
  /** Of a user who may create roles. */
  readonly databaseUrl: Secret;
  /** Passwords to set for the roles of the processes. */
  readonly passwords: Pick<
    DevnetSecrets,
    'apiDatabasePassword' | 'workerDatabasePassword' | 'webhooksDatabasePassword' | 'opsDatabasePassword'
  >;
}

/** The migrations failed. The message is their output, which says what helps. */
export class MigrationError extends Error {}

/** Runs the migrations and inserts the demo data. @returns a summary in one line @throws MigrationError */
export async function migrate({ databaseUrl, passwords, inherited, runFolder }: MigrateOptions): Promise<string> {
  const lines: string[] = [];
  const running = await startNodeApp({
    name: 'migrate',
    entry: builtFile(MIGRATE_ENTRY),
    args: ['--seed-demo'],
    env: {
      ...inherited,
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl.reveal(),
      API_DATABASE_PASSWORD: passwords.apiDatabasePassword.reveal(),
      WORKER_DATABASE_PASSWORD: passwords.workerDatabasePassword.reveal(),
      WEBHOOKS_DATABASE_PASSWORD: passwords.webhooksDatabasePassword.reveal(),
      OPS_DATABASE_PASSWORD: passwords.opsDatabasePassword.reveal(),
    },
    log: (line) => lines.push(line),
    runFolder,
  });
  const { code } = await running.exited;
  if (code !== 0) throw new MigrationError(lines.join('\n'));
  return lines.at(-1) ?? '';
}

interface AppDescription {
  readonly name: string;
  readonly entry: string;
  readonly url: string;
  readonly readyPath: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

function appProcess({ runFolder }: StackConfig, description: AppDescription): AppProcess {
  const { name, entry, url, readyPath, env, args = [] } = description;
  return {
    name,
    url,
    readyUrl: `${url}${readyPath}`,
    launch: (log) => startNodeApp({ name, entry: builtFile(entry), args, env, runFolder, log }),
  };
}
