import { Injectable } from '@nestjs/common';
import { ChainUnavailableError } from '@app/chain';
import { errorFields } from '@app/observability';
import { EngineDependencies } from './engine-dependencies.js';
import type { StopTimer } from './timers.js';

/** Poll delay: grows while the head stays, to a share of the time between the last blocks, so slow chains are asked less often. */
const POLL = { minMs: 50, maxMs: 500, factor: 1.5, shareOfInterval: 0.1 } as const;
/** New blocks for which no lane was claimed or left waiting, after which the watcher stops. */
const MAX_IDLE_BLOCKS = 2;
/** A head further below the newest one replaces it: that block does not exist. Nodes behind one address differ by less. */
const MAX_LAG_BLOCKS = 50;

/** Claims the lanes that wait for this block. @returns whether it claimed any, or had no slot for some that may wait */
type OnBlock = (blockNumber: number) => Promise<boolean>;

/** Polls the chain's head while lanes of this process wait for a block: once for all of them. */
@Injectable()
export class BlockWatcher {
  private head: number | null = null;
  private idleBlocks = 0;
  private delayMs: number = POLL.minMs;
  private maxDelayMs: number = POLL.maxMs;
  /** When the head was last seen to change, on this process's clock. */
  private changedAtMs = -Infinity;
  private stopTimer: StopTimer | null = null;
  private onBlock: OnBlock = () => Promise.resolve(false);
  private closed = false;

  constructor(private readonly dependencies: EngineDependencies) {}

  /** Newest block that this process has seen; null while it watches none. */
  get blockNumber(): number | null {
    return this.head;
  }

  subscribe(onBlock: OnBlock): void {
    this.onBlock = onBlock;
  }

  /** Starts watching, if it does not. @throws ChainUnavailableError */
  async start(): Promise<void> {
    if (this.head === null && !this.closed) await this.begin();
    this.idleBlocks = 0;
  }

  /**
   * Watches for a released lane that waits for this block, which may exist by now. Starts again if two blocks came between
   * the last start and the release. Never rejects: the sweep also serves the lane.
   */
  async watch(blockNumber: number): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      this.report(error);
    }
    if (this.head !== null && blockNumber <= this.head) await this.onBlock(this.head);
  }

  close(): void {
    this.closed = true;
    this.stopTimer?.();
  }

  private async begin(): Promise<void> {
    const { blockNumber } = await this.dependencies.chain.head();
    if (this.head !== null || this.closed) return;
    this.head = blockNumber;
    this.pollLater();
  }

  private pollLater(): void {
    this.stopTimer = this.dependencies.timers.after(this.delayMs, () => void this.poll());
  }

  private async poll(): Promise<void> {
    this.delayMs = Math.min(this.maxDelayMs, this.delayMs * POLL.factor);
    try {
      const { blockNumber } = await this.dependencies.chain.head();
      if (this.replacesHead(blockNumber)) await this.advance(blockNumber);
    } catch (error) {
      this.report(error);
    }
    if (this.closed) return;
    if (this.idleBlocks >= MAX_IDLE_BLOCKS) this.head = null;
    else this.pollLater();
  }

  private replacesHead(blockNumber: number): boolean {
    return this.head === null || blockNumber > this.head || blockNumber < this.head - MAX_LAG_BLOCKS;
  }

  private async advance(blockNumber: number): Promise<void> {
    const nowMs = this.dependencies.timers.now();
    const intervalMs = (nowMs - this.changedAtMs) * POLL.shareOfInterval;
    this.maxDelayMs = Math.min(POLL.maxMs, Math.max(POLL.minMs, intervalMs));
    [this.head, this.changedAtMs, this.delayMs] = [blockNumber, nowMs, POLL.minMs];
    this.idleBlocks += 1;
    if (await this.onBlock(blockNumber)) this.idleBlocks = 0;
  }

  /** Lanes that wait are also served by the sweep, which reports an outage. */
  private report(error: unknown): void {
    if (error instanceof ChainUnavailableError) return;
    this.dependencies.log.warn({ event: 'blocks.poll_failed', ...errorFields(error) });
  }
}
