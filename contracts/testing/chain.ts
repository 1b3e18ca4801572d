import {
  decodeContractError,
  decodeContractEvent,
  decodeTransfer,
  revertDataOf,
  viewCall,
  type ContractErrorName,
  type ContractEvent,
  type ContractKind,
  type TransferEvent,
  type ViewArgs,
  type ViewName,
  type ViewResult,
} from '@app/contracts';

/** Half of what a block holds, given with every call so that a refusal is mined and not only foreseen. */
const GAS_LIMIT = `0x${(15_000_000).toString(16)}`;

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

/** What became of a transaction: either it took effect, or it was refused for this reason. */
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

/** A read of one contract, to be sent by `read` or `readAll`. */
export function view<K extends ContractKind, N extends ViewName<K>>(
  [kind, to]: readonly [K, string],
  name: N,
  args: ViewArgs<K, N>,
): View<ViewResult<K, N>> {
  return { to, ...viewCall(kind, name, args) };
}

/** Anvil as tests use it: each `send` is one block, one second after the block before it. */
export class Chain {
  #id = 0;
  #now = 0;

  constructor(readonly url: string) {}

  /** The time of the last block. */
  get now(): number {
    return this.#now;
  }

  async start(): Promise<void> {
    await this.rpc('anvil_setBlockTimestampInterval', [1]);
    const block = await this.rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
    this.#now = Number(block.timestamp);
  }

  async rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    const [answer] = await this.#post([{ method, params }]);
    if (answer?.error !== undefined) throw Object.assign(new Error(`${method} was refused`), answer.error);
    return answer?.result as T;
  }

  /** The next block is at this time, and so is everything that is asked about the pending block. */
  async setNextTime(timestamp: number): Promise<void> {
    await this.rpc('evm_setNextBlockTimestamp', [timestamp]);
    this.#now = timestamp - 1;
  }

  /** Asks the pending block first, then sends: both must agree on whether the call is refused. */
  async send(transaction: Transaction): Promise<Effect> {
    const reason = await this.simulate(transaction);
    const effect = await this.mine(transaction);
    if ((effect.error === null) !== (reason === null)) {
      throw new Error(`simulated as ${reason ?? 'accepted'}, mined as ${effect.error ?? 'accepted'}`);
    }
    return { ...effect, error: reason };
  }

  /** Sends at once. A refusal is mined too, without its name. */
  async mine(transaction: Transaction): Promise<Effect> {
    const receipt = await this.rpc<RawReceipt>('eth_sendTransactionSync', [{ ...transaction, gas: GAS_LIMIT }]);
    this.#now += 1;
    if (Number(receipt.blockTimestamp) !== this.#now) throw new Error('the block is not at the expected time');
    return {
      error: receipt.status === '0x1' ? null : 'unnamed',
      events: receipt.logs.map(decodeContractEvent).filter((event) => event !== null),
      transfers: receipt.logs.map(decodeTransfer).filter((transfer) => transfer !== null),
      gasUsed: Number(receipt.gasUsed),
      timestamp: this.#now,
      contractAddress: receipt.contractAddress,
    };
  }

  /** Sends what must be accepted. */
  async mustSend(transaction: Transaction): Promise<Effect> {
    const effect = await this.send(transaction);
    if (effect.error !== null) throw new Error(`refused with ${effect.error}`);
    return effect;
  }

  /** Why the pending block would refuse the call, or null. */
  async simulate(transaction: Transaction): Promise<Effect['error']> {
    const [answer] = await this.#post([{ method: 'eth_call', params: [transaction, 'pending'] }]);
    if (answer?.error === undefined) return null;
    return decodeContractError(revertDataOf(answer.error)) ?? 'unnamed';
  }

  async read<T>(wanted: View<T>): Promise<T> {
    const [value] = await this.readAll([wanted]);
    return value;
  }

  /** Reads at the pending block, in one round trip. */
  async readAll<const T extends readonly View<unknown>[]>(
    wanted: T,
  ): Promise<{ [I in keyof T]: T[I] extends View<infer R> ? R : never }> {
    const answers = await this.#post(
      wanted.map(({ to, data }) => ({ method: 'eth_call', params: [{ to, data }, 'pending'] })),
    );
    return wanted.map(({ decode }, index) => decode(answers[index]?.result as string)) as never;
  }

  async #post(
    requests: readonly { method: string; params: readonly unknown[] }[],
  ): Promise<{ result?: unknown; error?: object }[]> {
    const first = this.#id;
    this.#id += requests.length;
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests.map((request, index) => ({ jsonrpc: '2.0', id: first + index, ...request }))),
    });
    const answers = (await response.json()) as { id: number; result?: unknown; error?: object }[];
    return answers.sort((left, right) => left.id - right.id);
  }
}
