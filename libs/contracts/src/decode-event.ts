import { AbiCoder, getAddress, getBytes, ZeroHash, type Interface, type Result } from 'ethers';
import {
  type ContractEvent,
  type ContractEventName,
  type EventLog,
  type MarketCreatedEvent,
  type TransferEvent,
} from './contract-event.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';
import { outcomeFromNumber, type MarketOutcome } from './outcome.js';

/** The first topic of each event, for log filters. */
export const EVENT_TOPICS = {
  MarketCreated: topicOf(factoryInterface, 'MarketCreated'),
  Bought: topicOf(marketInterface, 'Bought'),
  Closed: topicOf(marketInterface, 'Closed'),
  Resolved: topicOf(marketInterface, 'Resolved'),
  Cancelled: topicOf(marketInterface, 'Cancelled'),
  PayoutClaimed: topicOf(marketInterface, 'PayoutClaimed'),
  RefundClaimed: topicOf(marketInterface, 'RefundClaimed'),
} as const satisfies Record<ContractEventName, string>;

/** The first topic of an ERC-20 transfer. */
export const TRANSFER_TOPIC = topicOf(tokenInterface, 'Transfer');

/** Reads a log of the factory or of a market. Null when it is none of our events, a malformed look-alike included. */
export function decodeContractEvent(log: EventLog): ContractEvent | null {
  return orNull(() =>
    log.topics[0] === EVENT_TOPICS.MarketCreated ? marketCreated(log) : marketEvent(marketInterface.parseLog(log), log),
  );
}

/** Reads a transfer of any ERC-20 token. Null when the log is something else. */
export function decodeTransfer(log: EventLog): TransferEvent | null {
  if (log.topics[0] !== TRANSFER_TOPIC) return null;
  return orNull(() => {
    const args = tokenInterface.decodeEventLog('Transfer', log.data, log.topics);
    return {
      emitter: getAddress(log.address),
      from: textOf(args, 'from'),
      to: textOf(args, 'to'),
      amountBaseUnits: uintOf(args, 'value'),
    };
  });
}

function topicOf(contract: Interface, name: string): string {
  const event = contract.getEvent(name);
  if (event === null) throw new Error(`the ABI has no event ${name}`);
  return event.topicHash;
}

/** Anyone can emit a log whose first topic is ours; one that then does not decode is not ours. */
function orNull<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

function marketEvent(parsed: { name: string; args: Result } | null, log: EventLog): ContractEvent | null {
  if (parsed === null) return null;
  const { name, args } = parsed;
  const emitter = getAddress(log.address);
  const act = (role: string) => ({ emitter, account: textOf(args, role), ref: refIn(textOf(args, 'ref')) });
  switch (name) {
    case 'Bought':
      return {
        name,
        ...act('buyer'),
        outcome: requiredOutcome(args, 'outcome'),
        amountBaseUnits: uintOf(args, 'amount'),
        positionBaseUnits: uintOf(args, 'position'),
        ...poolsOf(args),
      };
    case 'Closed':
      return { name, ...act('by'), ...poolsOf(args) };
    case 'Resolved':
      return { name, ...act('by'), winningOutcome: requiredOutcome(args, 'winningOutcome'), ...poolsOf(args) };
    case 'Cancelled':
      return {
        name,
        ...act('by'),
        unbackedOutcome: outcomeFromNumber(uintOf(args, 'unbackedOutcome')),
        ...poolsOf(args),
      };
    case 'PayoutClaimed':
      return {
        name,
        ...act('account'),
        stakeBaseUnits: uintOf(args, 'stake'),
        payoutBaseUnits: uintOf(args, 'payout'),
      };
    case 'RefundClaimed':
      return { name, ...act('account'), amountBaseUnits: uintOf(args, 'amount') };
    default:
      return null;
  }
}

/**
 * The texts are read as bytes: a creator may write broken UTF-8, on which decoding a `string` throws, or NUL, which
 * PostgreSQL refuses. Neither may stop whoever follows the chain.
 */
function marketCreated(log: EventLog): MarketCreatedEvent {
  const indexed = factoryInterface.decodeEventLog('MarketCreated', log.data, log.topics);
  const types = ['bytes', 'bytes', 'uint256', 'address', 'address'];
  const values = AbiCoder.defaultAbiCoder().decode(types, log.data);
  return {
    name: 'MarketCreated',
    emitter: getAddress(log.address),
    market: textOf(indexed, 'market'),
    account: textOf(indexed, 'creator'),
    ref: refIn(textOf(indexed, 'ref')),
    id: lossyText(textOf(values, 0)),
    question: lossyText(textOf(values, 1)),
    closeTimestampSeconds: Number(uintOf(values, 2)),
    resolver: textOf(values, 3),
    collateralToken: textOf(values, 4),
  };
}

function lossyText(hex: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(getBytes(hex)).replaceAll('\0', '\uFFFD');
}

function refIn(ref: string): string | null {
  return ref === ZeroHash ? null : ref;
}

function poolsOf(args: Result): { totalYesBaseUnits: bigint; totalNoBaseUnits: bigint } {
  return { totalYesBaseUnits: uintOf(args, 'totalYes'), totalNoBaseUnits: uintOf(args, 'totalNo') };
}

function requiredOutcome(args: Result, key: string): MarketOutcome {
  const outcome = outcomeFromNumber(uintOf(args, key));
  if (outcome === null) throw new TypeError(`${key} is no outcome`);
  return outcome;
}

function valueOf(args: Result, key: string | number): unknown {
  return typeof key === 'number' ? args[key] : args.getValue(key);
}

function textOf(args: Result, key: string | number): string {
  const value = valueOf(args, key);
  if (typeof value !== 'string') throw new TypeError(`${key} is no text`);
  return value;
}

function uintOf(args: Result, key: string | number): bigint {
  const value = valueOf(args, key);
  if (typeof value !== 'bigint') throw new TypeError(`${key} is no integer`);
  return value;
}
