import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { deployContracts } from '@app/chain';
import { Secret } from '@app/common';
import { loadWalletProviderSettings, type WalletProviderSettings } from '@app/config';
import { builtFile } from '../../../dev/devnet/project-root.js';
import { type RunningWalletProvider, startWalletProvider } from '../../../dev/wallet-provider/start-wallet-provider.js';
import { installFaults } from './faults/install-faults.js';
import { FAULTY_PROVIDER } from './faulty-provider.js';
import { type Anvil, CHAIN_ID, FIRST_ACCOUNT_KEY, startAnvil } from './anvil.js';
import { API_KEY, BLOCKCHAIN, ENTITY_SECRET, ProviderClient } from './provider-client.js';

/** A chain with the test token, and the settings and data folder of one provider. */
export interface ProviderFixture {
  readonly anvil: Anvil;
  /** Lower case. */
  readonly token: string;
  readonly env: Readonly<Record<string, string>>;
  readonly settings: WalletProviderSettings;
  stop(): Promise<void>;
}

export async function openProviderFixture(): Promise<ProviderFixture> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wallet-provider-'));
  // A small key decrypts faster than the one that the provider generates.
  await writeFile(path.join(folder, 'entity-key.pem'), smallKeyPem());
  const anvil = await startAnvil();
  const { collateral } = await deployContracts({
    rpcUrl: anvil.url,
    deployerKey: new Secret(FIRST_ACCOUNT_KEY),
    pollingIntervalMs: 20,
  });
  const env = {
    LOG_LEVEL: 'info',
    PROVIDER_PORT: '0',
    PROVIDER_DATA_DIR: folder,
    PROVIDER_API_KEY: API_KEY,
    PROVIDER_ENTITY_SECRET: ENTITY_SECRET,
    PROVIDER_BLOCKCHAIN: BLOCKCHAIN,
    CHAIN_RPC_URL: anvil.url,
    CHAIN_ID: String(CHAIN_ID),
    COLLATERAL_ADDRESS: collateral,
    FAUCET_PRIVATE_KEY: FIRST_ACCOUNT_KEY,
  };
  return {
    anvil,
    token: collateral.toLowerCase(),
    env,
    settings: loadWalletProviderSettings(env),
    stop: async () => {
      await anvil.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the provider in the process of the test. It injects faults. */
export async function startInProcess(
  fixture: ProviderFixture,
  changes: Partial<WalletProviderSettings> = {},
): Promise<RunningWalletProvider & { client: ProviderClient }> {
  const provider = await startWalletProvider({ ...fixture.settings, ...changes }, { extend: installFaults });
  return { ...provider, client: new ProviderClient(provider.url) };
}

export interface ProviderProcess {
  readonly client: ProviderClient;
  readonly child: ChildProcess;
  /** Sends SIGKILL, and resolves after the exit. */
  kill(): Promise<void>;
}

/** Starts the compiled provider with faults in a process that the test can kill. */
export async function startProcess(fixture: ProviderFixture): Promise<ProviderProcess> {
  const main = builtFile(FAULTY_PROVIDER);
  const child = spawn(process.execPath, [main], { env: { ...fixture.env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the provider exited before it listened')));
    lines.on('line', (line) => {
      const { event, url } = JSON.parse(line) as { event?: string; url?: string };
      if (event === 'provider.listening' && url !== undefined) resolve(url);
    });
  });
  return {
    child,
    client: new ProviderClient(url),
    kill: async () => {
      const isGone = child.exitCode !== null || child.signalCode !== null;
      const exited = isGone ? Promise.resolve() : once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function smallKeyPem(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
}
