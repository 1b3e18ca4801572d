import type { Clock } from '@app/common';

/** Maximum time between two blocks, and so the maximum lag of the chain's clock. */
const MAX_PAUSE_MS = 30_000;
const MIN_PAUSE_MS = 1_000;
/** The pause is the time without transactions divided by this, so it grows after a minute. */
const IDLE_DIVISOR = 60;
/** A timer may fire early by this much. */
const TOLERANCE_MS = 100;

export interface BlockTickerOptions {
  /** One JSON-RPC call without parameters. */
  readonly call: (method: string) => Promise<unknown>;
  readonly clock: Clock;
}

/**
 * Mines the empty blocks that advance the chain's clock. The chain keeps every block in memory and on disk, so an unused
 * chain, which may run for weeks, mines fewer of them.
 */
export class BlockTicker {
  private head = -1;
  private activeMs: number;
  private minedMs: number;
  private isTicking = false;

  constructor(private readonly options: BlockTickerOptions) {
    this.activeMs = options.clock.nowMs();
    this.minedMs = this.activeMs;
  }

  /** Mines a block when one is due. Called every second. Never rejects: the supervisor restarts a failed chain. */
  async tick(): Promise<void> {
    if (this.isTicking) return;
    this.isTicking = true;
    try {
      await this.mineIfDue();
    } catch {
      this.head = -1; // the chain restarts, and may have lost blocks
    } finally {
      this.isTicking = false;
    }
  }

  private async mineIfDue(): Promise<void> {
    const { call, clock } = this.options;
    const head = Number(await call('eth_blockNumber'));
    const nowMs = clock.nowMs();
    if (head !== this.head) this.activeMs = nowMs;
    this.head = head;
    if (nowMs - this.minedMs + TOLERANCE_MS < pauseMs(nowMs - this.activeMs)) return;
    await call('evm_mine');
    this.head += 1;
    this.minedMs = nowMs;
  }
}

function pauseMs(idleMs: number): number {
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, idleMs / IDLE_DIVISOR));
}
