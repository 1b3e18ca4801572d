import { AppError } from '@app/common';

interface FairGateOptions {
  /** Works that run at a time. */
  concurrency: number;
  /** Works that wait at a time. */
  maxWaiting: number;
  onRefusal?: () => void;
}

interface Waiter {
  start: () => void;
  refuse: (error: AppError) => void;
}

/**
 * Bounds the works that run at a time. Those that wait start in turns, one of each key, so that the wait of a key does not grow
 * with the works of another. When too many wait, the newest work of the key that has the most is refused.
 */
export class FairGate {
  private running = 0;
  /** In the order of the keys' turns. */
  private readonly waiting = new Map<string, Waiter[]>();

  constructor(private readonly options: FairGateOptions) {}

  /** @throws {AppError} overloaded with `retryAfterS` */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.options.concurrency) this.running += 1;
    else await this.waitForTurn(key);
    try {
      return await work();
    } finally {
      this.startNext();
    }
  }

  private waitForTurn(key: string): Promise<void> {
    return new Promise((start, refuse) => {
      const queue = this.waiting.get(key) ?? [];
      queue.push({ start, refuse });
      this.waiting.set(key, queue);
      if ([...this.waiting.values()].flat().length > this.options.maxWaiting) this.refuseOne();
    });
  }

  /** Hands the place of a work that has ended to the key whose turn it is. */
  private startNext(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    const [key, queue] = next;
    const waiter = queue.shift();
    this.waiting.delete(key);
    if (queue.length > 0) this.waiting.set(key, queue);
    waiter?.start();
  }

  private refuseOne(): void {
    const [longest] = [...this.waiting].sort(([, one], [, other]) => other.length - one.length);
    if (longest === undefined) return;
    const [key, queue] = longest;
    const waiter = queue.pop();
    if (queue.length === 0) this.waiting.delete(key);
    this.options.onRefusal?.();
    waiter?.refuse(new AppError('overloaded', { retryAfterS: 1 }));
  }
}
