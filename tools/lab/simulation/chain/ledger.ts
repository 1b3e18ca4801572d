import type { CallRequest, Receipt } from '../../../../libs/chain/src/chain.js';
import type { Disturbance } from '../world/coverage.js';
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

type Call = Pick<PendingTransaction, 'from' | 'to' | 'callData'>;

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
  listReady(): PendingTransaction[];
  takeReady(): PendingTransaction[];
  takeBack(hash: string, isDropped: boolean): boolean;
}

export interface LedgerSettings {
  blockEveryMs: number;
  confirmations: number;
  /** Transactions of one wallet that a block holds at most. */
  maxPerWallet: number;
  /** Whether the nodes have a pending block. Those without one answer for the latest. */
  hasPending: boolean;
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
  private readonly disturbanceListeners: ((what: Disturbance, hashes: readonly string[]) => void)[] = [];

  constructor(
    private readonly world: World,
    readonly settings: LedgerSettings,
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

  /** Calls the listener with the transactions that lose their block, their place in the pool or their nonce. */
  onDisturbed(listener: (what: Disturbance, hashes: readonly string[]) => void): void {
    this.disturbanceListeners.push(listener);
  }

  disturb(what: Disturbance, ...hashes: readonly string[]): void {
    for (const listener of this.disturbanceListeners) listener(what, hashes);
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

  /** Runs a read on the pending block. A node may lack one of its transactions, and then those of the wallet that follow. */
  onPending<T>(read: () => T): T {
    const { undoLog } = this.state;
    const mark = undoLog.mark;
    const place = { transactionHash: '', blockNumber: this.head.number + 1, blockHash: '' };
    try {
      for (const { hash: transactionHash, ...one } of this.settings.hasPending ? this.listKnown() : []) {
        this.state.run({ ...one, timestampS: this.timestampS(), place: { ...place, transactionHash } });
      }
      return read();
    } finally {
      undoLog.rollBack(mark);
    }
  }

  /** Runs a call in the pending block and reverts it. @returns its error or null */
  simulate(call: Call): ReturnType<ContractModel['run']> {
    return this.onPending(() => {
      for (const listener of this.simulationListeners) listener();
      return this.tryCall(call);
    });
  }

  /** Runs a call on the present state and reverts it. @returns its error or null */
  tryCall(call: Call): ReturnType<ContractModel['run']> {
    const { undoLog } = this.state;
    const mark = undoLog.mark;
    const place = { transactionHash: '0xsimulated', blockNumber: this.head.number + 1, blockHash: '' };
    const error = this.state.run({ ...call, timestampS: this.timestampS(), place });
    undoLog.rollBack(mark);
    return error;
  }

  private listKnown(): PendingTransaction[] {
    const pending = [...this.listReady(), ...(this.pool?.listReady() ?? [])];
    if (pending.length === 0 || !this.world.faults.fires('pending_lacking')) return pending;
    const lacking = this.world.random.between(0, pending.length - 1);
    return pending.filter(({ from }, index) => index < lacking || from !== pending[lacking]?.from);
  }

  private mine(): void {
    if (this.mempool.length > 0 && this.world.faults.fires('transaction_lost')) {
      const lost = this.world.random.pick(this.mempool);
      this.mempool = this.mempool.filter((one) => one !== lost);
      this.disturb('lost', lost.hash);
    }
    const own = this.listReady();
    this.mempool = this.mempool.filter((one) => !own.includes(one));
    const ready = [...own, ...(this.pool?.takeReady() ?? [])];
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
    const logs = error === null ? encodeLogs({ from, to, callData }) : [];
    this.receipts.set(hash, { ...place, succeeded: error === null, logs });
    this.world.trace(() => `chain block ${block.number}: ${hash.slice(0, 10)} ${error ?? 'succeeded'}`);
  }

  /** Transactions of the next block, in the order of each wallet. */
  private listReady(): PendingTransaction[] {
    const counts = new Map<string, number>();
    return this.mempool.filter(({ from, heldUntilMs }) => {
      const count = heldUntilMs > this.world.nowMs ? Infinity : (counts.get(from) ?? 0);
      counts.set(from, count + 1);
      return count < this.settings.maxPerWallet;
    });
  }

  /** Replaces the last blocks by one more. Their transactions return to the mempool or are dropped. */
  private reorganise(): void {
    const depth = this.world.random.between(1, this.settings.confirmations - 1);
    const removed = this.blocks.splice(-depth);
    this.state.undoLog.rollBack(removed[0]?.mark ?? this.state.undoLog.mark);
    const returning: PendingTransaction[] = [];
    const transactions = removed.flatMap((block) => block.transactions);
    this.disturb('reorganised', ...transactions.map(({ hash }) => hash));
    for (const transaction of transactions) {
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
