import type { Clock } from '@app/common';

/** The chain's clock is never further behind than this. */
const MAX_PAUSE_MS = 30_000;
const MIN_PAUSE_MS = 1_000;
/** After a minute without a transaction the pauses grow: the pause is the idle time divided by this. */
const IDLE_DIVISOR = 60;
/** Timers are not exact; a tick that comes a little early still counts. */
const TOLERANCE_MS = 100;

export interface ChainKeeperOptions {
  /** One JSON-RPC call without parameters. */
  readonly call: (method: string) => Promise<unknown>;
  readonly clock: Clock;
}

/**
 * Mines the empty blocks that keep the chain's clock going. The chain holds and writes down every block it ever mined,
 * so one that nobody uses mines less and less: it may run for weeks.
 */
export class BlockTicker {
  private head = -1;
  private activeMs: number;
  private minedMs: number;
  private busy = false;

  constructor(private readonly options: ChainKeeperOptions) {
    this.activeMs = options.clock.nowMs();
    this.minedMs = this.activeMs;
  }

  /** To be called every second. Never rejects: a chain that does not answer is its supervisor's business. */
  async tick(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.mineIfDue();
    } catch {
      this.head = -1; // it is restarting: look at it afresh
    } finally {
      this.busy = false;
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
