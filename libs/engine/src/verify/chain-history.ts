import type { Action } from '@app/common';
import type { Receipt } from '../domain/ports/chain.js';

/** One act of a market or the factory, as its event tells it. */
export interface ChainEffect {
  /** Null for a call without a ref. */
  readonly ref: string | null;
  /** Who called, lower-case. */
  readonly account: string;
  /** A resolution that cancels for want of a winner is still a `resolve_market`. */
  readonly action: Action;
  /** The market that it happened to, lower-case; for a creation the new one. */
  readonly marketAddress: string;
  /** Null for what has no amount of its own. */
  readonly amountBaseUnits: bigint | null;
  readonly transactionHash: string;
}

export interface RefQuestion {
  readonly sender: string;
  readonly ref: string;
}

/** The chain's own memory, asked in bulk. Every method is safe to repeat and may throw a ChainUnavailableError. */
export abstract class ChainHistory {
  abstract head(): Promise<{ blockNumber: number; timestampMs: number }>;

  /** In the order of the questions; null where no block holds the transaction. */
  abstract receipts(transactionHashes: readonly string[]): Promise<(Receipt | null)[]>;

  /**
   * In the order of the questions: whether the sender's ref has had its effect, as of a block, or as of now. A node that
   * keeps no old states knows only the last blocks.
   */
  abstract refsUsed(refs: readonly RefQuestion[], blockNumber?: number): Promise<boolean[]>;

  /** What our factory and its markets did in these blocks, both ends included. */
  abstract effects(fromBlock: number, toBlock: number): Promise<ChainEffect[]>;

  /** The effects within one receipt. */
  abstract effectsIn(receipt: Receipt): Promise<ChainEffect[]>;
}
