import {
  type ContractErrorName,
  type ContractEvent,
  type ContractKind,
  decodeContractError,
  decodeContractEvent,
  findRevertData,
  type ViewArgs,
  viewCall,
  type ViewName,
  type ViewResult,
} from '@app/chain';
import { JsonRpcClient, JsonRpcError } from '@app/common';
import { decodeTransfer, type TransferEvent } from '../../tools/support/transfer-event.js';

/** Gas limit of every transaction, half of a block. With an explicit limit a revert is mined, not rejected by estimation. */
const GAS_LIMIT = `0x${(15_000_000).toString(16)}`;

const TIMEOUT_MS = 60_000;

interface RawReceipt {
  status: string;
  gasUsed: string;
  blockNumber: string;
  blockTimestamp: string | number;
  contractAddress: string | null;
  logs: { address: string; topics: string[]; data: string }[];
}

export interface Transaction {
  from: string;
  to?: string;
  data: string;
}

/** Outcome of a transaction: events and transfers, or the contract error. */
export interface Effect {
  error: ContractErrorName | 'unnamed' | null;
  events: ContractEvent[];
  transfers: TransferEvent[];
  gasUsed: number;
  timestamp: number;
  contractAddress: string | null;
}

export interface View<T> {
  to: string;
  data: string;
  decode: (answer: string) => T;
}

/** Describes a contract read for `Chain.read` and `Chain.readAll`. */
export function view<K extends ContractKind, N extends ViewName<K>>(
  [kind, to]: readonly [K, string],
  name: N,
  args: ViewArgs<K, N>,
): View<ViewResult<K, N>> {
  return { to, ...viewCall(kind, name, args) };
}

/** Client of an anvil whose blocks are one second apart. Each `send` mines one block. */
export class Chain {
  private readonly client: JsonRpcClient;
  private lastBlockTime = 0;

  constructor(readonly url: string) {
    this.client = new JsonRpcClient({ url, timeoutMs: TIMEOUT_MS });
  }

  /** Timestamp of the last block, in seconds. */
  get now(): number {
    return this.lastBlockTime;
  }

  async start(): Promise<void> {
    await this.rpc('anvil_setBlockTimestampInterval', [1]);
    const block = await this.rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
    this.lastBlockTime = Number(block.timestamp);
  }

  async rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    return (await this.client.send(method, params)) as T;
  }

  /** Sets the timestamp of the next and of the pending block, in seconds. */
  async setNextTime(timestamp: number): Promise<void> {
    await this.rpc('evm_setNextBlockTimestamp', [timestamp]);
    this.lastBlockTime = timestamp - 1;
  }

  /** Simulates the call in the pending block, then mines it. @throws Error when the two outcomes differ */
  async send(transaction: Transaction): Promise<Effect> {
    const reason = await this.simulate(transaction);
    const effect = await this.mine(transaction);
    if ((effect.error === null) !== (reason === null)) {
      throw new Error(`simulated as ${reason ?? 'accepted'}, mined as ${effect.error ?? 'accepted'}`);
    }
    return { ...effect, error: reason };
  }

  /** Mines the transaction without simulating it. A revert is reported as `unnamed`. */
  async mine(transaction: Transaction): Promise<Effect> {
    const receipt = await this.rpc<RawReceipt>('eth_sendTransactionSync', [{ ...transaction, gas: GAS_LIMIT }]);
    this.lastBlockTime += 1;
    if (Number(receipt.blockTimestamp) !== this.lastBlockTime) throw new Error('the block is not at the expected time');
    return {
      error: receipt.status === '0x1' ? null : 'unnamed',
      events: receipt.logs.map(decodeContractEvent).filter((event) => event !== null),
      transfers: receipt.logs.map(decodeTransfer).filter((transfer) => transfer !== null),
      gasUsed: Number(receipt.gasUsed),
      timestamp: this.lastBlockTime,
      contractAddress: receipt.contractAddress,
    };
  }

  /** @throws Error when the transaction reverts */
  async mustSend(transaction: Transaction): Promise<Effect> {
    const effect = await this.send(transaction);
    if (effect.error !== null) throw new Error(`refused with ${effect.error}`);
    return effect;
  }

  /** Returns the contract error that the pending block would revert with, or null. */
  async simulate(transaction: Transaction): Promise<Effect['error']> {
    try {
      await this.rpc('eth_call', [transaction, 'pending']);
      return null;
    } catch (error) {
      if (!(error instanceof JsonRpcError)) throw error;
      return decodeContractError(findRevertData(error)) ?? 'unnamed';
    }
  }

  async read<T>(wanted: View<T>): Promise<T> {
    const [value] = await this.readAll([wanted]);
    return value;
  }

  /** Reads the pending block in one round trip. */
  async readAll<const T extends readonly View<unknown>[]>(
    wanted: T,
  ): Promise<{ [I in keyof T]: T[I] extends View<infer R> ? R : never }> {
    const answers = await Promise.all(
      wanted.map(({ to, data }) => this.rpc<string>('eth_call', [{ to, data }, 'pending'])),
    );
    return wanted.map(({ decode }, index) => decode(answers[index] ?? '')) as never;
  }
}
