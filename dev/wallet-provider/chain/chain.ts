import { isRecord, type JsonRpcClient, JsonRpcUnavailableError } from '@app/common';
import { Interface } from 'ethers/abi';

export interface Receipt {
  readonly succeeded: boolean;
  readonly blockHash: string;
  readonly blockNumber: number;
}

export interface CallRequest {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly valueWei: bigint;
}

type BlockTag = 'latest' | 'pending';

const TOKEN = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
]);

export interface TokenMetadata {
  readonly decimals: number;
  readonly symbol: string;
  readonly name: string;
}

/** Calls of the provider to its chain, in wei or base units. Throws the errors of JsonRpcClient. */
export class Chain {
  constructor(private readonly rpc: JsonRpcClient) {}

  async chainId(): Promise<number> {
    return Number(toBigInt(await this.rpc.send('eth_chainId', [])));
  }

  async blockNumber(): Promise<number> {
    return Number(toBigInt(await this.rpc.send('eth_blockNumber', [])));
  }

  async baseFeeWei(): Promise<bigint> {
    const block = await this.rpc.send('eth_getBlockByNumber', ['latest', false]);
    return isRecord(block) ? toBigInt(block.baseFeePerGas ?? '0x0') : 0n;
  }

  async transactionCount(address: string, tag: BlockTag): Promise<number> {
    return Number(toBigInt(await this.rpc.send('eth_getTransactionCount', [address, tag])));
  }

  async balanceWei(address: string, tag: BlockTag): Promise<bigint> {
    return toBigInt(await this.rpc.send('eth_getBalance', [address, tag]));
  }

  /** Estimates at the pending block, which includes earlier transactions of the wallet. */
  async estimateGas({ from, to, data, valueWei }: CallRequest): Promise<bigint> {
    return toBigInt(await this.rpc.send('eth_estimateGas', [{ from, to, data, value: toHex(valueWei) }, 'pending']));
  }

  /** Safe to repeat: the node identifies a transaction by its bytes. */
  async sendRaw(raw: string): Promise<void> {
    await this.rpc.send('eth_sendRawTransaction', [raw]);
  }

  async receipt(hash: string): Promise<Receipt | null> {
    const receipt = await this.rpc.send('eth_getTransactionReceipt', [hash]);
    if (!isRecord(receipt) || typeof receipt.blockHash !== 'string') return null;
    return {
      succeeded: toBigInt(receipt.status) === 1n,
      blockHash: receipt.blockHash,
      blockNumber: Number(toBigInt(receipt.blockNumber)),
    };
  }

  async tokenBalance(token: string, address: string): Promise<bigint> {
    return toBigInt(await this.read(token, 'balanceOf', [address]));
  }

  async tokenMetadata(token: string): Promise<TokenMetadata> {
    const [decimals, symbol, name] = await Promise.all(
      ['decimals', 'symbol', 'name'].map((method) => this.read(token, method, [])),
    );
    return { decimals: Number(decimals), symbol: String(symbol), name: String(name) };
  }

  private async read(to: string, method: string, parameters: readonly unknown[]): Promise<unknown> {
    const data = TOKEN.encodeFunctionData(method, [...parameters]);
    const answer = await this.rpc.send('eth_call', [{ to, data }, 'latest']);
    const values: readonly unknown[] = TOKEN.decodeFunctionResult(method, String(answer)).toArray();
    return values[0];
  }
}

function toBigInt(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)) return BigInt(value);
  throw new JsonRpcUnavailableError('the chain answered a value that is not a quantity');
}

function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
