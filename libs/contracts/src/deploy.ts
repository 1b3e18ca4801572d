import type { Secret } from '@app/common';
import {
  ContractFactory,
  formatEther,
  getAddress,
  isAddress,
  JsonRpcProvider,
  keccak256,
  Network,
  Wallet,
  type InterfaceAbi,
} from 'ethers';
import { viewCall } from './contract-view.js';
import { predictionMarketFactoryAbi, predictionMarketFactoryBytecode } from './generated/prediction-market-factory.js';
import { testUsdcAbi, testUsdcBytecode } from './generated/test-usdc.js';

/** Which contracts this version of the code deploys and speaks to. */
const CONTRACTS_CODE_HASH = keccak256(predictionMarketFactoryBytecode);

export interface Deployment {
  chainId: number;
  factory: string;
  collateral: string;
  /** Who paid, and who may mint if the test token was deployed too. */
  deployer: string;
  /** Of the factory's creation: nothing of ours is on the chain before it. */
  blockNumber: number;
  /** keccak256 of the factory's creation code, to tell another version of the contracts by. */
  codeHash: string;
}

export interface DeployOptions {
  rpcUrl: string;
  /** The deployer's private key, 32 bytes in hex. */
  deployerKey: Secret;
  /** Refuse any other chain. */
  chainId?: number;
  /** An ERC-20 token that is there already; left out, a test token that the deployer may mint is deployed. */
  collateral?: string;
  /** How often to look for the receipt. */
  pollingIntervalMs?: number;
}

/** A deployment that was refused, in words for the person who asked for it. They hold no key and no node's answer. */
export class DeployError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DeployError';
  }
}

interface StackConfig {
  provider: JsonRpcProvider;
  deployer: Wallet;
}

interface Deployable {
  name: string;
  abi: InterfaceAbi;
  bytecode: string;
  args: readonly string[];
}

const RPC_TIMEOUT_MS = 10_000;
const DEFAULT_POLLING_INTERVAL_MS = 50;

/**
 * Deploys the factory, and a test token first when no collateral is named. Not repeatable: each call deploys anew (see
 * `isDeployed`). Nothing else may send from the deployer's address meanwhile.
 * @throws {DeployError} when the node cannot be reached, is on another chain, the token is none, or funds are missing
 */
export async function deployContracts(options: DeployOptions): Promise<Deployment> {
  return withProvider(options, async (provider, chainId) => {
    if (options.chainId !== undefined && options.chainId !== chainId) {
      throw new DeployError(`the node is on chain ${chainId}, not on chain ${options.chainId}`);
    }
    const site: StackConfig = { provider, deployer: walletOf(options.deployerKey, provider) };
    const collateral = await collateralOf(options.collateral, site);
    const factory = await deploy(site, {
      name: 'the market factory',
      abi: predictionMarketFactoryAbi,
      bytecode: predictionMarketFactoryBytecode,
      args: [collateral],
    });
    return {
      chainId,
      factory: factory.address,
      collateral,
      deployer: site.deployer.address,
      blockNumber: factory.blockNumber,
      codeHash: CONTRACTS_CODE_HASH,
    };
  });
}

/** Whether the chain behind `rpcUrl` holds this deployment, made of the contracts that this code speaks to. */
export async function isDeployed(rpcUrl: string, deployment: Deployment): Promise<boolean> {
  if (deployment.codeHash !== CONTRACTS_CODE_HASH) return false;
  return withProvider({ rpcUrl }, async (provider, chainId) => {
    if (chainId !== deployment.chainId || (await provider.getCode(deployment.factory)) === '0x') return false;
    const collateral = viewCall('factory', 'collateralToken', []);
    const answer = await provider.call({ to: deployment.factory, data: collateral.data });
    return collateral.decode(answer) === deployment.collateral;
  });
}

async function withProvider<T>(
  { rpcUrl, pollingIntervalMs = DEFAULT_POLLING_INTERVAL_MS }: Pick<DeployOptions, 'rpcUrl' | 'pollingIntervalMs'>,
  work: (provider: JsonRpcProvider, chainId: number) => Promise<T>,
): Promise<T> {
  const chainId = await chainIdOf(rpcUrl);
  const network = Network.from(chainId);
  const provider = new JsonRpcProvider(rpcUrl, network, { staticNetwork: network, cacheTimeout: -1 });
  provider.pollingInterval = pollingIntervalMs;
  try {
    return await work(provider, chainId);
  } finally {
    provider.destroy();
  }
}

/** Asked without ethers, which would go on trying to reach a node that is not there. */
async function chainIdOf(rpcUrl: string): Promise<number> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const result = typeof body === 'object' && body !== null && 'result' in body ? body.result : undefined;
    if (typeof result === 'string') return Number(BigInt(result));
  } catch (cause) {
    throw new DeployError('no chain answers at the RPC URL', { cause });
  }
  throw new DeployError('what answers at the RPC URL is not a chain');
}

function walletOf(key: Secret, provider: JsonRpcProvider): Wallet {
  try {
    return new Wallet(key.reveal().trim(), provider);
  } catch {
    // Without the cause: ethers may quote what it was given.
    throw new DeployError('the deployer key is not a private key of 32 bytes in hex');
  }
}

async function collateralOf(given: string | undefined, site: StackConfig): Promise<string> {
  if (given === undefined) {
    const args = [site.deployer.address];
    return (await deploy(site, { name: 'the test token', abi: testUsdcAbi, bytecode: testUsdcBytecode, args })).address;
  }
  if (!isAddress(given)) throw new DeployError('the collateral is not an address');
  const decimals = viewCall('token', 'decimals', []);
  try {
    decimals.decode(await site.provider.call({ to: given, data: decimals.data }));
  } catch (cause) {
    throw new DeployError(`no ERC-20 token answers at ${given}`, { cause });
  }
  return getAddress(given);
}

async function deploy(site: StackConfig, contract: Deployable): Promise<{ address: string; blockNumber: number }> {
  const { provider, deployer } = site;
  try {
    const { data } = await new ContractFactory(contract.abi, contract.bytecode).getDeployTransaction(...contract.args);
    const gasLimit = await provider.estimateGas({ from: deployer.address, data });
    const fees = await provider.getFeeData();
    await requireFunds(site, gasLimit * (fees.maxFeePerGas ?? fees.gasPrice ?? 0n), contract.name);
    const nonce = await provider.getTransactionCount(deployer.address, 'latest');
    const receipt = await (await deployer.sendTransaction({ data, gasLimit, nonce })).wait();
    if (receipt !== null && receipt.contractAddress !== null) {
      return { address: getAddress(receipt.contractAddress), blockNumber: receipt.blockNumber };
    }
  } catch (cause) {
    throw cause instanceof DeployError ? cause : new DeployError(`the chain refused ${contract.name}`, { cause });
  }
  throw new DeployError(`${contract.name} has no receipt`);
}

async function requireFunds({ provider, deployer }: StackConfig, costWei: bigint, name: string): Promise<void> {
  const balanceWei = await provider.getBalance(deployer.address);
  if (balanceWei >= costWei) return;
  throw new DeployError(
    `${deployer.address} holds ${formatEther(balanceWei)} and needs up to ${formatEther(costWei)} to deploy ${name}`,
  );
}
