import { addressWord, bytesTail, decodeBytesList, uintWord } from './abi-words.js';
import { ContractAnswerError, type ViewCall } from './contract-view.js';
import { readBatchBytecode } from './generated/read-batch.js';

/** One value of one contract. */
export interface ContractRead<T> {
  to: string;
  view: ViewCall<T>;
}

const WORD_BYTES = 32;
/** Offset of the call data in a tuple of address and bytes: two words. */
const DATA_OFFSET = uintWord(64n);

/**
 * Prepares several reads as one `eth_call` without a target: the call creates a contract whose constructor makes the reads
 * and returns the answers. Nothing has to be deployed.
 */
export function batchCall<T>(reads: readonly ContractRead<T>[]): ViewCall<T[]> {
  return { data: readBatchBytecode + encodeReads(reads), decode: (answer) => decode(reads, answer) };
}

/** Encodes the constructor's argument: `tuple(address target, bytes data)[]`. */
function encodeReads(reads: readonly ContractRead<unknown>[]): string {
  const tuples = reads.map(({ to, view }) => addressWord(to) + DATA_OFFSET + bytesTail(view.data.slice(2)));
  let offset = reads.length * WORD_BYTES;
  let offsets = '';
  for (const { length } of tuples) {
    offsets += uintWord(BigInt(offset));
    offset += length / 2;
  }
  return uintWord(BigInt(WORD_BYTES)) + uintWord(BigInt(reads.length)) + offsets + tuples.join('');
}

function decode<T>(reads: readonly ContractRead<T>[], answer: string): T[] {
  const answers = answersIn(answer);
  return reads.map(({ view }, index) => view.decode(answers[index] ?? '0x'));
}

function answersIn(answer: string): readonly string[] {
  try {
    return decodeBytesList(answer);
  } catch {
    throw new ContractAnswerError('a batch');
  }
}
