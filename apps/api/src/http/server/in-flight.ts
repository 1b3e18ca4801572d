import type { FastifyReply } from 'fastify';

const SWEEP_INTERVAL_MS = 1_000;

/**
 * Knows the requests that are being answered: so that one that never ends is given up, and so that a process can end and
 * leave none unanswered. One slow sweep over all of them costs nothing, where a timer for each shows in the figures.
 */
export class InFlight {
  /** With the moment at which each began. */
  private readonly replies = new Map<FastifyReply, number>();
  private sweeper: NodeJS.Timeout | undefined;
  private isEnding = false;
  private wake: (() => void) | undefined;
  private tellGone: (reply: FastifyReply, durationMs: number) => void = () => undefined;

  /** How many are being answered. */
  get count(): number {
    return this.replies.size;
  }

  /** Has a request given up once it has taken so long altogether. */
  giveUpAfter(deadlineMs: number, giveUp: (reply: FastifyReply) => void): void {
    this.sweeper = setInterval(() => this.sweep(deadlineMs, giveUp), SWEEP_INTERVAL_MS).unref();
  }

  /** Has somebody told of each request whose client went before it was answered: the framework tells nobody. */
  onClientDisconnect(listener: (reply: FastifyReply, durationMs: number) => void): void {
    this.tellGone = listener;
  }

  begin(reply: FastifyReply): void {
    if (this.isEnding) reply.raw.shouldKeepAlive = false;
    this.replies.set(reply, performance.now());
  }

  end(reply: FastifyReply): void {
    this.replies.delete(reply);
    if (this.replies.size === 0) this.wake?.();
  }

  /** From now on every answer closes its connection. */
  closeConnections(): void {
    this.isEnding = true;
    for (const reply of this.replies.keys()) reply.raw.shouldKeepAlive = false;
  }

  /** Every answer closes its connection. Resolves when none is left, or when the time is over. */
  async drain(timeoutMs: number): Promise<void> {
    this.closeConnections();
    if (this.replies.size > 0) await this.untilNoneIsLeft(timeoutMs);
    clearInterval(this.sweeper);
  }

  private untilNoneIsLeft(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private sweep(deadlineMs: number, giveUp: (reply: FastifyReply) => void): void {
    const now = performance.now();
    for (const [reply, startedAt] of this.replies) {
      if (reply.request.raw.socket.destroyed) {
        this.end(reply);
        this.tellGone(reply, now - startedAt);
      } else if (startedAt <= now - deadlineMs && !reply.sent) giveUp(reply);
    }
  }
}
