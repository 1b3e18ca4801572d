import type { Clock } from '@app/common';

export interface Limits {
  /** Requests per second; 0 is no limit. */
  readonly getsPerSecond: number;
  readonly postsPerSecond: number;
}

/** One token bucket for reads and one for writes. Each holds the requests of one second. */
export class RateLimit {
  private readonly tokens = { GET: 0, POST: 0 };
  private filledMs: number;

  constructor(
    private limits: Limits,
    private readonly clock: Clock,
  ) {
    this.filledMs = clock.nowMs();
    this.set(limits);
  }

  set(limits: Limits): void {
    this.limits = limits;
    this.tokens.GET = limits.getsPerSecond;
    this.tokens.POST = limits.postsPerSecond;
  }

  allows(method: 'GET' | 'POST'): boolean {
    this.refill();
    if (this.perSecond(method) === 0) return true;
    if (this.tokens[method] < 1) return false;
    this.tokens[method] -= 1;
    return true;
  }

  private refill(): void {
    const nowMs = this.clock.nowMs();
    const seconds = (nowMs - this.filledMs) / 1000;
    this.filledMs = nowMs;
    for (const method of ['GET', 'POST'] as const) {
      const perSecond = this.perSecond(method);
      this.tokens[method] = Math.min(perSecond, this.tokens[method] + perSecond * seconds);
    }
  }

  private perSecond(method: 'GET' | 'POST'): number {
    return method === 'GET' ? this.limits.getsPerSecond : this.limits.postsPerSecond;
  }
}
