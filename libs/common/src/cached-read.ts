/** Caches an asynchronous read: one read at a time, and none before the last one is too old. Failures are not cached. */
export class CachedRead<T> {
  private running: Promise<T> | undefined;
  private last: { readonly value: T; readonly readAtMs: number } | undefined;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxAgeMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  async get(): Promise<T> {
    if (this.last !== undefined && this.nowMs() - this.last.readAtMs < this.maxAgeMs) return this.last.value;
    this.running ??= this.readAnew().finally(() => (this.running = undefined));
    return this.running;
  }

  private async readAnew(): Promise<T> {
    const readAtMs = this.nowMs();
    const value = await this.read();
    this.last = { value, readAtMs };
    return value;
  }
}
