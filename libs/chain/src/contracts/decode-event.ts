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
  MarketCreated: getTopic(factoryInterface, 'MarketCreated'),
  Bought: getTopic(marketInterface, 'Bought'),
  Closed: getTopic(marketInterface, 'Closed'),
  Resolved: getTopic(marketInterface, 'Resolved'),
  Cancelled: getTopic(marketInterface, 'Cancelled'),
  PayoutClaimed: getTopic(marketInterface, 'PayoutClaimed'),
  RefundClaimed: getTopic(marketInterface, 'RefundClaimed'),
} as const satisfies Record<ContractEventName, string>;

/** Events of markets and tokens by first topic: for each log, ethers would hash the signatures of the whole ABI. */
const EVENTS = new Map<string, { contract: Interface; event: EventFragment }>();
for (const contract of [marketInterface, tokenInterface]) {
  contract.forEachEvent((event) => EVENTS.set(event.topicHash, { contract, event }));
}

/** Decodes a log of the factory or a market. Returns null for other events and malformed look-alikes. */
export function decodeContractEvent(log: EventLog): ContractEvent | null {
  return tryDecode(() => (log.topics[0] === EVENT_TOPICS.MarketCreated ? marketCreated(log) : marketEvent(log)));
}

/** Decodes an approval of any ERC-20 token. Returns null for other logs. */
export function decodeApproval(log: EventLog): ApprovalEvent | null {
  return tryDecode(() => {
    const event = decodeKnownEvent(log);
    if (event?.name !== 'Approval') return null;
    const { args } = event;
    return {
      emitter: getAddress(log.address),
      owner: toText(args.getValue('owner')),
      spender: toText(args.getValue('spender')),
      amountBaseUnits: toUint(args.getValue('value')),
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

function getTopic(contract: Interface, name: string): string {
  const event = contract.getEvent(name);
  if (event === null) throw new Error(`the ABI has no event ${name}`);
  return event.topicHash;
}

/** Any contract can emit a log with our first topic. Look-alikes that do not decode are ignored. */
function tryDecode<T>(decode: () => T): T | null {
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
    account: toText(args.getValue(role)),
    ref: refIn(toText(args.getValue('ref'))),
  });
  switch (name) {
    case 'Bought':
      return {
        name,
        ...action('buyer'),
        outcome: requiredOutcome(args, 'outcome'),
        amountBaseUnits: toUint(args.getValue('amount')),
        positionBaseUnits: toUint(args.getValue('position')),
        ...toPools(args),
      };
    case 'Closed':
      return { name, ...action('by'), ...toPools(args) };
    case 'Resolved':
      return { name, ...action('by'), winningOutcome: requiredOutcome(args, 'winningOutcome'), ...toPools(args) };
    case 'Cancelled':
      return {
        name,
        ...action('by'),
        unbackedOutcome: outcomeFromNumber(toUint(args.getValue('unbackedOutcome'))),
        ...toPools(args),
      };
    case 'PayoutClaimed':
      return {
        name,
        ...action('account'),
        stakeBaseUnits: toUint(args.getValue('stake')),
        payoutBaseUnits: toUint(args.getValue('payout')),
      };
    case 'RefundClaimed':
      return { name, ...action('account'), amountBaseUnits: toUint(args.getValue('amount')) };
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
    market: toText(indexed.getValue('market')),
    account: toText(indexed.getValue('creator')),
    ref: refIn(toText(indexed.getValue('ref'))),
    id: lossyText(toText(values[0])),
    question: lossyText(toText(values[1])),
    closeTimestampSeconds: Number(toUint(values[2])),
    resolver: toText(values[3]),
    collateralToken: toText(values[4]),
  };
}

function lossyText(hex: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(getBytes(hex)).replaceAll('\0', '\uFFFD');
}

function refIn(ref: string): string | null {
  return ref === ZeroHash ? null : ref;
}

function toPools(args: Result): { totalYesBaseUnits: bigint; totalNoBaseUnits: bigint } {
  return { totalYesBaseUnits: toUint(args.getValue('totalYes')), totalNoBaseUnits: toUint(args.getValue('totalNo')) };
}

function requiredOutcome(args: Result, key: string): MarketOutcome {
  const outcome = outcomeFromNumber(toUint(args.getValue(key)));
  if (outcome === null) throw new TypeError(`${key} is not an outcome`);
  return outcome;
}

function toText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('an argument is not a string');
  return value;
}

function toUint(value: unknown): bigint {
  if (typeof value !== 'bigint') throw new TypeError('an argument is not an integer');
  return value;
}
