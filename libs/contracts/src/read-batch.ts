import { AbiCoder } from 'ethers/abi';
import { concat } from 'ethers/utils';
import { ContractAnswerError, type ViewCall } from './contract-view.js';
import { readBatchBytecode } from './generated/read-batch.js';

/** One value of one contract. */
export interface ContractRead<T> {
  to: string;
  view: ViewCall<T>;
}

const READS = ['tuple(address target, bytes data)[]'];
const coder = AbiCoder.defaultAbiCoder();

/**
 * Prepares several reads as one `eth_call` without a target: the call creates a contract whose constructor makes the reads
 * and returns the answers. Nothing has to be deployed.
 */
export function batchCall<T>(reads: readonly ContractRead<T>[]): ViewCall<T[]> {
  const calls = reads.map(({ to, view }) => [to, view.data]);
  return { data: concat([readBatchBytecode, coder.encode(READS, [calls])]), decode: (answer) => decode(reads, answer) };
}

function decode<T>(reads: readonly ContractRead<T>[], answer: string): T[] {
  const answers = answersIn(answer);
  return reads.map(({ view }, index) => view.decode(answers[index] ?? '0x'));
}

function answersIn(answer: string): readonly string[] {
  try {
    const decoded: unknown[] = coder.decode(['bytes[]'], answer).toArray();
    const [answers] = decoded;
    return Array.isArray(answers) ? answers.map(String) : [];
  } catch {
    throw new ContractAnswerError('a batch');
  }
}
