/** Caches an asynchronous read: one read at a time, and none before the last one is too old. Failures are not cached. */
export class CachedRead<T> {
  private reading: Promise<T> | undefined;
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxAgeMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  get(): Promise<T> {
    if (this.reading !== undefined && this.nowMs() - this.readAtMs < this.maxAgeMs) return this.reading;
    this.readAtMs = this.nowMs();
    const reading = this.read();
    this.reading = reading;
    reading.catch(() => {
      if (this.reading === reading) this.reading = undefined;
    });
    return reading;
  }
}
