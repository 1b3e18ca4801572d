import { type Action, ACTION_NAMES, ACTIONS } from '@app/common';
import type { ChainRpc } from './chain-rpc.js';
import type { Receipt } from './chain.js';
import type { ContractEvent, EventLog } from './contracts/contract-event.js';
import { viewCall } from './contracts/contract-view.js';
import { decodeContractEvent, EVENT_TOPICS } from './contracts/decode-event.js';
import { parseBlock, parseReceipt } from './parse-answer.js';
import { type Blocks, readLogs } from './read-logs.js';

/** Records may hold malformed values; a node may refuse the entire batch for one of them. */
const HASH = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** One effect of a market or the factory, read from its event. */
export interface ChainEffect {
  /** Null for a call without a ref. */
  readonly ref: string | null;
  /** Caller's address, lower-case. */
  readonly account: string;
  /** A resolution without a winner cancels the market and is still a `resolve_market`. */
  readonly action: Action;
  /** Address of the affected market, lower-case; for a creation the new market. */
  readonly marketAddress: string;
  /** Null for actions without an amount. */
  readonly amountBaseUnits: bigint | null;
  readonly transactionHash: string;
}

export interface RefQuery {
  readonly sender: string;
  readonly ref: string;
}

/**
 * Reads history in bulk through one node, which must keep the logs of all blocks. Every method is safe to repeat and throws
 * ChainUnavailableError when the node does not answer.
 */
export class ChainHistory {
  /** Answers that are under way, and markets. A market's address means the same terms for good. */
  private readonly markets = new Map<string, Promise<boolean>>();

  constructor(
    private readonly rpc: ChainRpc,
    private readonly factoryAddress: string,
  ) {}

  async head(): Promise<{ blockNumber: number; timestampMs: number }> {
    return parseBlock(await this.rpc.send('eth_getBlockByNumber', ['latest', false]));
  }

  /** Receipts in the order of the hashes; null where no block holds the transaction. */
  async receipts(transactionHashes: readonly string[]): Promise<(Receipt | null)[]> {
    return Promise.all(
      transactionHashes.map(async (hash) =>
        HASH.test(hash) ? parseReceipt(await this.rpc.send('eth_getTransactionReceipt', [hash])) : null,
      ),
    );
  }

  /**
   * Whether each sender's ref has been used, in the order of the queries, at `blockNumber` or at the latest block. A pruned
   * node answers only for recent blocks.
   */
  async refsUsed(refs: readonly RefQuery[], blockNumber?: number): Promise<boolean[]> {
    return Promise.all(
      refs.map(async ({ sender, ref }) => {
        if (!ADDRESS.test(sender) || !HASH.test(ref)) return false;
        return this.rpc.view(this.factoryAddress, viewCall('factory', 'refUsed', [sender, ref]), blockNumber);
      }),
    );
  }

  /** Yields the effects of the factory and its markets in these blocks, those of one query at a time. */
  async *effects(blocks: Blocks): AsyncGenerator<ChainEffect[]> {
    const filter = { topics: [Object.values(EVENT_TOPICS)] };
    for await (const logs of readLogs(this.rpc, filter, blocks)) yield this.toEffects(logs);
  }

  async effectsIn({ logs, transactionHash }: Receipt): Promise<ChainEffect[]> {
    return this.toEffects(logs.map((log) => ({ ...log, transactionHash })));
  }

  private async toEffects(logs: readonly (EventLog & { transactionHash: string })[]): Promise<ChainEffect[]> {
    const effects = await Promise.all(logs.map((log) => this.toEffect(log)));
    return effects.filter((effect) => effect !== null);
  }

  private async toEffect(log: EventLog & { transactionHash: string }): Promise<ChainEffect | null> {
    const event = decodeContractEvent(log);
    if (event === null) return null;
    const emitter = event.emitter.toLowerCase();
    const isProduct =
      event.name === 'MarketCreated' ? emitter === this.factoryAddress.toLowerCase() : await this.isMarket(emitter);
    if (!isProduct) return null;
    return {
      ref: event.ref,
      account: event.account.toLowerCase(),
      action: toAction(event),
      marketAddress: event.name === 'MarketCreated' ? event.market.toLowerCase() : emitter,
      amountBaseUnits: event.name === 'Bought' ? event.amountBaseUnits : null,
      transactionHash: log.transactionHash,
    };
  }

  private isMarket(address: string): Promise<boolean> {
    const known = this.markets.get(address);
    if (known !== undefined) return known;
    const answer = this.readIsMarket(address);
    this.markets.set(address, answer);
    return answer;
  }

  private async readIsMarket(address: string): Promise<boolean> {
    let isMarket = false;
    try {
      isMarket = await this.rpc.view(this.factoryAddress, viewCall('factory', 'isMarket', [address]));
      return isMarket;
    } finally {
      // A later block may still hold its creation.
      if (!isMarket) this.markets.delete(address);
    }
  }
}

function toAction(event: ContractEvent): Action {
  if (event.name === 'Cancelled' && event.unbackedOutcome !== null) return 'resolve_market';
  const outcome = event.name === 'Bought' ? event.outcome : null;
  const action = ACTION_NAMES.find((name) => ACTIONS[name].event === event.name && ACTIONS[name].stakesOn === outcome);
  if (action === undefined) throw new Error(`no action emits ${event.name}`);
  return action;
}
