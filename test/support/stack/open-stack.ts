import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { deployContracts, type Deployment } from '@app/chain';
import type { Secret } from '@app/common';
import { inheritedEnvironment, type WorkerSettings } from '@app/config';
import { fund } from '../../../dev/devnet/chain/deployment.js';
import { startMailbox, type RunningMailbox } from '../../../dev/devnet/mailbox/start-mailbox.js';
import { apiProcess, providerProcess, workerProcess } from '../../../dev/devnet/processes/apps.js';
import { startMemoryChain } from '../../../dev/devnet/chain/chain.js';
import { findFreePort } from '../free-ports.js';
import { temporarySecrets, type DevnetSecrets } from '../../../dev/devnet/secrets.js';
import type { StackConfig } from '../../../dev/devnet/stack-config.js';
import { FAULTY_PROVIDER } from '../wallet-provider/faulty-provider.js';
import type { TestRun } from './test-run.js';
import { migrateTestDatabase, processUrls } from './database-roles.js';
import { borrowEntityKey, keepEntityKey } from './entity-key.js';
import { keystoreSettings, writeKeystore } from './keystore-files.js';
import { StackProcess } from './stack-process.js';

export interface StackOptions {
  /** Number of API processes, by default 1. */
  readonly apis?: number;
  /** Number of worker processes, by default 1. */
  readonly workers?: number;
  /** Settings of all processes, beside those that connect them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether API and workers serve metrics. */
  readonly metrics?: boolean;
  /** CUSTODY setting of the workers, by default `provider`. */
  readonly custody?: WorkerSettings['CUSTODY'];
  /** Opens a proxy between workers and wallet provider, and returns its port. */
  readonly beforeProvider?: (providerPort: number) => Promise<number>;
  /** Opens a proxy between the chain's node and API and workers, and returns its URL. */
  readonly beforeNode?: (rpcUrl: string) => Promise<string>;
}

/** All processes of the product, on free ports. */
export interface Stack {
  readonly api: StackProcess;
  /** All API processes; the first one is `api`. */
  readonly apis: readonly StackProcess[];
  readonly workers: readonly StackProcess[];
  /** Not started with a keystore. */
  readonly provider: StackProcess;
  readonly mailbox: RunningMailbox;
  /** Valid with `metrics: true`. */
  readonly metricsUrls: { readonly api: string; readonly workers: readonly string[] };
  readonly rpcUrl: string;
  /** Of the server's administrator, for the statements of tests. The processes use their own roles. */
  readonly databaseUrl: string;
  readonly deployment: Deployment;
  readonly secrets: DevnetSecrets;
  /** Ends all processes; the database stays. */
  stop(): Promise<void>;
}

export interface StackPlace extends StackOptions {
  /** Holds the files of the stack and the marks of its processes, so that none outlives the run. */
  readonly run: TestRun;
  /** An empty or migrated database, used only by this stack, as the server's administrator. */
  readonly databaseUrl: Secret;
  /** Whether the database is migrated and has the demo data; otherwise both are done first, which takes a second. */
  readonly databaseIsReady?: boolean;
}

