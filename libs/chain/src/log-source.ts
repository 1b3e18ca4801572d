import type { EventLog } from './contracts/contract-event.js';

/** Identity of a block, for comparing two views of the chain. */
export interface BlockRef {
  blockNumber: number;
  /** 0x and 64 hex digits. */
  blockHash: string;
  timestampMs: number;
}

export interface ChainLog extends EventLog {
  transactionHash: string;
  blockNumber: number;
  blockHash: string;
  /** Index among all logs of the block. */
  logIndex: number;
  /** Time of its block; null if the node does not return it with logs. */
  timestampMs: number | null;
}

/** Blocks, both ends included. */
export interface LogRange {
  fromBlock: number;
  toBlock: number;
  /** Contracts whose logs are read; all contracts when absent. */
  addresses?: readonly string[];
}

export interface RangeLogs {
  logs: ChainLog[];
  /** Last block of the range at the node that returned the logs; null if that node lacks it, and so perhaps logs. */
  end: BlockRef | null;
}

/** The node did not answer, or its answer is malformed. */
export class LogSourceError extends Error {
  constructor(readonly operation: string) {
    super(`${operation} was not answered`);
    this.name = 'LogSourceError';
  }
}

/** Read access to blocks and logs. Every method is safe to repeat. */
export abstract class LogSource {
  /** Returns the newest block. @throws {LogSourceError} */
  abstract head(): Promise<BlockRef>;

  /** Returns blocks in the order of the numbers, null for missing ones. @throws {LogSourceError} */
  abstract blocks(blockNumbers: readonly number[]): Promise<(BlockRef | null)[]>;

  /**
   * Returns logs with the topics of our events, in chain order. Several nodes may answer behind one address: a
   * node that lacks the last blocks of a range returns the logs of the others without an error.
   * @throws {LogSourceError} also when the node refuses the range as too large
   */
  abstract logs(range: LogRange): Promise<RangeLogs>;
}
