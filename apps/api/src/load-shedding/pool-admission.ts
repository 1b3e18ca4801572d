/** Requests waiting per pool connection that are always admitted. */
const ADMITTED_PER_CONNECTION = 32;
/** Requests waiting per pool connection from which requests are refused at once. */
const MAX_BURST_PER_CONNECTION = 128;
/** Time in ms for which the queue may stay longer than `ADMITTED_PER_CONNECTION` before requests are refused. */
const MAX_BURST_MS = 1_000;
/** Requests waiting per pool connection that are admitted while refusing, so that admitted ones wait briefly. */
const ADMITTED_PER_CONNECTION_WHILE_FULL = 8;
/** Time in ms without a refusal after which the queue counts as a new one. */
const COOLDOWN_MS = 1_000;

export interface PoolAdmissionOptions {
  /** Requests that wait for a connection now. */
  waiting: () => number;
  connections: number;
  nowMs?: () => number;
}

/** Bounds the queue for a database connection. A burst is admitted; a lasting overload is kept to a short queue. */
export class PoolAdmission {
  private readonly nowMs: () => number;
  private longSinceMs: number | null = null;
  private refusedAtMs: number | null = null;

  constructor(private readonly options: PoolAdmissionOptions) {
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /** Whether the next request must be refused. Call it once per request. */
  isFull(): boolean {
    const waitingPerConnection = this.options.waiting() / this.options.connections;
    const admitted = this.refusedAtMs === null ? ADMITTED_PER_CONNECTION : ADMITTED_PER_CONNECTION_WHILE_FULL;
    if (waitingPerConnection < admitted) {
      this.longSinceMs = null;
      if (this.refusedAtMs !== null && this.nowMs() - this.refusedAtMs > COOLDOWN_MS) this.refusedAtMs = null;
      return false;
    }
    const nowMs = this.nowMs();
    this.longSinceMs ??= nowMs;
    const isBurst = waitingPerConnection < MAX_BURST_PER_CONNECTION && nowMs - this.longSinceMs <= MAX_BURST_MS;
    if (this.refusedAtMs === null && isBurst) return false;
    this.refusedAtMs = nowMs;
    return true;
  }
}
