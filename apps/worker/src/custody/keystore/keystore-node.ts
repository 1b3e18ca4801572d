import { type Fees, feesAt } from '@app/chain';
import { EXECUTION_REVERTED, isRecord, JsonRpcClient, JsonRpcError } from '@app/common';
import { ProviderError, type ProviderFailure } from '@app/engine';
import type { CallOutcome, UpstreamCalls } from '@app/observability';
import { parseSendOutcome, type SendOutcome } from './node-texts.js';

export interface KeystoreNodeOptions {
  url: string;
  /** Longest time that one call takes. */
  timeoutMs: number;
  calls?: UpstreamCalls;
}

const QUANTITY = /^0x[0-9a-f]+$/i;

type BlockTag = 'latest' | 'pending';

/**
 * Calls of the keystore to the chain's node. Every method is safe to repeat and throws ProviderErrors. Calls made together are
 * one batch: behind a balanced address, one node answers them.
 */
export class KeystoreNode {
  private readonly client: JsonRpcClient;
  private readonly calls: UpstreamCalls | undefined;
  /** Last fees read, on this process's monotonic clock. */
  private fees: { value: Fees; readAtMs: number } | null = null;

  constructor({ url, timeoutMs, calls }: KeystoreNodeOptions) {
    this.client = new JsonRpcClient({ url, timeoutMs });
    this.calls = calls;
  }

  async transactionCount(address: string, tag: BlockTag): Promise<number> {
    return Number(await this.quantity('eth_getTransactionCount', [address, tag]));
  }

  /** Nonce of the address after the newest block of this depth; 1 is the latest block. */
  async confirmedCount(address: string, confirmations: number): Promise<number> {
    const head = await this.quantity('eth_blockNumber', []);
    const block = head - BigInt(confirmations) + 1n;
    const tag = `0x${(block > 0n ? block : 0n).toString(16)}`;
    return Number(await this.quantity('eth_getTransactionCount', [address, tag]));
  }

  async balanceWei(address: string): Promise<bigint> {
    return this.quantity('eth_getBalance', [address, 'latest']);
  }

  /**
   * Fees that the chain asks for now. A node that suggests no priority fee gets the least.
   * @param maxAgeMs age up to which fees are used again
   */
  async presentFees(maxAgeMs = 0): Promise<Fees> {
    if (this.fees === null || performance.now() - this.fees.readAtMs >= maxAgeMs) {
      this.fees = { value: await this.readFees(), readAtMs: performance.now() };
    }
    return this.fees.value;
  }

  private async readFees(): Promise<Fees> {
    const operation = 'eth_getBlockByNumber';
    const [block, suggestedWei] = await Promise.all([
      this.send(operation, ['latest', false]),
      this.quantity('eth_maxPriorityFeePerGas', []).catch((error: unknown) => {
        if (error instanceof ProviderError && 'rpcCode' in error.failure.facts) return 0n;
        throw error;
      }),
    ]);
    return feesAt(parseQuantity(isRecord(block) ? block['baseFeePerGas'] : null, operation), suggestedWei);
  }

  /**
   * Gas that the call needs after the latest block, by default: the pool may hold the transaction that it replaces. A call that
   * reverts is a permanent failure.
   */
  async estimateGas(
    call: { from: string; to: string; data: string; valueWei: bigint },
    tag: BlockTag = 'latest',
  ): Promise<bigint> {
    const { from, to, data, valueWei } = call;
    return this.quantity('eth_estimateGas', [{ from, to, data, value: `0x${valueWei.toString(16)}` }, tag]);
  }

  async callContract(to: string, data: string): Promise<string> {
    return String(await this.send('eth_call', [{ to, data }, 'latest']));
  }

  /** Whether the transaction is in a block or the node's pool. */
  async knows(hash: string): Promise<boolean> {
    return (await this.send('eth_getTransactionByHash', [hash])) !== null;
  }

  /** Whether the mined transaction succeeded; null while no block holds it. */
  async succeeded(hash: string): Promise<boolean | null> {
    const operation = 'eth_getTransactionReceipt';
    const receipt = await this.send(operation, [hash]);
    return isRecord(receipt) ? parseQuantity(receipt['status'], operation) === 1n : null;
  }

  async sendRaw(raw: string): Promise<SendOutcome> {
    const operation = 'eth_sendRawTransaction';
    try {
      await this.record(operation, [raw]);
      return 'accepted';
    } catch (error) {
      const outcome = error instanceof JsonRpcError ? parseSendOutcome(error.message) : null;
      if (outcome !== null) return outcome;
      throw new ProviderError(operation, toProviderFailure(error));
    }
  }

  private async quantity(method: string, params: readonly unknown[]): Promise<bigint> {
    return parseQuantity(await this.send(method, params), method);
  }

  private async send(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.record(method, params);
    } catch (error) {
      throw new ProviderError(method, toProviderFailure(error));
    }
  }

  private record(operation: string, params: readonly unknown[]): Promise<unknown> {
    const work = (): Promise<unknown> => this.client.send(operation, params);
    return this.calls === undefined ? work() : this.calls.record({ operation, work, classifyError });
  }
}

/** Facts without the node's text, which may quote foreign content. */
function toProviderFailure(error: unknown): ProviderFailure {
  const rest = { resend: 'after_backoff', retryAfterMs: 0 } as const;
  if (!(error instanceof JsonRpcError)) return { class: 'unknown', facts: { noAnswer: 'node' }, ...rest };
  const isReverted = error.code === EXECUTION_REVERTED;
  return { class: isReverted ? 'permanent' : 'unknown', facts: { rpcCode: error.code }, ...rest };
}

function classifyError(error: unknown): CallOutcome {
  return error instanceof JsonRpcError ? 'refused' : 'no_answer';
}

function parseQuantity(value: unknown, operation: string): bigint {
  if (typeof value === 'string' && QUANTITY.test(value)) return BigInt(value);
  const facts = { noAnswer: 'unreadable' };
  throw new ProviderError(operation, { class: 'unknown', facts, resend: 'after_backoff', retryAfterMs: 0 });
}
