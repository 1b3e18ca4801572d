import type { ContractEvent, ContractEventName, MarketCreatedEvent, MarketOutcome } from '@app/chain';
import { assertNever } from '@app/common';

/** Position of an event on the chain, and its block's time. */
export interface EventPosition {
  blockNumber: number;
  logIndex: number;
  blockHash: string;
  blockTime: Date;
  transactionHash: string;
}

/** Stored event of a market. Addresses are in lower case. */
export interface IndexedEvent extends EventPosition {
  marketAddress: string;
  name: ContractEventName;
  account: string;
  /** Ref of the intent; null for a direct call. */
  ref: string | null;
  /** Outcome that was bought or that won, or the outcome without stakes that the resolver named. */
  outcome: MarketOutcome | null;
  amountBaseUnits: bigint | null;
  /** Pools after the event; null if it does not carry them. */
  pools: { yesBaseUnits: bigint; noBaseUnits: bigint } | null;
}

export function toIndexedEvent(event: ContractEvent, position: EventPosition): IndexedEvent {
  const marketAddress = (event.name === 'MarketCreated' ? event.market : event.emitter).toLowerCase();
  const account = event.account.toLowerCase();
  const nothing = { outcome: null, amountBaseUnits: null, pools: null };
  return { ...position, marketAddress, name: event.name, account, ref: event.ref, ...nothing, ...toDetails(event) };
}

type Details = Partial<Pick<IndexedEvent, 'outcome' | 'amountBaseUnits' | 'pools'>>;

function toDetails(event: ContractEvent): Details {
  switch (event.name) {
    case 'MarketCreated':
      return {};
    case 'Bought':
      return { outcome: event.outcome, amountBaseUnits: event.amountBaseUnits, pools: toPools(event) };
    case 'Closed':
      return { pools: toPools(event) };
    case 'Resolved':
      return { outcome: event.winningOutcome, pools: toPools(event) };
    case 'Cancelled':
      return { outcome: event.unbackedOutcome, pools: toPools(event) };
    case 'PayoutClaimed':
      return { amountBaseUnits: event.payoutBaseUnits };
    case 'RefundClaimed':
      return { amountBaseUnits: event.amountBaseUnits };
    default:
      return assertNever(event);
  }
}

function toPools(event: { totalYesBaseUnits: bigint; totalNoBaseUnits: bigint }): IndexedEvent['pools'] {
  return { yesBaseUnits: event.totalYesBaseUnits, noBaseUnits: event.totalNoBaseUnits };
}

/** Market from its creation event, with texts cut to the limits of core records. */
export interface CreatedMarket extends EventPosition {
  marketAddress: string;
  creator: string;
  resolver: string;
  /** Market id on chain, cut to 200 characters. */
  onchainId: string;
  /** Id of the core record to link, if the market id is exactly a record id. */
  recordCandidate: string | null;
  title: string;
  closesAt: Date;
}

const MAX_ID_LENGTH = 200;
const MAX_TITLE_LENGTH = 500;
const UNTITLED = 'Untitled market';
const RECORD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Builds a market from untrusted texts of its creator. */
export function toCreatedMarket(event: MarketCreatedEvent, position: EventPosition): CreatedMarket {
  const title = cut(event.question.trim(), MAX_TITLE_LENGTH).trim();
  return {
    ...position,
    marketAddress: event.market.toLowerCase(),
    creator: event.account.toLowerCase(),
    resolver: event.resolver.toLowerCase(),
    onchainId: cut(event.id, MAX_ID_LENGTH),
    recordCandidate: RECORD_ID.test(event.id) ? event.id : null,
    title: title === '' ? UNTITLED : title,
    closesAt: new Date(event.closeTimestampSeconds * 1000),
  };
}

/** Cuts by code points, the unit of the records' limits. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : [...text.slice(0, max * 2)].slice(0, max).join('');
}
