import { AbiCoder, type EventFragment, type Interface, type Result } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import { ZeroHash } from 'ethers/constants';
import { getBytes } from 'ethers/utils';
import {
  type ApprovalEvent,
  type ContractEvent,
  type ContractEventName,
  type EventLog,
  type MarketCreatedEvent,
} from './contract-event.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';
import { outcomeFromNumber, type MarketOutcome } from './outcome.js';

/** First topic of each event, for log filters. */
export const EVENT_TOPICS = {
  MarketCreated: topicOf(factoryInterface, 'MarketCreated'),
  Bought: topicOf(marketInterface, 'Bought'),
  Closed: topicOf(marketInterface, 'Closed'),
  Resolved: topicOf(marketInterface, 'Resolved'),
  Cancelled: topicOf(marketInterface, 'Cancelled'),
  PayoutClaimed: topicOf(marketInterface, 'PayoutClaimed'),
  RefundClaimed: topicOf(marketInterface, 'RefundClaimed'),
} as const satisfies Record<ContractEventName, string>;

/** Events of markets and tokens by first topic: for each log, ethers would hash the signatures of the whole ABI. */
const EVENTS = new Map<string, { contract: Interface; event: EventFragment }>();
for (const contract of [marketInterface, tokenInterface]) {
  contract.forEachEvent((event) => EVENTS.set(event.topicHash, { contract, event }));
}

/** Decodes a log of the factory or a market. Returns null for other events and malformed look-alikes. */
export function decodeContractEvent(log: EventLog): ContractEvent | null {
  return orNull(() => (log.topics[0] === EVENT_TOPICS.MarketCreated ? marketCreated(log) : marketEvent(log)));
}

/** Decodes an approval of any ERC-20 token. Returns null for other logs. */
export function decodeApproval(log: EventLog): ApprovalEvent | null {
  return orNull(() => {
    const event = decodeKnownEvent(log);
    if (event?.name !== 'Approval') return null;
    const { args } = event;
    return {
      emitter: getAddress(log.address),
      owner: textOf(args.getValue('owner')),
      spender: textOf(args.getValue('spender')),
      amountBaseUnits: uintOf(args.getValue('value')),
    };
  });
}

/** Null for an event of other contracts, or of this signature with other fields indexed. */
function decodeKnownEvent({ topics, data }: EventLog): { readonly name: string; readonly args: Result } | null {
  const { contract, event } = EVENTS.get(topics[0] ?? '') ?? {};
  if (contract === undefined || event === undefined) return null;
  if (topics.length !== event.inputs.filter(({ indexed }) => indexed === true).length + 1) return null;
  return { name: event.name, args: contract.decodeEventLog(event, data, topics) };
}

function topicOf(contract: Interface, name: string): string {
  const event = contract.getEvent(name);
  if (event === null) throw new Error(`the ABI has no event ${name}`);
  return event.topicHash;
}

/** Any contract can emit a log with our first topic. Look-alikes that do not decode are ignored. */
function orNull<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

function marketEvent(log: EventLog): ContractEvent | null {
  const event = decodeKnownEvent(log);
  if (event === null) return null;
  const { name, args } = event;
  const emitter = getAddress(log.address);
  const action = (role: string) => ({
    emitter,
    account: textOf(args.getValue(role)),
    ref: refIn(textOf(args.getValue('ref'))),
  });
  switch (name) {
    case 'Bought':
      return {
        name,
        ...action('buyer'),
        outcome: requiredOutcome(args, 'outcome'),
        amountBaseUnits: uintOf(args.getValue('amount')),
        positionBaseUnits: uintOf(args.getValue('position')),
        ...poolsOf(args),
      };
    case 'Closed':
      return { name, ...action('by'), ...poolsOf(args) };
    case 'Resolved':
      return { name, ...action('by'), winningOutcome: requiredOutcome(args, 'winningOutcome'), ...poolsOf(args) };
    case 'Cancelled':
      return {
        name,
        ...action('by'),
        unbackedOutcome: outcomeFromNumber(uintOf(args.getValue('unbackedOutcome'))),
        ...poolsOf(args),
      };
    case 'PayoutClaimed':
      return {
        name,
        ...action('account'),
        stakeBaseUnits: uintOf(args.getValue('stake')),
        payoutBaseUnits: uintOf(args.getValue('payout')),
      };
    case 'RefundClaimed':
      return { name, ...action('account'), amountBaseUnits: uintOf(args.getValue('amount')) };
    default:
      return null;
  }
}

/**
 * Decodes texts as bytes. A creator may write invalid UTF-8, on which decoding a `string` throws, or NUL, which
 * PostgreSQL rejects. Neither may stop the indexer.
 */
function marketCreated(log: EventLog): MarketCreatedEvent {
  const indexed = factoryInterface.decodeEventLog('MarketCreated', log.data, log.topics);
  const types = ['bytes', 'bytes', 'uint256', 'address', 'address'];
  const values = AbiCoder.defaultAbiCoder().decode(types, log.data);
  return {
    name: 'MarketCreated',
    emitter: getAddress(log.address),
    market: textOf(indexed.getValue('market')),
    account: textOf(indexed.getValue('creator')),
    ref: refIn(textOf(indexed.getValue('ref'))),
    id: lossyText(textOf(values[0])),
    question: lossyText(textOf(values[1])),
    closeTimestampSeconds: Number(uintOf(values[2])),
    resolver: textOf(values[3]),
    collateralToken: textOf(values[4]),
  };
}

function lossyText(hex: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(getBytes(hex)).replaceAll('\0', '\uFFFD');
}

function refIn(ref: string): string | null {
  return ref === ZeroHash ? null : ref;
}

function poolsOf(args: Result): { totalYesBaseUnits: bigint; totalNoBaseUnits: bigint } {
  return { totalYesBaseUnits: uintOf(args.getValue('totalYes')), totalNoBaseUnits: uintOf(args.getValue('totalNo')) };
}

function requiredOutcome(args: Result, key: string): MarketOutcome {
  const outcome = outcomeFromNumber(uintOf(args.getValue(key)));
  if (outcome === null) throw new TypeError(`${key} is not an outcome`);
  return outcome;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('an argument is not a string');
  return value;
}

function uintOf(value: unknown): bigint {
  if (typeof value !== 'bigint') throw new TypeError('an argument is not an integer');
  return value;
}
