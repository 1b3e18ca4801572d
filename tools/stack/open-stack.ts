import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { deployContracts, type Deployment } from '@app/contracts';
import { fund } from '../../apps/devnet/src/chain/deployment.js';
import { startInbox, type RunningInbox } from '../../apps/devnet/src/mailbox/start-inbox.js';
import { apiPart, migrate, providerPart, workerPart } from '../../apps/devnet/src/processes/apps.js';
import { startMemoryChain } from '../../apps/devnet/src/chain/chain.js';
import { findFreePort } from '../../apps/devnet/src/processes/ports.js';
import { temporarySecrets, type DevnetSecrets } from '../../apps/devnet/src/secrets.js';
import type { StackConfig } from '../../apps/devnet/src/stack-config.js';
import type { TestRun } from './test-run.js';
import { borrowEntityKey, keepEntityKey } from './entity-key.js';
import { StackProcess } from './stack-process.js';

export interface StackOptions {
  /** API processes; one unless said otherwise. */
  readonly apis?: number;
  /** Worker processes; one unless said otherwise. */
  readonly workers?: number;
  /** Settings for all processes, beside those that let them find each other. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether API and workers answer metrics. */
  readonly metrics?: boolean;
  /** Opens something that stands between workers and wallet provider, and answers its port. */
  readonly beforeProvider?: (providerPort: number) => Promise<number>;
}

/** The whole product as real processes, on free ports. */
export interface Stack {
  readonly api: StackProcess;
  /** All of them, `api` the first. */
  readonly apis: readonly StackProcess[];
  readonly workers: readonly StackProcess[];
  readonly provider: StackProcess;
  readonly inbox: RunningInbox;
  /** Where API and workers answer metrics, if they do. */
  readonly metricsUrls: { readonly api: string; readonly workers: readonly string[] };
  readonly rpcUrl: string;
  readonly databaseUrl: string;
  readonly deployment: Deployment;
  readonly secrets: DevnetSecrets;
  /** Ends all of it; the database stays. */
  stop(): Promise<void>;
}

export interface StackPlace extends StackOptions {
  /** Marks the processes, so that none outlives the run, and holds their files. */
  readonly run: TestRun;
  /** An empty or migrated database of the stack's own. */
  readonly databaseUrl: Secret;
  /** Whether the database is migrated and has the demo data; otherwise both are done first, which takes a second. */
  readonly databaseIsReady?: boolean;
}

/** Starts contracts, chain, wallet provider, inbox, API and workers, and waits until all are ready; some seconds. */
export async function openStack(place: StackPlace): Promise<Stack> {
  const endings: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    const ended = [];
    for (const end of endings.splice(0).reverse()) ended.push(...(await Promise.allSettled([end()])));
    const failures = ended.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'the stack did not end in an orderly way');
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
    beforeProvider,
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
  const secrets = temporarySecrets();
  const inherited = { ...inheritedEnvironment(), LOG_FORMAT: 'json', ...env };
  const [deployment] = await Promise.all([
    deploy(chain.rpcUrl, secrets.faucetKey),
    databaseIsReady ? null : migrate({ databaseUrl, inherited, runFolder }),
  ]);
  const inbox = await startInbox({ smtpPort, httpPort, file: path.join(folder, 'inbox', 'messages.jsonl') });
  endings.push(() => inbox.stop());

  const metricsPorts = { api: await findFreePort(), workers: await Promise.all(workerPorts.map(() => findFreePort())) };
  const site: StackConfig = {
    ...{ secrets, databaseUrl, rpcUrl: chain.rpcUrl, deployment, apiHost: '127.0.0.1', apiPort, workerPorts },
    ...{ providerPort, providerDataDir: path.join(folder, 'wallet-provider'), smtpPort, runFolder, inherited },
    ...(metrics && { metricsPorts }),
  };
  const provider = new StackProcess(providerPart(site));
  const ofWorkers = { ...site, providerPort: (await beforeProvider?.(providerPort)) ?? providerPort };
  const workers = workerPorts.map((_, index) => new StackProcess(workerPart(ofWorkers, index)));
  const api = new StackProcess(apiPart(site));
  const apis = [api, ...(await otherApis(site, apiCount - 1))];
  for (const process of [provider, ...workers, ...apis]) endings.push(() => process.stop());

  borrowEntityKey(site.providerDataDir);
  await Promise.all([provider, ...workers, ...apis].map((process) => process.start()));
  endings.push(() => Promise.resolve(keepEntityKey(site.providerDataDir)));
  const databaseText = databaseUrl.reveal();
  const metricsUrls = { api: metricsUrl(metricsPorts.api), workers: metricsPorts.workers.map(metricsUrl) };
  return {
    metricsUrls,
    api,
    apis,
    workers,
    provider,
    inbox,
    rpcUrl: chain.rpcUrl,
    databaseUrl: databaseText,
    deployment,
    secrets,
  };
}

/** Processes beside the first, which answer no metrics. */
async function otherApis({ metricsPorts: _none, ...site }: StackConfig, count: number): Promise<StackProcess[]> {
  const ports = await Promise.all(Array.from({ length: count }, () => findFreePort()));
  return ports.map((apiPort) => new StackProcess(apiPart({ ...site, apiPort })));
}

function metricsUrl(port: number): string {
  return `http://127.0.0.1:${port}/metrics`;
}

async function deploy(rpcUrl: string, deployerKey: Secret): Promise<Deployment> {
  await fund(rpcUrl, deployerKey);
  return deployContracts({ rpcUrl, deployerKey });
}
