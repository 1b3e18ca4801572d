import type { Readback } from '@app/agents';
import type { Action } from '@app/common';
import type { ContractErrorName, EventLog, Pools } from '@app/contracts';

export interface CallRequest {
  from: string;
  to: string;
  callData: string;
}

export type Simulation = { ok: true } | { ok: false; contractError: ContractErrorName | null };

export interface Receipt {
  transactionHash: string;
  succeeded: boolean;
  blockNumber: number;
  blockHash: string;
  logs: readonly EventLog[];
}

export interface Holdings {
  nativeWei: bigint;
  collateralBaseUnits: bigint;
}

/** A market as its contract says it is. */
export interface MarketState {
  /** An open market whose close time has passed stays open until somebody closes it. */
  phase: 'open' | 'closed' | 'resolved' | 'cancelled';
  closesAtMs: number;
  pools: Pools;
}

/** What a ref did: the transaction in which it was used. */
export interface Effect {
  transactionHash: string;
  blockNumber: number;
  blockHash: string;
}

export interface ReadbackRequest {
  action: Action;
  walletAddress: string;
  marketAddress: string;
  blockNumber: number;
}

/** The node could not be asked, or answered nothing usable. Says nothing about what happened on the chain. */
export class ChainUnavailableError extends Error {
  constructor(readonly operation: string) {
    super(`the chain could not be asked for ${operation}`);
    this.name = 'ChainUnavailableError';
  }
}

/** The chain, read only. Every method is safe to repeat and may throw a ChainUnavailableError. */
export abstract class Chain {
  /** Runs the call against the pending block. */
  abstract simulate(call: CallRequest): Promise<Simulation>;

  abstract receipt(transactionHash: string): Promise<Receipt | null>;

  abstract head(): Promise<{ blockNumber: number; timestampMs: number }>;

  /** Whether our factory deployed this contract. */
  abstract isMarket(address: string): Promise<boolean>;

  abstract allowance(query: { owner: string; spender: string }): Promise<bigint>;

  /** As of the newest block, or the one that is named. */
  abstract holdings(address: string, blockNumber?: number): Promise<Holdings>;

  /** Of a market of ours, as of the newest block or the one that is named. */
  abstract marketState(address: string, blockNumber?: number): Promise<MarketState>;

  /** What this much gas may cost at the most, at the fee that the next blocks may ask. */
  abstract gasCostWei(gas: bigint): Promise<bigint>;

  /** Whether the ref was used by the sender, as of `confirmations` blocks behind the head, and that block's time. */
  abstract refState(query: {
    sender: string;
    ref: string;
    confirmations: number;
  }): Promise<{ used: boolean; blockTimestampMs: number }>;

  /** The transaction in which the sender used the ref; null when there is none. */
  abstract findEffect(query: { sender: string; ref: string; marketAddress: string | null }): Promise<Effect | null>;

  /** The market that a create transaction deployed under this ref; null when the receipt shows none. */
  abstract createdMarket(receipt: Receipt, ref: string): string | null;

  /** The values that an execution shows when it is done (completions.md, "Readback keys"). */
  abstract readback(request: ReadbackRequest): Promise<Readback>;
}
