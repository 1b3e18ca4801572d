import { type MarketOutcome } from './outcome.js';

/** The part of a log that says what happened; its place on the chain stays with the caller. */
export interface EventLog {
  address: string;
  topics: readonly string[];
  data: string;
}

interface Emitted {
  /** The contract that emitted it, checksummed. Anyone can emit look-alikes: trust only the factory and its markets. */
  emitter: string;
}

interface Act extends Emitted {
  /** Who called, checksummed. */
  account: string;
  /** The intent's ref; null for a direct call. */
  ref: string | null;
}

/** The pools, in base units, after the event. Claims do not lower them. */
interface Pools {
  totalYesBaseUnits: bigint;
  totalNoBaseUnits: bigint;
}

/** `account` is the creator. */
export interface MarketCreatedEvent extends Act {
  name: 'MarketCreated';
  market: string;
  /** As written by the creator, who may be anyone: any length; broken UTF-8 and NUL are shown as U+FFFD. */
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
  /** The account's whole stake on this outcome after the buy. */
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
  /** The side that the resolver named although nobody had backed it; null when the market was cancelled outright. */
  unbackedOutcome: MarketOutcome | null;
}

interface PayoutClaimedEvent extends Act {
  name: 'PayoutClaimed';
  stakeBaseUnits: bigint;
  /** The stake included. */
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
export type ContractEventName = ContractEvent['name'];

export interface TransferEvent extends Emitted {
  from: string;
  to: string;
  amountBaseUnits: bigint;
}
