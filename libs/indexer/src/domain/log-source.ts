import type { EventLog } from '@app/contracts';

/** A block of the chain, by which two views of it are compared. */
export interface BlockRef {
  blockNumber: number;
  /** 0x and 64 hex digits. */
  blockHash: string;
  timestampMs: number;
}

/** A log and where it stands on the chain. */
export interface ChainLog extends EventLog {
  transactionHash: string;
  blockNumber: number;
  blockHash: string;
  /** Its place among all logs of the block. */
  logIndex: number;
  /** Of its block; null when the node does not say it with the log. */
  timestampMs: number | null;
}

/** The node that did not answer, or not as a node should. */
export class LogSourceError extends Error {
  constructor(readonly operation: string) {
    super(`${operation} was not answered`);
    this.name = 'LogSourceError';
  }
}

/** What is read of the chain. Nothing here changes it, so every method may be repeated. */
export abstract class LogSource {
  /** The newest block. @throws {LogSourceError} */
  abstract head(): Promise<BlockRef>;

  /** The blocks of these numbers in the same order, null for one that the chain does not have. @throws {LogSourceError} */
  abstract blocks(blockNumbers: readonly number[]): Promise<(BlockRef | null)[]>;

  /**
   * The logs with the topics of our events, of whatever contract, in the order of the chain.
   * @throws {LogSourceError} also when the node refuses a range as too large
   */
  abstract logs(range: { fromBlock: number; toBlock: number }): Promise<ChainLog[]>;
}