/** Starts chain, contracts, wallet provider, mailbox, API and workers, and waits until they are ready. */
export async function openStack(place: StackPlace): Promise<Stack> {
  const endings: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    const ended = [];
    for (const end of endings.splice(0).reverse()) ended.push(...(await Promise.allSettled([end()])));
    const failures = ended.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'the stack did not stop gracefully');
  };
  try {
    return { ...(await assemble(place, endings)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  {
    run,
    databaseUrl,
    databaseIsReady = false,
    apis: apiCount = 1,
    workers: workerCount = 1,
    env = {},
    metrics = false,
    custody = 'provider',
    beforeProvider,
    beforeNode,
  }: StackPlace,
  endings: (() => Promise<void>)[],
): Promise<Omit<Stack, 'stop'>> {
  const { folder: runDir, runFolder } = run;
  const folder = path.join(runDir, `stack-${randomBytes(4).toString('hex')}`);
  const ports = await Promise.all(Array.from({ length: workerCount + 5 }, () => findFreePort()));
  const [chainPort = 0, apiPort = 0, providerPort = 0, smtpPort = 0, httpPort = 0, ...workerPorts] = ports;
  const logFile = path.join(runDir, `chain-${chainPort}.log`);
  const chain = await startMemoryChain({ port: chainPort, logFile, runFolder });
  endings.push(() => chain.stop(0));
  const keystore = custody === 'keystore' ? await writeKeystore({ folder: runDir }) : null;
  const secrets = { ...temporarySecrets(), ...(keystore !== null && { faucetKey: keystore.tankKey }) };
  const settings = keystore === null ? {} : keystoreSettings(keystore);
  const inherited = { ...inheritedEnvironment(), LOG_FORMAT: 'json', ...settings, ...env };
  const [deployment] = await Promise.all([
    deploy(chain.rpcUrl, secrets.faucetKey),
    databaseIsReady ? null : migrateTestDatabase({ databaseUrl, inherited, runFolder }),
  ]);
  const mailbox = await startMailbox({ smtpPort, httpPort, file: path.join(folder, 'inbox', 'messages.jsonl') });
  endings.push(() => mailbox.stop());

  const metricsPorts = { api: await findFreePort(), workers: await Promise.all(workerPorts.map(() => findFreePort())) };
  const stack: StackConfig = {
    databaseUrls: processUrls(databaseUrl),
    ...{ secrets, rpcUrl: chain.rpcUrl, deployment, apiHost: '127.0.0.1', apiPort, workerPorts },
    ...{ providerPort, providerDataDir: path.join(folder, 'wallet-provider'), smtpPort, runFolder, inherited },
    webhooksPort: 1, // not started
    ...(metrics && { metricsPorts }),
  };
  const provider = new StackProcess(providerProcess(stack, FAULTY_PROVIDER));
  const served = { ...stack, rpcUrl: (await beforeNode?.(chain.rpcUrl)) ?? chain.rpcUrl };
  const workerConfig = { ...served, providerPort: (await beforeProvider?.(providerPort)) ?? providerPort };
  const workers = workerPorts.map((_, index) => new StackProcess(workerProcess(workerConfig, index)));
  const api = new StackProcess(apiProcess(served));
  const apis = [api, ...(await otherApis(served, apiCount - 1))];
  const processes = [...(keystore === null ? [provider] : []), ...workers, ...apis];
  for (const process of processes) endings.push(() => process.stop());

  borrowEntityKey(stack.providerDataDir);
  await Promise.all(processes.map((process) => process.start()));
  endings.push(() => Promise.resolve(keepEntityKey(stack.providerDataDir)));
  const databaseText = databaseUrl.reveal();
  const metricsUrls = { api: metricsUrl(metricsPorts.api), workers: metricsPorts.workers.map(metricsUrl) };
  return {
    metricsUrls,
    api,
    apis,
    workers,
    provider,
    mailbox,
    rpcUrl: chain.rpcUrl,
    databaseUrl: databaseText,
    deployment,
    secrets,
  };
}

/** Returns further API processes, without metrics. */
async function otherApis({ metricsPorts: _none, ...stack }: StackConfig, count: number): Promise<StackProcess[]> {
  const ports = await Promise.all(Array.from({ length: count }, () => findFreePort()));
  return ports.map((apiPort) => new StackProcess(apiProcess({ ...stack, apiPort })));
}

function metricsUrl(port: number): string {
  return `http://127.0.0.1:${port}/metrics`;
}

async function deploy(rpcUrl: string, deployerKey: Secret): Promise<Deployment> {
  await fund(rpcUrl, deployerKey);
  return deployContracts({ rpcUrl, deployerKey });
}
