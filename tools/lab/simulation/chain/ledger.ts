import type { CallRequest, Receipt } from '../../../../libs/chain/src/chain.js';
import type { World } from '../world/world.js';
import { ContractModel } from './contract-model.js';
import { encodeLogs } from './encode-logs.js';

export interface PendingTransaction {
  hash: string;
  from: string;
  to: string;
  callData: string;
  /** Earliest inclusion. Later transactions of the wallet wait behind it. */
  heldUntilMs: number;
}

interface Block {
  number: number;
  hash: string;
  timestampS: number;
  transactions: readonly PendingTransaction[];
  /** Position of the undo log before the block. */
  mark: number;
}

/** Pool of transactions by nonce, beside the mempool of transactions without one. */
interface PoolByNonce {
  takeReady(): PendingTransaction[];
  takeBack(hash: string, isDropped: boolean): boolean;
}

export interface LedgerSettings {
  blockEveryMs: number;
  confirmations: number;
}

/** A chain on virtual time: blocks, a mempool ordered per wallet, and reorganisations below the confirmation depth. */
export class Ledger {
  readonly state = new ContractModel();
  readonly receipts = new Map<string, Receipt>();
  /** Calls of all transactions, by hash. */
  readonly calls = new Map<string, CallRequest>();
  pool: PoolByNonce | null = null;
  private readonly blocks: Block[] = [];
  private mempool: PendingTransaction[] = [];
  private hashes = 0;
  private readonly listeners: (() => void)[] = [];
  private readonly simulationListeners: (() => void)[] = [];

  constructor(
    private readonly world: World,
    private readonly settings: LedgerSettings,
  ) {
    // A confirmed block exists from the start.
    for (let count = 0; count < settings.confirmations + 1; count += 1) this.mine();
  }

  get head(): Block {
    const block = this.blocks.at(-1);
    if (block === undefined) throw new Error('the chain is empty');
    return block;
  }

  /** Calls the listener after each block. */
  onMined(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Calls the listener before each simulated call, in the state that it runs on. */
  onSimulated(listener: () => void): void {
    this.simulationListeners.push(listener);
  }

  get isIdle(): boolean {
    return this.mempool.length === 0;
  }

  start(): void {
    this.world.time.after(this.settings.blockEveryMs, () => {
      if (this.settings.confirmations > 1 && this.world.faults.fires('reorganised')) this.reorganise();
      else this.mine();
      this.start();
    });
  }

  broadcast(transaction: Omit<PendingTransaction, 'hash'>): string {
    const hash = this.newHash();
    const { from, to, callData } = transaction;
    this.mempool.push({ ...transaction, hash });
    this.calls.set(hash, { from, to, callData });
    return hash;
  }

  release(hash: string): void {
    this.mempool = this.mempool.map((one) => (one.hash === hash ? { ...one, heldUntilMs: 0 } : one));
  }

  releaseAll(): void {
    this.mempool = this.mempool.map((one) => ({ ...one, heldUntilMs: 0 }));
  }

  blockAt(number: number): Block {
    const block = this.blocks[Math.max(0, number)];
    if (block === undefined) throw new Error('the chain has no such block');
    return block;
  }

  /** Runs a read on a node whose newest block has this number. */
  readAt<T>(height: number, read: () => T): T {
    const later = this.blocks.splice(height + 1);
    const [next] = later;
    try {
      return next === undefined ? read() : this.state.undoLog.readAt(next.mark, read);
    } finally {
      this.blocks.push(...later);
    }
  }

  /** Transactions of an account in the blocks of at least this depth. */
  countOf(address: string, depth = 1): number {
    const last = this.head.number - depth + 1;
    return this.blocks.reduce((count, { number, transactions }) => {
      return number > last ? count : count + transactions.filter(({ from }) => from === address).length;
    }, 0);
  }

  isInMempool(hash: string): boolean {
    return this.mempool.some((one) => one.hash === hash);
  }

  /** Runs a call in the next block, after the pending transactions, and reverts it. @returns its error or null */
  simulate(call: { from: string; to: string; callData: string }): ReturnType<ContractModel['run']> {
    const { undoLog } = this.state;
    const mark = undoLog.mark;
    const number = this.head.number + 1;
    const timestampS = this.timestampS();
    for (const { hash, ...one } of this.mempool.filter(({ heldUntilMs }) => heldUntilMs <= this.world.nowMs)) {
      this.state.run({ ...one, timestampS, place: toPlace(hash, number, '') });
    }
    for (const listener of this.simulationListeners) listener();
    const error = this.state.run({ ...call, timestampS, place: toPlace('0xsimulated', number, '') });
    undoLog.rollBack(mark);
    return error;
  }

  private mine(): void {
    const ready = [...this.takeReady(), ...(this.pool?.takeReady() ?? [])];
    const mark = this.state.undoLog.mark;
    const number = this.blocks.length;
    const block = { number, hash: this.newHash(), timestampS: this.timestampS(), transactions: ready, mark };
    this.blocks.push(block);
    for (const transaction of ready) this.include(block, transaction);
    for (const listener of this.listeners) listener();
  }

  private include(block: Block, { hash, from, to, callData }: PendingTransaction): void {
    const place = toPlace(hash, block.number, block.hash);
    const error = this.state.run({ from, to, callData, timestampS: block.timestampS, place });
    const logs = error === null ? encodeLogs({ hash, from, to, callData }) : [];
    this.receipts.set(hash, { ...place, succeeded: error === null, logs });
    this.world.trace(() => `chain block ${block.number}: ${hash.slice(0, 10)} ${error ?? 'succeeded'}`);
  }

  private takeReady(): PendingTransaction[] {
    const blocked = new Set<string>();
    const ready: PendingTransaction[] = [];
    this.mempool = this.mempool.filter((one) => {
      if (one.heldUntilMs > this.world.nowMs || blocked.has(one.from)) {
        blocked.add(one.from);
        return true;
      }
      ready.push(one);
      return false;
    });
    return ready;
  }

  /** Replaces the last blocks by one more. Their transactions return to the mempool or are dropped. */
  private reorganise(): void {
    const depth = this.world.random.between(1, this.settings.confirmations - 1);
    const removed = this.blocks.splice(-depth);
    this.state.undoLog.rollBack(removed[0]?.mark ?? this.state.undoLog.mark);
    const returning: PendingTransaction[] = [];
    for (const transaction of removed.flatMap(({ transactions }) => transactions)) {
      this.receipts.delete(transaction.hash);
      const isDropped = this.world.faults.fires('transaction_dropped');
      if (this.pool?.takeBack(transaction.hash, isDropped) === true || isDropped) continue;
      const heldUntilMs = this.world.nowMs + this.world.random.between(0, 6_000);
      returning.push({ ...transaction, heldUntilMs });
    }
    this.mempool = [...returning, ...this.mempool];
    this.world.trace(() => `chain reorganised ${depth} deep, ${returning.length} pending again`);
    for (let count = 0; count <= depth; count += 1) this.mine();
  }

  private timestampS(): number {
    return Math.floor(this.world.nowMs / 1000);
  }

  private newHash(): string {
    this.hashes += 1;
    return `0x${this.hashes.toString(16).padStart(8, '0')}${'ab'.repeat(28)}`;
  }
}

function toPlace(transactionHash: string, blockNumber: number, blockHash: string): Omit<Receipt, 'succeeded' | 'logs'> {
  return { transactionHash, blockNumber, blockHash };
}
