/** A queue that is never longer than this is no load, whatever comes and goes. */
const FEW_PER_CONNECTION = 3;
/** No burst needs more, however short it is. */
const MOST = 256;
/** A queue that has been longer for so long is not a burst. */
const PATIENCE_MS = 250;
/** Without a refusal for so long, it is over. */
const CALM_MS = 1_000;

export interface DatabaseQueueOptions {
  /** Those that wait for a connection at this moment. */
  waiting: () => number;
  connections: number;
  nowMs?: () => number;
}

/**
 * Tells a burst, which a queue is for, from a load that the database cannot take: then the queue is kept so short that
 * whoever is let in is answered soon, and nobody waits in it until a timeout.
 */
export class DatabaseQueue {
  private readonly few: number;
  private readonly nowMs: () => number;
  private longSinceMs: number | null = null;
  private fullAtMs: number | null = null;

  constructor(private readonly options: DatabaseQueueOptions) {
    this.few = Math.max(8, options.connections * FEW_PER_CONNECTION);
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /** Asked once for every request that would join it. */
  isFull(): boolean {
    const waiting = this.options.waiting();
    if (waiting < this.few) {
      this.longSinceMs = null;
      if (this.fullAtMs !== null && this.nowMs() - this.fullAtMs > CALM_MS) this.fullAtMs = null;
      return false;
    }
    const nowMs = this.nowMs();
    this.longSinceMs ??= nowMs;
    const isLoad = this.fullAtMs !== null || waiting >= MOST || nowMs - this.longSinceMs > PATIENCE_MS;
    if (isLoad) this.fullAtMs = nowMs;
    return isLoad;
  }
}
