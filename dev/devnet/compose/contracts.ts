import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { type DeploymentStore, ensureDeployed } from '../chain/deployment.js';

const DATA_FOLDER = '/data';

/** Keeps the deployment in the volume of the local Compose profile. */
const store: DeploymentStore = {
  readJson: (name): unknown => {
    const file = path.join(DATA_FOLDER, name);
    const stored: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    return stored;
  },
  writeJson: (name, value) => writeFileSync(path.join(DATA_FOLDER, name), JSON.stringify(value)),
};

/**
 * Deploys the contracts on the chain of the local Compose profile, and exits before the other services start.
 * Chain and deployer are new, so the addresses are always those of deploy/local.env.
 */
async function main(): Promise<number> {
  const { CHAIN_RPC_URL = '', FACTORY_ADDRESS, COLLATERAL_ADDRESS, FAUCET_PRIVATE_KEY = '' } = inheritedEnvironment();
  const deployment = await ensureDeployed({
    folder: store,
    rpcUrl: CHAIN_RPC_URL,
    faucetKey: new Secret(FAUCET_PRIVATE_KEY),
  });
  if (deployment.factory !== FACTORY_ADDRESS || deployment.collateral !== COLLATERAL_ADDRESS) {
    console.error('the chain has other contracts; clear it with: docker compose --profile local down --volumes');
    return 1;
  }
  console.log(`the market factory is at ${deployment.factory}`);
  return 0;
}

process.exitCode = await main();
