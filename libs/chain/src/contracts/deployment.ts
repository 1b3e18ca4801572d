import type { Deployment, DeployOptions } from './deploy.js';

export type { Deployment } from './deploy.js';

/**
 * Deploys the factory, preceded by a test token when no collateral is given. Not idempotent: each call deploys again (see
 * `isDeployed`). No other process may send from the deployer's address at the same time.
 *
 * The deployment code is loaded on the first call: most processes never deploy, and ethers' provider and wallet take 0.2 s.
 * @throws {DeployError} when the node is unreachable or on another chain, the token is not an ERC-20, or funds are missing
 */
export async function deployContracts(options: DeployOptions): Promise<Deployment> {
  const { deploy } = await import('./deploy.js');
  return deploy(options);
}

/** Whether the chain at `rpcUrl` has this deployment in this code's version of the contracts. */
export async function isDeployed(rpcUrl: string, deployment: Deployment): Promise<boolean> {
  const { matchesChain } = await import('./deploy.js');
  return matchesChain(rpcUrl, deployment);
}
