import { isRecord, type Secret } from '@app/common';
import { computeAddress } from 'ethers';
import { deployContracts, type Deployment, isDeployed } from '@app/chain';
import type { DataFolder } from '../data-folder.js';
import { LOCAL_CHAIN_ID } from './chain.js';
import { callChain } from './chain-rpc.js';

const FILE = 'deployment.json';
const FAUCET_BALANCE_WEI = '0x33b2e3c9fd0803ce8000000';

export type DeploymentStore = Pick<DataFolder, 'readJson' | 'writeJson'>;

export interface DeploymentContext {
  readonly folder: DeploymentStore;
  readonly rpcUrl: string;
  readonly faucetKey: Secret;
}

/** Returns the contracts of this data folder's chain. Deploys them when it has none, or others than expected. */
export async function ensureDeployed({ folder, rpcUrl, faucetKey }: DeploymentContext): Promise<Deployment> {
  await fund(rpcUrl, faucetKey);
  const stored = readDeployment(folder);
  if (stored !== null && (await isDeployed(rpcUrl, stored))) return stored;
  const deployment = await deployContracts({ rpcUrl, deployerKey: faucetKey, chainId: LOCAL_CHAIN_ID });
  folder.writeJson(FILE, deployment);
  return deployment;
}

/** Returns the last deployment, or null before the first start. */
export function readDeployment(folder: DeploymentStore): Deployment | null {
  const stored = folder.readJson(FILE);
  return isDeployment(stored) ? stored : null;
}

/** Gives the account of the faucet, which also deploys, a billion coins. Safe to repeat. */
export async function fund(rpcUrl: string, faucetKey: Secret): Promise<void> {
  await callChain(rpcUrl, 'anvil_setBalance', [computeAddress(faucetKey.reveal()), FAUCET_BALANCE_WEI]);
}

function isDeployment(value: unknown): value is Deployment {
  return (
    isRecord(value) &&
    ['factory', 'collateral', 'deployer', 'codeHash'].every((name) => typeof value[name] === 'string') &&
    ['chainId', 'blockNumber'].every((name) => Number.isSafeInteger(value[name]))
  );
}
