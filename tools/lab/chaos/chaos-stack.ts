import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { deployContracts } from '@app/chain';
import { Secret } from '@app/common';
import { inheritedEnvironment, type WorkerSettings } from '@app/config';
import { fund } from '../../../dev/devnet/chain/deployment.js';
import { startMailbox } from '../../../dev/devnet/mailbox/start-mailbox.js';
import {
  apiProcess,
  type AppProcess,
  providerProcess,
  webhooksProcess,
  workerProcess,
} from '../../../dev/devnet/processes/apps.js';
import { findFreePort } from '../../../test/support/free-ports.js';
import { DATABASE, ensureDatabase } from '../../../dev/devnet/postgres/postgres.js';
import { temporarySecrets } from '../../../dev/devnet/secrets.js';
import type { StackConfig } from '../../../dev/devnet/stack-config.js';
import { migrateTestDatabase, processUrls } from '../../../test/support/stack/database-roles.js';
import { borrowEntityKey, keepEntityKey } from '../../../test/support/stack/entity-key.js';
import { keystoreSettings, writeKeystore } from '../../../test/support/stack/keystore-files.js';
import type { TestRun } from '../../../test/support/stack/test-run.js';
import { ChaosChain } from './chaos-chain.js';
import { ChaosProcess } from './chaos-process.js';
import { ChaosPostgres } from './chaos-postgres.js';
import type { ChaosQueue, QueueKind } from './chaos-queue.js';
import { openChaosQueue } from './open-chaos-queue.js';
import { ChaosPooler } from './chaos-pooler.js';
import type { FailpointHost, FailpointSchedule } from './failpoint-schedule.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { receiverProcess } from '../../support/webhooks/receiver-process.js';
import { FAULTY_PROVIDER } from '../../../test/support/wallet-provider/faulty-provider.js';

/** Processes that deliver webhooks. */
const WEBHOOKS = 2;

export type CustodyKind = WorkerSettings['CUSTODY'];

export type PoolerKind = 'none' | 'pgbouncer';

export interface ChaosStack {
  readonly config: StackConfig;
  readonly api: ChaosProcess;
  readonly workers: readonly ChaosProcess[];
  /** Null with a keystore, with which the workers sign. */
  readonly provider: ChaosProcess | null;
  /** Processes that deliver webhooks. */
  readonly webhooks: readonly ChaosProcess[];
  /** Receiver of the webhooks, and the file that it records deliveries to. */
  readonly receiver: { readonly process: ChaosProcess; readonly url: string; readonly file: string };
  readonly chain: ChaosChain;
  readonly postgres: ChaosPostgres;
  readonly queue: ChaosQueue;
  readonly pooler: ChaosPooler | null;
  /** Proxies between the workers and what they connect to. */
  readonly proxies: { readonly database: TcpProxy; readonly provider: TcpProxy; readonly chain: TcpProxy };
  stop(): Promise<void>;
}

export interface ChaosStackOptions {
  readonly run: TestRun;
  readonly queue: QueueKind;
  readonly pooler: PoolerKind;
  readonly custody: CustodyKind;
  readonly schedule: FailpointSchedule;
  readonly deadlineS: number;
  readonly leaseMs: number;
  readonly workers: number;
  readonly depth?: number;
}

