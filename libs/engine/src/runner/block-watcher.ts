import { Injectable } from '@nestjs/common';
import { errorFields } from '@app/observability';
import { ChainUnavailableError } from '../domain/ports/chain.js';
import { EngineParts } from './engine-parts.js';
import type { StopTimer } from './timers.js';

/** Poll delay: grows while the head stays, so that slow chains are asked less often. */
const POLL = { minMs: 50, maxMs: 500, factor: 1.5 } as const;
/** New blocks for which no lane waited, after which the watcher stops. */
const MAX_IDLE_BLOCKS = 2;

/** Claims the lanes that wait for this block. @returns how many there were */
type OnBlock = (blockNumber: number) => Promise<number>;

/** Polls the chain's head while lanes of this process wait for a block: once for all of them. */
@Injectable()
export class BlockWatcher {
  private head: number | null = null;
  private idleBlocks = 0;
  private delayMs: number = POLL.minMs;
  private stopTimer: StopTimer | null = null;
  private onBlock: OnBlock = () => Promise.resolve(0);
  private closed = false;

  constructor(private readonly parts: EngineParts) {}

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

  /** Continues watching: a lane waits for this block, which may exist by now. */
  async watch(blockNumber: number): Promise<void> {
    this.idleBlocks = 0;
    if (this.head !== null && blockNumber <= this.head) await this.onBlock(this.head);
  }

  close(): void {
    this.closed = true;
    this.stopTimer?.();
  }

  private async begin(): Promise<void> {
    const { blockNumber } = await this.parts.chain.head();
    if (this.head !== null || this.closed) return;
    this.head = blockNumber;
    this.pollLater();
  }

  private pollLater(): void {
    this.stopTimer = this.parts.timers.after(this.delayMs, () => void this.poll());
  }

  private async poll(): Promise<void> {
    this.delayMs = Math.min(POLL.maxMs, this.delayMs * POLL.factor);
    try {
      const { blockNumber } = await this.parts.chain.head();
      if (this.head === null || blockNumber > this.head) await this.report(blockNumber);
    } catch (error) {
      // Lanes that wait are also served by the sweep, which reports an outage.
      if (!(error instanceof ChainUnavailableError)) {
        this.parts.log.warn({ event: 'blocks.poll_failed', ...errorFields(error) });
      }
    }
    if (this.closed) return;
    if (this.idleBlocks >= MAX_IDLE_BLOCKS) this.head = null;
    else this.pollLater();
  }

  private async report(blockNumber: number): Promise<void> {
    this.head = blockNumber;
    this.delayMs = POLL.minMs;
    this.idleBlocks += 1;
    if ((await this.onBlock(blockNumber)) > 0) this.idleBlocks = 0;
  }
}
