import type { Logger } from '@app/observability';

/** Outages in a row after which the breaker opens. */
const MAX_OUTAGES = 3;
/** Time between the starts of two probes, and the longest time that a call waits for its probe. */
export const PROBE_INTERVAL_MS = 1_000;
/** Time after the last probe from which an open breaker is not reported: a process without calls does not probe. */
const REPORT_MS = 60_000;

/**
 * Opens when the chain's node gives no usable answer several times in a row, and closes when the node names the right chain.
 * While it is open, one call per second may ask the node.
 */
export class ChainBreaker {
  private outages = 0;
  private lastProbeMs = 0;
  private lastReason = '';

  /** @param log records when the breaker opens and closes, if given */
  constructor(private readonly log?: Pick<Logger, 'info' | 'warn'>) {}

  get isOpen(): boolean {
    return this.outages >= MAX_OUTAGES;
  }

  get reason(): string {
    return this.lastReason;
  }

  /** Whether the breaker is open, and has been probed in the last minute. */
  get isRefusing(): boolean {
    return this.isOpen && performance.now() - this.lastProbeMs < REPORT_MS;
  }

  /** Whether the node may be asked although the breaker is open. */
  takeProbe(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.lastProbeMs < PROBE_INTERVAL_MS) return false;
    this.lastProbeMs = nowMs;
    return true;
  }

  recordAnswer(): void {
    if (this.isOpen) this.log?.info({ event: 'chain.breaker_closed' });
    this.outages = 0;
  }

  /** @param reason log-safe text, such as `timeout` */
  recordOutage(reason: string): void {
    this.outages += 1;
    this.lastReason = reason;
    if (this.outages !== MAX_OUTAGES) return;
    this.lastProbeMs = performance.now();
    this.log?.warn({ event: 'chain.breaker_opened', reason });
  }
}
