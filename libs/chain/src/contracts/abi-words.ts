import { parseAddress } from '@app/common';

/** Types that `encodeArguments` writes. All other types are left to ethers. */
const ENCODED_TYPE = /^(?:address|bool|bytes32|string|uint\d+)$/;
/** Types whose answer is one word. */
const DECODED_TYPE = /^(?:address|bool|uint\d+)$/;

const WORD_BYTES = 32;
const WORD_DIGITS = 64;
const BYTES32 = /^0x[0-9a-fA-F]{64}$/;
const DECIMAL = /^\d+$/;
const HEX = /^0x(?:[0-9a-fA-F]{64})+$/;

export function canEncode(types: readonly string[]): boolean {
  return types.every((type) => ENCODED_TYPE.test(type));
}

export function canDecode(type: string): boolean {
  return DECODED_TYPE.test(type);
}

/** Writes an integer from 0 as one word: 64 hex digits. @throws {TypeError} when it does not fit */
export function uintWord(value: bigint, bits = 256): string {
  if (value < 0n || value >> BigInt(bits) !== 0n) throw new TypeError(`an argument does not fit uint${bits}`);
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

/** Writes bytes, as hex without 0x, with their length before them and padded to whole words. */
export function bytesTail(hex: string): string {
  const digits = Math.ceil(hex.length / WORD_DIGITS) * WORD_DIGITS;
  return uintWord(BigInt(hex.length / 2)) + hex.padEnd(digits, '0');
}

/** @throws {TypeError} unless it is an address, mixed case with the checksum of EIP-55 */
export function addressWord(address: unknown): string {
  const parsed = parseAddress(address);
  if (parsed === null) throw new TypeError('an argument is not an address');
  return parsed.slice(2).padStart(WORD_DIGITS, '0');
}

/**
 * Encodes arguments as the contract ABI does, equal to ethers and without its allocations. Returns hex without 0x.
 * @param args integers as bigint or decimal text
 * @throws {TypeError} when an argument does not fit its type
 */
export function encodeArguments(types: readonly string[], args: readonly unknown[]): string {
  if (types.length !== args.length) throw new TypeError(`${args.length} arguments for ${types.length} parameters`);
  let head = '';
  let tail = '';
  for (const [index, type] of types.entries()) {
    const value = args[index];
    if (type === 'string') {
      head += uintWord(BigInt(types.length * WORD_BYTES + tail.length / 2));
      tail += bytesTail(utf8Hex(value));
    } else head += staticWord(type, value);
  }
  return head + tail;
}

function staticWord(type: string, value: unknown): string {
  switch (type) {
    case 'address':
      return addressWord(value);
    case 'bytes32':
      if (typeof value !== 'string' || !BYTES32.test(value)) throw new TypeError('an argument is not 32 bytes');
      return value.slice(2).toLowerCase();
    case 'bool':
      return uintWord(value === true ? 1n : 0n);
    default:
      return uintWord(integerOf(value), bitsOf(type));
  }
}

function integerOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !DECIMAL.test(value)) throw new TypeError('an argument is not an integer from 0');
  return BigInt(value);
}

function bitsOf(type: string): number {
  return Number(type.slice('uint'.length));
}

function utf8Hex(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('an argument is not text');
  const bytes = Buffer.from(value, 'utf8');
  // A lone surrogate has no UTF-8 form, and Buffer replaces it.
  if (bytes.toString('utf8') !== value) throw new TypeError('an argument is not valid Unicode');
  return bytes.toString('hex');
}

/**
 * Decodes the first word of an answer, equal to ethers.
 * @param toAddress makes an address of 40 hex digits
 * @throws {TypeError} when the answer is not made of words, or its first word is no address
 */
export function decodeWord(type: string, answer: string, toAddress: (address: string) => string): unknown {
  if (!HEX.test(answer)) throw new TypeError('the answer is not made of words');
  const word = answer.length === 2 + WORD_DIGITS ? answer : answer.slice(0, 2 + WORD_DIGITS);
  switch (type) {
    case 'address':
      if (!word.startsWith('0'.repeat(24), 2)) throw new TypeError('the answer is not an address');
      return toAddress(`0x${word.slice(-40)}`);
    case 'bool':
      return BigInt(word) !== 0n;
    case 'uint256':
      return BigInt(word);
    default:
      return BigInt.asUintN(bitsOf(type), BigInt(word));
  }
}

/**
 * Decodes an answer of the one type `bytes[]`.
 * @returns each item as 0x and hex
 * @throws {TypeError} when a length or an offset leads out of the answer
 */
export function decodeBytesList(answer: string): string[] {
  if (!HEX.test(answer)) throw new TypeError('the answer is not made of words');
  const list = numberAt(answer, 0);
  const count = numberAt(answer, list);
  const first = list + WORD_BYTES;
  // Each item has an offset of one word.
  digitsAt(answer, first, count * WORD_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const item = first + numberAt(answer, first + index * WORD_BYTES);
    return `0x${digitsAt(answer, item + WORD_BYTES, numberAt(answer, item))}`;
  });
}

/** Reads the word at a byte. */
function numberAt(answer: string, byte: number): number {
  return Number.parseInt(digitsAt(answer, byte, WORD_BYTES), 16);
}

function digitsAt(answer: string, byte: number, length: number): string {
  const start = 2 + 2 * byte;
  const end = start + 2 * length;
  if (!(end <= answer.length)) throw new TypeError('the answer is too short');
  return answer.slice(start, end);
}
