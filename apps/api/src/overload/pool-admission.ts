/** A queue that is never longer than this is no load: so many clients may always be served side by side. */
const NO_LOAD_PER_CONNECTION = 32;
/** No burst needs more, however short it is. */
const MAX_PER_CONNECTION = 128;
/** A queue that has been longer for so long is not a burst. */
const TIMEOUT_MS = 1_000;
/** What is kept of a queue that was a load. */
const KEPT_PER_CONNECTION = 8;
/** Without a refusal for so long, it is over. */
const COOLDOWN_MS = 1_000;

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
export class PoolAdmission {
  private readonly noLoad: number;
  private readonly most: number;
  private readonly kept: number;
  private readonly nowMs: () => number;
  private longSinceMs: number | null = null;
  private fullAtMs: number | null = null;

  constructor(private readonly options: DatabaseQueueOptions) {
    this.noLoad = options.connections * NO_LOAD_PER_CONNECTION;
    this.most = options.connections * MAX_PER_CONNECTION;
    this.kept = options.connections * KEPT_PER_CONNECTION;
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /** Asked once for every request that would join it. */
  isFull(): boolean {
    const waiting = this.options.waiting();
    if (waiting < (this.fullAtMs === null ? this.noLoad : this.kept)) {
      this.longSinceMs = null;
      if (this.fullAtMs !== null && this.nowMs() - this.fullAtMs > COOLDOWN_MS) this.fullAtMs = null;
      return false;
    }
    const nowMs = this.nowMs();
    this.longSinceMs ??= nowMs;
    const isLoad = this.fullAtMs !== null || waiting >= this.most || nowMs - this.longSinceMs > TIMEOUT_MS;
    if (isLoad) this.fullAtMs = nowMs;
    return isLoad;
  }
}
