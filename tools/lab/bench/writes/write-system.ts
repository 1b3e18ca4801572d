import type { BenchChain } from './bench-chain.js';
import type { BuyWatcher } from './buy-watcher.js';

export type WriteState = 'mined' | 'failed' | 'pending';

/** A program that buys on a market by order of the bench. */
export interface WriteSystem {
  readonly name: string;
  readonly chain: BenchChain;
  readonly watcher: BuyWatcher;
  readonly wallets: number;
  /** Process ids by group. */
  pids(): Readonly<Record<string, number>>;
  /** Accepts a buy of a wallet, by its number, and repeats what a client repeats. @returns an id for `readState` */
  submit(wallet: number, amount: number): Promise<string>;
  readState(id: string): Promise<WriteState>;
  /** Kills the worker and starts it again. Resolves at the start. */
  killWorker(): Promise<void>;
  flushQueue(): Promise<void>;
  stop(): Promise<void>;
}
