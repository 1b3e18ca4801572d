import type { Action } from '@app/common';
import type { ContractErrorName } from './contracts/contract-error.js';
import type { EventLog } from './contracts/contract-event.js';
import type { GasPrice } from './contracts/fees.js';
import type { MarketPhase } from './contracts/outcome.js';
import type { Pools } from './contracts/parimutuel.js';
import type { PermitState } from './contracts/permit.js';

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

export interface MarketState {
  phase: MarketPhase;
  closesAtMs: number;
  pools: Pools;
}

export interface ChainHead {
  blockNumber: number;
  blockHash: string;
  timestampMs: number;
}

/** Whether a ref is used in a block, that block's number and its time. */
export interface RefState {
  used: boolean;
  blockNumber: number;
  blockTimestampMs: number;
}

/** Transaction that used a ref. */
export interface Effect {
  transactionHash: string;
  blockNumber: number;
  blockHash: string;
}

export interface EffectQuery {
  sender: string;
  ref: string;
  /** Null for a creation, whose event is the factory's. */
  marketAddress: string | null;
  fromMs: number;
  /** Present time of the clock of `fromMs`, which may be ahead of the chain's. */
  nowMs: number;
  /** Null for no end. */
  toMs: number | null;
}

/** A type and not an interface, so that it can be the row of a query. */
export type ReadbackRequest = {
  action: Action;
  walletAddress: string;
  marketAddress: string;
  blockNumber: number;
};

/** Contract state after the transaction: integers as decimal strings in base units, flags as booleans. */
export type Readback = Readonly<Record<string, string | boolean | null>>;

/** The node is unreachable or gave no usable answer. Proves nothing about the chain's state. */
export class ChainUnavailableError extends Error {
  constructor(readonly operation: string) {
    super(`the chain could not be asked for ${operation}`);
    this.name = 'ChainUnavailableError';
  }
}

/** Read access to the chain. Every method is safe to repeat and may throw a ChainUnavailableError. */
export abstract class Chain {
  /** Simulates the call on the pending block. */
  abstract simulate(call: CallRequest): Promise<Simulation>;

  abstract receipt(transactionHash: string): Promise<Receipt | null>;

  /** Call of a transaction, mined or pending; null when the node does not know the hash or it creates a contract. */
  abstract transaction(transactionHash: string): Promise<CallRequest | null>;

  abstract head(): Promise<ChainHead>;

  /** Whether the factory deployed this contract. */
  abstract isMarket(address: string): Promise<boolean>;

  /** Of the collateral in the latest block; null for a token that takes no permits, or while the node does not answer. */
  permitState(_owner: string): Promise<PermitState | null> {
    return Promise.resolve(null);
  }

  /** Of the collateral, at this block, which is the latest by default. */
  abstract allowance(query: { owner: string; spender: string }, block?: number): Promise<bigint>;

  /** Native coins of an account, which pay its gas, at this block, which is the latest by default. */
  abstract nativeBalance(address: string, block?: number | 'pending'): Promise<bigint>;
  /** Collateral of an account in base units, at this block, which is the latest by default. */
  abstract collateralBalance(address: string, block?: number | 'pending'): Promise<bigint>;

  /** State of a market of the factory at `blockNumber` or the latest block. */
  abstract marketState(address: string, blockNumber?: number): Promise<MarketState>;

  abstract gasPrice(): Promise<GasPrice>;

  /** Whether the sender used the ref, read at the newest block with `confirmations`, and that block's time. */
  abstract refState(query: { sender: string; ref: string; confirmations: number }): Promise<RefState>;

  /** Transaction in which the sender used the ref, among the blocks of a period; null when there is none. */
  abstract findEffect(query: EffectQuery): Promise<Effect | null>;

  /** Contract values that a finished execution shows; the keys depend on the action. */
  abstract readback(request: ReadbackRequest): Promise<Readback>;
}
