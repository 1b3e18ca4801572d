import { FetchRequest, JsonRpcProvider, Network } from 'ethers';
import { ContractAnswerError, revertDataOf, type ViewCall } from '@app/contracts';
import { ChainUnavailableError } from '@app/engine';
import { type CallOutcome, type CallWatch, UNWATCHED } from '@app/observability';

const TIMEOUT_MS = 5_000;
const BATCH_STALL_MS = 2;
const BATCH_MAX_CALLS = 100;

export interface JsonRpcOptions {
  url: string;
  chainId: number;
  /** Told of every call. */
  calls?: CallWatch;
}

/** A block by number, or by the names that nodes have for the ends of the chain. */
export type BlockTag = number | 'latest' | 'pending';

/** A call that the node ran and the contract refused. */
export class CallRevertedError extends Error {
  constructor(readonly revertData: string | null) {
    super('the call reverted');
    this.name = 'CallRevertedError';
  }
}

/**
 * JSON-RPC with everything in reach sent as one batch. A node that is away, slow or answers nonsense is a
 * ChainUnavailableError; its own words go no further than this file.
 */
export class JsonRpc {
  private readonly provider: JsonRpcProvider;
  private readonly calls: CallWatch;

  constructor({ url, chainId, calls = UNWATCHED }: JsonRpcOptions) {
    this.calls = calls;
    const request = new FetchRequest(url);
    request.timeout = TIMEOUT_MS;
    this.provider = new JsonRpcProvider(request, Network.from(chainId), {
      staticNetwork: true,
      cacheTimeout: -1,
      batchStallTime: BATCH_STALL_MS,
      batchMaxCount: BATCH_MAX_CALLS,
    });
  }

  async send(method: string, params: unknown[]): Promise<unknown> {
    try {
      return await this.ask(method, params);
    } catch {
      throw new ChainUnavailableError(method);
    }
  }

  /** @throws {CallRevertedError} when the contract refuses */
  async call(to: string, data: string, options: { from?: string; block?: BlockTag } = {}): Promise<string> {
    const { from, block = 'latest' } = options;
    try {
      const answer = await this.ask('eth_call', [{ to, data, ...(from && { from }) }, tagOf(block)]);
      if (typeof answer !== 'string') throw new ChainUnavailableError('eth_call');
      return answer;
    } catch (error) {
      if (error instanceof ChainUnavailableError) throw error;
      const revertData = revertDataOf(error);
      if (revertData !== null || saysReverted(error)) throw new CallRevertedError(revertData);
      throw new ChainUnavailableError('eth_call');
    }
  }

  /** Reads one value of a contract. A contract that is not there, or refuses, counts as unavailable. */
  async view<T>(to: string, view: ViewCall<T>, block: BlockTag = 'latest'): Promise<T> {
    try {
      return view.decode(await this.call(to, view.data, { block }));
    } catch (error) {
      if (error instanceof CallRevertedError || error instanceof ContractAnswerError) {
        throw new ChainUnavailableError('eth_call');
      }
      throw error;
    }
  }

  close(): void {
    this.provider.destroy();
  }

  private ask(method: string, params: unknown[]): Promise<unknown> {
    return this.calls.watch<unknown>({
      operation: method,
      work: () => this.provider.send(method, params),
      outcomeOf,
    });
  }
}

export function tagOf(block: BlockTag): string {
  return typeof block === 'number' ? `0x${block.toString(16)}` : block;
}

function outcomeOf(error: unknown): CallOutcome {
  return revertDataOf(error) !== null || saysReverted(error) ? 'reverted' : 'no_answer';
}

/** Nodes that give no data with a revert still say so by EIP-1474's code, or in ethers' own. */
function saysReverted(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && (error.code === 3 || error.code === 'CALL_EXCEPTION')) return true;
  return 'error' in error && saysReverted(error.error);
}
