import type { ContractEvent, ContractEventName, MarketCreatedEvent, MarketOutcome } from '@app/contracts';
import { assertNever } from '@app/common';

/** Where on the chain something happened, and when. */
export interface EventPosition {
  blockNumber: number;
  logIndex: number;
  blockHash: string;
  blockTime: Date;
  transactionHash: string;
}

/** An event of one of our markets, as it is kept. Addresses are in lower case. */
export interface IndexedEvent extends EventPosition {
  marketAddress: string;
  name: ContractEventName;
  account: string;
  /** Of the intent that did it; null for a direct call. */
  ref: string | null;
  /** Bought, won, or named although nobody had backed it. */
  outcome: MarketOutcome | null;
  amountBaseUnits: bigint | null;
  /** After the event; null where it leaves them alone. */
  pools: { yesBaseUnits: bigint; noBaseUnits: bigint } | null;
}

/** What is kept of an event besides its place. */
export function toIndexedEvent(event: ContractEvent, place: EventPosition): IndexedEvent {
  const marketAddress = (event.name === 'MarketCreated' ? event.market : event.emitter).toLowerCase();
  const account = event.account.toLowerCase();
  const nothing = { outcome: null, amountBaseUnits: null, pools: null };
  return { ...place, marketAddress, name: event.name, account, ref: event.ref, ...nothing, ...detailsOf(event) };
}

type Details = Partial<Pick<IndexedEvent, 'outcome' | 'amountBaseUnits' | 'pools'>>;

function detailsOf(event: ContractEvent): Details {
  switch (event.name) {
    case 'MarketCreated':
      return {};
    case 'Bought':
      return { outcome: event.outcome, amountBaseUnits: event.amountBaseUnits, pools: poolsOf(event) };
    case 'Closed':
      return { pools: poolsOf(event) };
    case 'Resolved':
      return { outcome: event.winningOutcome, pools: poolsOf(event) };
    case 'Cancelled':
      return { outcome: event.unbackedOutcome, pools: poolsOf(event) };
    case 'PayoutClaimed':
      return { amountBaseUnits: event.payoutBaseUnits };
    case 'RefundClaimed':
      return { amountBaseUnits: event.amountBaseUnits };
    default:
      return assertNever(event);
  }
}

function poolsOf(event: { totalYesBaseUnits: bigint; totalNoBaseUnits: bigint }): IndexedEvent['pools'] {
  return { yesBaseUnits: event.totalYesBaseUnits, noBaseUnits: event.totalNoBaseUnits };
}

/** A market as its creation describes it, in the words that our records allow. */
export interface CreatedMarket extends EventPosition {
  marketAddress: string;
  creator: string;
  resolver: string;
  /** The creator's name for it, cut to what a name may be. */
  onchainId: string;
  /** The record that the name may stand for: it is one's id to the letter. */
  recordCandidate: string | null;
  title: string;
  closesAt: Date;
}

const NAME_MAX = 200;
const TITLE_MAX = 500;
const UNTITLED = 'Untitled market';
const RECORD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads what a creator, who may be anyone, has written. */
export function toCreatedMarket(event: MarketCreatedEvent, place: EventPosition): CreatedMarket {
  const title = cut(event.question.trim(), TITLE_MAX).trim();
  return {
    ...place,
    marketAddress: event.market.toLowerCase(),
    creator: event.account.toLowerCase(),
    resolver: event.resolver.toLowerCase(),
    onchainId: cut(event.id, NAME_MAX),
    recordCandidate: RECORD_ID.test(event.id) ? event.id : null,
    title: title === '' ? UNTITLED : title,
    closesAt: new Date(event.closeTimestampSeconds * 1000),
  };
}

/** In code points, as the records count. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : [...text.slice(0, max * 2)].slice(0, max).join('');
}
