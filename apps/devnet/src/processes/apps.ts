import { apiEnvironment, providerEnvironment, workerEnvironment } from './environment.js';
import { builtFile } from '../project-root.js';
import type { StackConfig } from '../stack-config.js';
import { urlHost } from '../cli/url-host.js';
import type { ChildOptions, RunningPart } from './child-part.js';
import { startNodeApp, untilAnswering } from './node-app.js';

type Log = ChildOptions['log'];

const API_ENTRY = 'apps/api/src/main.ts';
const WORKER_ENTRY = 'apps/worker/src/main.ts';
const PROVIDER_ENTRY = 'apps/wallet-provider/src/main.ts';
const MIGRATE_ENTRY = 'libs/persistence/src/migrate.ts';

/** An application of ours: how it is started, and where it says that it is ready. */
export interface AppPart {
  readonly name: string;
  readonly url: string;
  readonly readyUrl: string;
  /** Resolves when the process runs, which is before it is ready. */
  launch(log: Log): Promise<RunningPart>;
}

export function apiPart(site: StackConfig): AppPart {
  const url = `http://${urlHost(site.apiHost)}:${site.apiPort}`;
  const env = apiEnvironment(site);
  return appPart(site, { name: 'api', entry: API_ENTRY, url, readyPath: '/readyz', env });
}

export function workerPart(site: StackConfig, index: number): AppPart {
  const port = site.workerPorts[index];
  if (port === undefined) throw new RangeError(`there is no worker ${index}`);
  const name = site.workerPorts.length === 1 ? 'worker' : `worker-${index + 1}`;
  const url = `http://127.0.0.1:${port}`;
  return appPart(site, { name, entry: WORKER_ENTRY, url, readyPath: '/readyz', env: workerEnvironment(site, port) });
}

export function providerPart(site: StackConfig): AppPart {
  const url = `http://127.0.0.1:${site.providerPort}`;
  const env = providerEnvironment(site);
  return appPart(site, { name: 'wallet-provider', entry: PROVIDER_ENTRY, url, readyPath: '/ping', env });
}

/** Waits until a launched part is ready. @throws Error that names the part; it has ended then */
export async function untilReady(part: AppPart, running: RunningPart): Promise<void> {
  try {
    await untilAnswering(running, part.readyUrl);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'no reason given';
    throw new Error(`${part.name} did not start: ${reason}`, { cause });
  }
}

/** Brings the schema up to date and adds the demo data. @throws Error with what the command printed */
export async function migrate({
  databaseUrl,
  inherited,
  runFolder,
}: Pick<StackConfig, 'databaseUrl' | 'inherited' | 'runFolder'>): Promise<string> {
  const lines: string[] = [];
  const command = await startNodeApp({
    name: 'migrate',
    entry: builtFile(MIGRATE_ENTRY),
    args: ['--seed-demo'],
    env: { ...inherited, NODE_ENV: 'development', DATABASE_URL: databaseUrl.reveal() },
    log: (line) => lines.push(line),
    runFolder,
  });
  const { code } = await command.exited;
  if (code !== 0) throw new Error(`the migrations failed:\n${lines.join('\n')}`);
  return lines.at(-1) ?? '';
}

interface AppDescription {
  readonly name: string;
  readonly entry: string;
  readonly url: string;
  readonly readyPath: string;
  readonly env: Readonly<Record<string, string>>;
}

function appPart({ runFolder }: StackConfig, { name, entry, url, readyPath, env }: AppDescription): AppPart {
  return {
    name,
    url,
    readyUrl: `${url}${readyPath}`,
    launch: (log) => startNodeApp({ name, entry: builtFile(entry), env, log, runFolder }),
  };
}
