import type { Action, ACTIONS } from '@app/common';
import { type MarketOutcome } from './outcome.js';

/** Address, topics and data of a log, without its position on the chain. */
export interface EventLog {
  address: string;
  topics: readonly string[];
  data: string;
}

interface Emitted {
  /** Emitting contract, checksummed. Any contract can emit look-alikes: trust only the factory and its markets. */
  emitter: string;
}

interface Act extends Emitted {
  /** Caller, checksummed. */
  account: string;
  /** The intent's ref; null for a direct call. */
  ref: string | null;
}

/** Pools in base units after the event. Claims do not lower them. */
interface Pools {
  totalYesBaseUnits: bigint;
  totalNoBaseUnits: bigint;
}

/** `account` is the creator. */
export interface MarketCreatedEvent extends Act {
  name: 'MarketCreated';
  market: string;
  /** Untrusted text of any length. Invalid UTF-8 and NUL are replaced by U+FFFD. */
  id: string;
  question: string;
  closeTimestampSeconds: number;
  resolver: string;
  collateralToken: string;
}

interface BoughtEvent extends Act, Pools {
  name: 'Bought';
  outcome: MarketOutcome;
  amountBaseUnits: bigint;
  /** Total stake of the account on this outcome after the buy. */
  positionBaseUnits: bigint;
}

interface ClosedEvent extends Act, Pools {
  name: 'Closed';
}

interface ResolvedEvent extends Act, Pools {
  name: 'Resolved';
  winningOutcome: MarketOutcome;
}

interface CancelledEvent extends Act, Pools {
  name: 'Cancelled';
  /** Outcome without stakes that the resolver named; null when the market was cancelled directly. */
  unbackedOutcome: MarketOutcome | null;
}

interface PayoutClaimedEvent extends Act {
  name: 'PayoutClaimed';
  stakeBaseUnits: bigint;
  /** Payout including the stake. */
  payoutBaseUnits: bigint;
}

interface RefundClaimedEvent extends Act {
  name: 'RefundClaimed';
  amountBaseUnits: bigint;
}

export type ContractEvent =
  | MarketCreatedEvent
  | BoughtEvent
  | ClosedEvent
  | ResolvedEvent
  | CancelledEvent
  | PayoutClaimedEvent
  | RefundClaimedEvent;
export type ContractEventName = (typeof ACTIONS)[Action]['event'];

export interface ApprovalEvent extends Emitted {
  owner: string;
  spender: string;
  amountBaseUnits: bigint;
}
