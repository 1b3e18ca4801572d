import type { Interface } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import type { EventLog } from './contract-event.js';

const WORD_DIGITS = 64;
const WORD = /^[\da-f]{64}$/i;
const ADDRESS_DIGITS = 40;

type WordDecoder = (digits: string) => string | bigint;

export type FixedArguments = Readonly<Record<string, string | bigint>>;

interface FixedEvent {
  readonly name: string;
  readonly indexed: readonly FixedField[];
  readonly data: readonly FixedField[];
}

interface FixedField {
  readonly name: string;
  readonly decode: WordDecoder;
}

/** One-word Solidity types that our events use. */
const WORD_DECODERS: Readonly<Record<string, WordDecoder>> = {
  address: addressOf,
  bytes32: (digits) => `0x${digits.toLowerCase()}`,
  uint256: uintOf,
  uint8: uintOf,
};

/** Events of the contracts whose fields are one word each, by first topic. */
export function fixedEventsOf(...contracts: readonly Interface[]): ReadonlyMap<string, FixedEvent> {
  const events = new Map<string, FixedEvent>();
  for (const contract of contracts) {
    contract.forEachEvent(({ topicHash, name, inputs }) => {
      const fields = inputs.map((input) => ({ ...input, decode: WORD_DECODERS[input.type] })).filter(isFixed);
      if (fields.length < inputs.length) return;
      const indexed = fields.filter((field) => field.indexed === true);
      const data = fields.filter((field) => field.indexed !== true);
      events.set(topicHash, { name, indexed, data });
    });
  }
  return events;
}

function isFixed<T extends { readonly decode: WordDecoder | undefined }>(field: T): field is T & FixedField {
  return field.decode !== undefined;
}

/**
 * Decodes an event whose fields are one word each. Returns null for other events. The engine decodes every receipt: ethers
 * hashes all signatures of the ABI for each log, which takes a millisecond.
 * @throws {Error} when the log has other words than the event, or a value outside its type
 */
export function decodeFixedEvent(
  events: ReadonlyMap<string, FixedEvent>,
  { topics, data }: EventLog,
): { readonly name: string; readonly args: FixedArguments } | null {
  const event = events.get(topics[0] ?? '');
  if (event === undefined) return null;
  if (topics.length !== event.indexed.length + 1) throw new RangeError('the log has another number of topics');
  const args: Record<string, string | bigint> = {};
  for (const [index, { name, decode }] of event.indexed.entries())
    args[name] = decode(wordOf(topics[index + 1] ?? '', 0));
  for (const [index, { name, decode }] of event.data.entries()) args[name] = decode(wordOf(data, index));
  return { name: event.name, args };
}

/** Hexadecimal digits of a word of a `0x` text. */
function wordOf(hex: string, index: number): string {
  const start = 2 + index * WORD_DIGITS;
  const digits = hex.slice(start, start + WORD_DIGITS);
  if (!WORD.test(digits)) throw new RangeError('the log has too few words');
  return digits;
}

function addressOf(digits: string): string {
  const padding = digits.slice(0, -ADDRESS_DIGITS);
  if (!/^0+$/.test(padding)) throw new RangeError('the word is not an address');
  return getAddress(`0x${digits.slice(-ADDRESS_DIGITS)}`);
}

function uintOf(digits: string): bigint {
  return BigInt(`0x${digits}`);
}
