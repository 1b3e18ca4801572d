import { AbiCoder } from 'ethers/abi';
import { ContractAnswerError, type ViewCall } from './contract-view.js';
import { readBatchBytecode } from './generated/read-batch.js';

export interface ContractRead<T> {
  to: string;
  view: ViewCall<T>;
}

const CODER = AbiCoder.defaultAbiCoder();

/**
 * Prepares several reads as one `eth_call` without a target: the call creates a contract whose constructor makes the reads
 * and returns the answers. Nothing has to be deployed.
 */
export function batchCall<T>(reads: readonly ContractRead<T>[]): ViewCall<T[]> {
  return { data: readBatchBytecode + encodeReads(reads), decode: (answer) => decode(reads, answer) };
}

function encodeReads(reads: readonly ContractRead<unknown>[]): string {
  return CODER.encode(['tuple(address target, bytes data)[]'], [reads.map(({ to, view }) => [to, view.data])]).slice(2);
}

function decode<T>(reads: readonly ContractRead<T>[], answer: string): T[] {
  const answers = answersIn(answer);
  return reads.map(({ view }, index) => view.decode(answers[index] ?? '0x'));
}

function answersIn(answer: string): readonly string[] {
  try {
    const [answers]: readonly unknown[] = CODER.decode(['bytes[]'], answer);
    return Array.isArray(answers) ? answers.map(String) : [];
  } catch {
    throw new ContractAnswerError('a batch');
  }
}
