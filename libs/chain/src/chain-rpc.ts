import { EXECUTION_REVERTED, JsonRpcClient, JsonRpcError, JsonRpcUnavailableError, withTimeout } from '@app/common';
import type { CallOutcome, UpstreamCall, UpstreamCalls } from '@app/observability';
import { ChainBreaker, PROBE_INTERVAL_MS } from './chain-breaker.js';
import { chainUnavailable, toReason } from './chain-unavailable.js';
import { findRevertData } from './contracts/contract-error.js';
import { ContractAnswerError, type ViewCall } from './contracts/contract-view.js';
import { batchCall, type ContractRead } from './contracts/read-batch.js';

const TIMEOUT_MS = 5_000;

export interface ChainRpcOptions {
  url: string;
  /** Chain that the node must serve. Compared before the first call, and again after a call without an answer. */
  chainId: number;
  calls?: UpstreamCalls;
  breaker?: ChainBreaker;
}

/** Block by number, or the latest or pending block. */
export type BlockTag = number | 'latest' | 'pending';

/** The node ran the call and the contract reverted. */
export class CallRevertedError extends Error {
  constructor(readonly revertData: string | null) {
    super('the call reverted');
    this.name = 'CallRevertedError';
  }
}

/**
 * Calls to the chain's node. An unreachable, slow or malformed node is a ChainUnavailableError; its messages are not passed
 * on, only a reason as `code`. A node of another chain counts as unreachable.
 *
 * After several outages in a row calls are refused unsent, but for one per second. A call without an answer is one outage,
 * however many calls fail with it, and so is each failed comparison of the chain id after it, whatever its reason.
 */
export class ChainRpc {
  private readonly client: JsonRpcClient;
  private readonly calls: UpstreamCalls | undefined;
  private readonly chainId: number;
  private readonly breaker: ChainBreaker;
  /** Latest comparison of the chain id; absent when the next call makes one. */
  private comparison: Promise<void> | undefined;
  private isWrongChain = false;

  constructor({ url, chainId, calls, breaker = new ChainBreaker() }: ChainRpcOptions) {
    this.client = new JsonRpcClient({ url, timeoutMs: TIMEOUT_MS });
    this.chainId = chainId;
    this.calls = calls;
    this.breaker = breaker;
  }

  get servesOtherChain(): boolean {
    return this.isWrongChain;
  }

  /** @throws ChainUnavailableError */
  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.record(method, params);
    } catch (error) {
      throw chainUnavailable(method, error);
    }
  }

  /** @throws CallRevertedError when the contract reverts @throws ChainUnavailableError */
  async call(to: string, data: string, options: { from?: string; block?: BlockTag } = {}): Promise<string> {
    const { from, block = 'latest' } = options;
    let answer: unknown;
    try {
      answer = await this.record('eth_call', [{ to, data, ...(from && { from }) }, toBlockTag(block)]);
    } catch (error) {
      if (isRevert(error)) throw new CallRevertedError(findRevertData(error));
      throw chainUnavailable('eth_call', error);
    }
    if (typeof answer !== 'string') throw chainUnavailable('eth_call', 'unreadable');
    return answer;
  }

  /** Reads one value of a contract. @throws ChainUnavailableError also without such a contract, or when it reverts */
  async view<T>(to: string, view: ViewCall<T>, block: BlockTag = 'latest'): Promise<T> {
    try {
      return view.decode(await this.call(to, view.data, { block }));
    } catch (error) {
      if (error instanceof CallRevertedError) throw chainUnavailable('eth_call', 'reverted');
      if (error instanceof ContractAnswerError) throw chainUnavailable('eth_call', 'unreadable');
      throw error;
    }
  }

  /**
   * Reads several values of one block in one call. A node that refuses the call, or one value of it, is asked for each
   * value by itself.
   * @throws ChainUnavailableError
   */
  async viewAll<T>(reads: readonly ContractRead<T>[], block: BlockTag = 'latest'): Promise<T[]> {
    const { data, decode } = batchCall(reads);
    try {
      return decode(String(await this.record('eth_call', [{ data }, toBlockTag(block)])));
    } catch (error) {
      if (error instanceof JsonRpcError || error instanceof ContractAnswerError) {
        return Promise.all(reads.map(({ to, view }) => this.view(to, view, block)));
      }
      throw chainUnavailable('eth_call', error);
    }
  }

  private async record(operation: string, params: readonly unknown[]): Promise<unknown> {
    const isProbe = this.breaker.isOpen;
    if (isProbe && !this.breaker.takeProbe()) throw chainUnavailable(operation, this.breaker.reason);
    const comparison = isProbe ? this.compare() : (this.comparison ?? this.compare());
    // The answer to a probe that its caller gave up closes the breaker all the same.
    await (isProbe ? withTimeout(comparison, PROBE_INTERVAL_MS) : comparison);
    try {
      return await this.measure({ operation, work: () => this.client.send(operation, params), classifyError });
    } catch (error) {
      if (error instanceof JsonRpcUnavailableError) this.forget(comparison, error);
      throw error;
    }
  }

  private measure<T>(call: UpstreamCall<T>): Promise<T> {
    return this.calls === undefined ? call.work() : this.calls.record(call);
  }

  /** Starts a comparison that the calls after it share. It rejects with ChainUnavailableError. */
  private compare(): Promise<void> {
    const operation = 'eth_chainId';
    const work = (): Promise<void> => this.compareChain(operation);
    const comparison = this.measure({ operation, work, classifyError: () => 'no_answer' }).catch((error: unknown) => {
      this.forget(comparison, error);
      throw chainUnavailable(operation, error);
    });
    this.comparison = comparison;
    return comparison;
  }

  /** @throws ChainUnavailableError when the node serves another chain @throws JsonRpcError, JsonRpcUnavailableError */
  private async compareChain(operation: string): Promise<void> {
    const served = await this.client.send(operation, []);
    this.isWrongChain = Number(served) !== this.chainId;
    if (this.isWrongChain) throw chainUnavailable(operation, 'wrong chain');
    this.breaker.recordAnswer();
  }

  /** Has the next call compare the chain again. Calls that fail together after one comparison are one outage. */
  private forget(comparison: Promise<void>, error: unknown): void {
    if (this.comparison !== comparison) return;
    this.comparison = undefined;
    this.breaker.recordOutage(toReason(error));
  }
}

export function toBlockTag(block: BlockTag): string {
  return typeof block === 'number' ? `0x${block.toString(16)}` : block;
}

function classifyError(error: unknown): CallOutcome {
  return isRevert(error) ? 'reverted' : 'no_answer';
}

function isRevert(error: unknown): boolean {
  return error instanceof JsonRpcError && (error.code === EXECUTION_REVERTED || findRevertData(error) !== null);
}