/** Starts the whole product as processes, with a proxy on each connection of the workers. */
export async function openChaosStack(options: ChaosStackOptions): Promise<ChaosStack> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  };
  try {
    return { ...(await assemble(options, cleanups)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  options: ChaosStackOptions,
  cleanups: (() => Promise<unknown>)[],
): Promise<Omit<ChaosStack, 'stop'>> {
  const { run } = options;
  const { folder, runFolder } = run;
  const logs = path.join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const ports = await findFreePorts(options.workers + 6);
  const [receiverPort = 0, ...webhooksPorts] = await findFreePorts(WEBHOOKS + 1);
  const [apiPort = 0, providerPort = 0, smtpPort = 0, inboxPort = 0, chainPort = 0, postgresPort = 0, ...workerPorts] =
    ports;

  const chain = await ChaosChain.start({ port: chainPort, logFile: path.join(logs, 'chain.log'), runFolder });
  cleanups.push(() => chain.stop());
  const postgres = await ChaosPostgres.start({ folder, port: postgresPort, runFolder });
  cleanups.push(() => postgres.stop());
  await ensureDatabase(postgres.url('postgres'), DATABASE);
  const queue = await openChaosQueue({ kind: options.queue, databaseUrl: postgres.url(DATABASE), folder, runFolder });
  cleanups.push(() => queue.stop());
  const keystore = options.custody === 'keystore' ? await writeKeystore({ folder }) : null;
  const secrets = { ...temporarySecrets(), ...(keystore !== null && { faucetKey: keystore.tankKey }) };
  await fund(chain.rpcUrl, secrets.faucetKey);
  const inherited = {
    ...inheritedEnvironment(),
    ...settings(options),
    ...queue.env,
    ...(options.pooler !== 'none' && { DATABASE_NAMED_STATEMENTS: 'false' }),
    ...(keystore !== null && { ...keystoreSettings(keystore), STUCK_AFTER_S: '5' }),
  };
  const databaseUrl = postgres.url(DATABASE);
  const [deployment] = await Promise.all([
    deployContracts({ rpcUrl: chain.rpcUrl, deployerKey: secrets.faucetKey }),
    migrateTestDatabase({ databaseUrl, inherited, runFolder }),
  ]);
  const mailbox = await startMailbox({ smtpPort, httpPort: inboxPort, file: path.join(folder, 'messages.jsonl') });
  cleanups.push(() => mailbox.stop());
  const pooler =
    options.pooler === 'none' ? null : await ChaosPooler.start({ postgresUrl: databaseUrl, folder, runFolder });
  if (pooler !== null) cleanups.push(() => pooler.stop());
  const databasePort = pooler?.port ?? postgresPort;
  const proxies = {
    database: await TcpProxy.open({ port: databasePort }),
    provider: await TcpProxy.open({ port: providerPort }),
    chain: await TcpProxy.open({ port: chainPort }),
  };
  for (const proxy of Object.values(proxies)) cleanups.push(() => proxy.close());

  const providerDataDir = path.join(folder, `wallet-provider-${randomBytes(4).toString('hex')}`);
  const config: StackConfig = {
    databaseUrls: processUrls(onPort(databaseUrl, databasePort)),
    ...(pooler !== null && { directDatabaseUrls: processUrls(databaseUrl) }),
    ...{ secrets, rpcUrl: chain.rpcUrl, deployment, apiHost: '127.0.0.1', apiPort, workerPorts },
    ...{ providerPort, providerDataDir, smtpPort, runFolder, inherited },
    webhooksPort: webhooksPorts[0] ?? 0,
  };
  const throughProxies: StackConfig = {
    ...config,
    databaseUrls: { ...config.databaseUrls, worker: onPort(config.databaseUrls.worker, proxies.database.port) },
    rpcUrl: `http://127.0.0.1:${proxies.chain.port}`,
    providerPort: proxies.provider.port,
  };

  const createProcess = (name: string, host: FailpointHost | null, createApp: (config: StackConfig) => AppProcess) =>
    new ChaosProcess({
      name,
      nextProcess: () => {
        const own = host === 'worker' ? throughProxies : config;
        if (host === null) return createApp(own);
        return createApp({ ...own, inherited: { ...inherited, FAILPOINTS: options.schedule.arm(name, host) } });
      },
      onLine: (line) => {
        appendFileSync(path.join(logs, `${name}.log`), `${line}\n`);
        options.schedule.readLine(name, line);
      },
    });
  const provider =
    keystore === null ? createProcess('provider', null, (of) => providerProcess(of, FAULTY_PROVIDER)) : null;
  const api = createProcess('api', 'api', apiProcess);
  const workers = workerPorts.map((_, index) =>
    createProcess(`worker-${index + 1}`, 'worker', (of) => workerProcess(of, index)),
  );
  const webhooks = webhooksPorts.map((webhooksPort, index) =>
    createProcess(`webhooks-${index + 1}`, null, (of) => webhooksProcess({ ...of, webhooksPort })),
  );
  const arrivals = { file: path.join(folder, 'arrivals.jsonl') };
  const receiverApp = receiverProcess({ ...arrivals, port: receiverPort, runFolder });
  const receiver = { ...arrivals, url: receiverApp.url, process: createProcess('receiver', null, () => receiverApp) };
  const processes = listProcesses({ provider, workers, webhooks, receiver, api });
  for (const one of processes) cleanups.push(() => one.stop());
  borrowEntityKey(providerDataDir);
  await Promise.all(processes.map((one) => one.start()));
  keepEntityKey(providerDataDir);
  return { config, api, workers, provider, webhooks, receiver, chain, postgres, queue, pooler, proxies };
}

/** Processes of the product and the receiver of its webhooks, in the order of their start. */
export function listProcesses({
  provider,
  workers,
  webhooks,
  receiver,
  api,
}: Pick<ChaosStack, 'provider' | 'workers' | 'webhooks' | 'receiver' | 'api'>): ChaosProcess[] {
  return [...(provider === null ? [] : [provider]), ...workers, ...webhooks, receiver.process, api];
}

/** Short leases and deadlines, so that executions end within the run. */
function settings({ deadlineS, leaseMs, depth }: ChaosStackOptions): Record<string, string> {
  return {
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
    LANE_LEASE_MS: String(leaseMs),
    EXECUTION_DEADLINE_S: String(deadlineS),
    PROVIDER_TIMEOUT_MS: '4000',
    PROVIDER_KEY_LIFETIME_S: '10',
    FAUCET_COOLDOWN_S: '0',
    ...(depth !== undefined && { LANE_DEPTH: String(depth) }),
    WEBHOOK_TIMEOUT_MS: '1000',
  };
}

function findFreePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => findFreePort()));
}

function onPort(url: Secret, port: number): Secret {
  const changed = new URL(url.reveal());
  changed.port = String(port);
  return new Secret(changed.href);
}
