import type { ServerResponse } from 'node:http';

/** Knows the requests that are being answered, for an end that leaves none of them unanswered. */
export class InFlight {
  private readonly responses = new Set<ServerResponse>();
  private readonly ending = new AbortController();
  private wake: (() => void) | undefined;

  /** Aborted when the process begins to end: whoever waits for a slow result then answers with what there is. */
  get endingSignal(): AbortSignal {
    return this.ending.signal;
  }

  begin(response: ServerResponse): void {
    if (this.ending.signal.aborted) response.shouldKeepAlive = false;
    this.responses.add(response);
  }

  end(response: ServerResponse): void {
    this.responses.delete(response);
    if (this.responses.size === 0) this.wake?.();
  }

  /** From now on every answer closes its connection. Resolves when none is left, or when the time is over. */
  async drain(timeoutMs: number): Promise<void> {
    this.ending.abort();
    this.responses.forEach((response) => (response.shouldKeepAlive = false));
    if (this.responses.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
