import { JsonRpcClient, type Secret } from '@app/common';
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

/** Identifies the version of the contracts that this code deploys and calls. */
const CONTRACTS_CODE_HASH = keccak256(predictionMarketFactoryBytecode);

export interface Deployment {
  chainId: number;
  factory: string;
  collateral: string;
  /** Account that paid for the deployment. It may mint if the test token was deployed too. */
  deployer: string;
  /** Block of the factory's creation. Indexing can start here. */
  blockNumber: number;
  /** keccak256 of the factory's creation code, which identifies the contracts' version. */
  codeHash: string;
}

export interface DeployOptions {
  rpcUrl: string;
  /** The deployer's private key, 32 bytes in hex. */
  deployerKey: Secret;
  /** Expected chain id. Any other chain is rejected. */
  chainId?: number;
  /** Address of an existing ERC-20 token. Without it, a test token is deployed that the deployer may mint. */
  collateral?: string;
  /** Interval between two polls for the receipt. */
  pollingIntervalMs?: number;
}

/** Failed deployment, with a message for the operator. It contains no key and no text of the node. */
export class DeployError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DeployError';
  }
}

interface DeployContext {
  provider: JsonRpcProvider;
  deployer: Wallet;
}

interface Deployable {
  name: string;
  abi: InterfaceAbi;
  bytecode: string;
  args: readonly string[];
}

const RPC_TIMEOUT_MS = 60_000;
const DEFAULT_POLLING_INTERVAL_MS = 50;

/** See `deployContracts`. @throws {DeployError} */
export async function deploy(options: DeployOptions): Promise<Deployment> {
  return withProvider(options, async (provider, chainId) => {
    if (options.chainId !== undefined && options.chainId !== chainId) {
      throw new DeployError(`the node is on chain ${chainId}, not on chain ${options.chainId}`);
    }
    const context: DeployContext = { provider, deployer: openWallet(options.deployerKey, provider) };
    const collateral = await prepareCollateral(options.collateral, context);
    const factory = await deployContract(context, {
      name: 'the market factory',
      abi: predictionMarketFactoryAbi,
      bytecode: predictionMarketFactoryBytecode,
      args: [collateral],
    });
    return {
      chainId,
      factory: factory.address,
      collateral,
      deployer: context.deployer.address,
      blockNumber: factory.blockNumber,
      codeHash: CONTRACTS_CODE_HASH,
    };
  });
}

/** See `isDeployed`. */
export async function matchesChain(rpcUrl: string, deployment: Deployment): Promise<boolean> {
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
  const chainId = await readChainId(rpcUrl);
  const network = Network.from(chainId);
  const provider = new JsonRpcProvider(rpcUrl, network, { staticNetwork: network, cacheTimeout: -1 });
  provider.pollingInterval = pollingIntervalMs;
  try {
    return await work(provider, chainId);
  } finally {
    provider.destroy();
  }
}

/** Uses JsonRpcClient, because the provider of ethers retries an unreachable node forever. */
async function readChainId(rpcUrl: string): Promise<number> {
  try {
    const client = new JsonRpcClient({ url: rpcUrl, timeoutMs: RPC_TIMEOUT_MS });
    return Number(BigInt(String(await client.send('eth_chainId', []))));
  } catch (cause) {
    throw new DeployError('no JSON-RPC node answers at the RPC URL', { cause });
  }
}

function openWallet(key: Secret, provider: JsonRpcProvider): Wallet {
  try {
    return new Wallet(key.reveal().trim(), provider);
  } catch {
    // Without the cause: ethers may quote the key.
    throw new DeployError('the deployer key is not a private key of 32 bytes in hex');
  }
}

async function prepareCollateral(given: string | undefined, context: DeployContext): Promise<string> {
  if (given === undefined) {
    const args = [context.deployer.address];
    return (
      await deployContract(context, { name: 'the test token', abi: testUsdcAbi, bytecode: testUsdcBytecode, args })
    ).address;
  }
  if (!isAddress(given)) throw new DeployError('the collateral is not an address');
  const decimals = viewCall('token', 'decimals', []);
  try {
    decimals.decode(await context.provider.call({ to: given, data: decimals.data }));
  } catch (cause) {
    throw new DeployError(`no ERC-20 token answers at ${given}`, { cause });
  }
  return getAddress(given);
}

async function deployContract(
  context: DeployContext,
  contract: Deployable,
): Promise<{ address: string; blockNumber: number }> {
  const { provider, deployer } = context;
  try {
    const { data } = await new ContractFactory(contract.abi, contract.bytecode).getDeployTransaction(...contract.args);
    const gasLimit = await provider.estimateGas({ from: deployer.address, data });
    const fees = await provider.getFeeData();
    await requireFunds(context, gasLimit * (fees.maxFeePerGas ?? fees.gasPrice ?? 0n), contract.name);
    const nonce = await provider.getTransactionCount(deployer.address, 'latest');
    const receipt = await (await deployer.sendTransaction({ data, gasLimit, nonce })).wait();
    if (receipt !== null && receipt.contractAddress !== null) {
      return { address: getAddress(receipt.contractAddress), blockNumber: receipt.blockNumber };
    }
  } catch (cause) {
    throw cause instanceof DeployError ? cause : new DeployError(`the chain rejected ${contract.name}`, { cause });
  }
  throw new DeployError(`${contract.name} has no receipt`);
}

async function requireFunds({ provider, deployer }: DeployContext, costWei: bigint, name: string): Promise<void> {
  const balanceWei = await provider.getBalance(deployer.address);
  if (balanceWei >= costWei) return;
  throw new DeployError(
    `${deployer.address} holds ${formatEther(balanceWei)} and needs up to ${formatEther(costWei)} to deploy ${name}`,
  );
}
