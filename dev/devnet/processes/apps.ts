import type { Secret } from '@app/common';
import { urlHost } from '../cli/url-host.js';
import { builtFile } from '../project-root.js';
import type { DevnetSecrets } from '../secrets.js';
import type { StackConfig } from '../stack-config.js';
import { apiEnvironment, providerEnvironment, webhooksEnvironment, workerEnvironment } from './environment.js';
import { startNodeApp, waitUntilAnswering } from './node-app.js';
import type { ProcessOptions, RunningProcess } from './start-process.js';

export interface AppProcess {
  readonly name: string;
  readonly url: string;
  /** Answers 200 when the process is ready. */
  readonly readyUrl: string;
  /** Resolves when the process runs, which is before it is ready. `settings` replace those of the stack. */
  launch(log: ProcessOptions['log'], settings?: Readonly<Record<string, string>>): Promise<RunningProcess>;
}

export function apiProcess(stack: StackConfig): AppProcess {
  const url = `http://${urlHost(stack.apiHost)}:${stack.apiPort}`;
  return appProcess(stack, { name: 'api', entry: 'apps/api/src/main.ts', url, env: apiEnvironment(stack) });
}

export function workerProcess(stack: StackConfig, index: number): AppProcess {
  const port = stack.workerPorts[index];
  if (port === undefined) throw new RangeError(`there is no worker ${index}`);
  const name = stack.workerPorts.length === 1 ? 'worker' : `worker-${index + 1}`;
  const url = `http://127.0.0.1:${port}`;
  return appProcess(stack, { name, entry: 'apps/worker/src/main.ts', url, env: workerEnvironment(stack, port) });
}

export function webhooksProcess(stack: StackConfig): AppProcess {
  const [url, env] = [`http://127.0.0.1:${stack.webhooksPort}`, webhooksEnvironment(stack)];
  return appProcess(stack, { name: 'webhooks', entry: 'apps/webhooks/src/main.ts', url, env });
}

/** @param entry program to run: tests have one that injects faults */
export function providerProcess(stack: StackConfig, entry = 'dev/wallet-provider/main.ts'): AppProcess {
  const [url, env] = [`http://127.0.0.1:${stack.providerPort}`, providerEnvironment(stack)];
  return appProcess(stack, { name: 'wallet-provider', entry, url, readyPath: '/ping', env });
}

/** The MCP server on this port, a client of the API. */
export function mcpProcess(stack: StackConfig, port: number): AppProcess {
  const [url, env] = [`http://127.0.0.1:${port}`, { PRESAGE_URL: apiProcess(stack).url }];
  const [entry, args] = ['packages/mcp/src/main.ts', ['--http', '--port', String(port)]];
  return appProcess(stack, { name: 'mcp', entry, url, readyPath: '/health', env, args });
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
  /** Whether the demo data is inserted. */
  readonly isDemo: boolean;
  /** Passwords to set for the roles of the processes. */
  readonly passwords: Pick<
    DevnetSecrets,
    'apiDatabasePassword' | 'workerDatabasePassword' | 'webhooksDatabasePassword' | 'opsDatabasePassword'
  >;
}

/** The migrations failed. The message is their output, which says what helps. */
export class MigrationError extends Error {}

/** Runs the migrations. @returns a summary in one line @throws MigrationError */
export async function migrate({
  databaseUrl,
  passwords,
  inherited,
  runFolder,
  isDemo,
}: MigrateOptions): Promise<string> {
  const lines: string[] = [];
  const running = await startNodeApp({
    name: 'migrate',
    entry: builtFile('apps/migrate/src/main.ts'),
    args: isDemo ? ['--seed-demo'] : [],
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
  /** By default `/readyz`. */
  readonly readyPath?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

function appProcess({ runFolder }: StackConfig, description: AppDescription): AppProcess {
  const { name, entry, url, readyPath = '/readyz', env, args = [] } = description;
  return {
    name,
    url,
    readyUrl: `${url}${readyPath}`,
    launch: (log, settings) =>
      startNodeApp({ name, entry: builtFile(entry), args, env: { ...env, ...settings }, runFolder, log }),
  };
}
