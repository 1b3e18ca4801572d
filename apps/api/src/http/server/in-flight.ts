import type { ServerResponse } from 'node:http';

/** Knows the requests that are being answered, for an end that leaves none of them unanswered. */
export class InFlight {
  private readonly responses = new Set<ServerResponse>();
  private isEnding = false;
  private wake: (() => void) | undefined;

  begin(response: ServerResponse): void {
    if (this.isEnding) response.shouldKeepAlive = false;
    this.responses.add(response);
  }

  end(response: ServerResponse): void {
    this.responses.delete(response);
    if (this.responses.size === 0) this.wake?.();
  }

  /** From now on every answer closes its connection. Resolves when none is left, or when the time is over. */
  async drain(timeoutMs: number): Promise<void> {
    this.isEnding = true;
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
