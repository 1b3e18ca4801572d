/** Reads something that may be a little old: at most one reading at a time, and none within the life of the last. */
export class CachedRead<T> {
  private reading: Promise<T> | undefined;
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly lifeMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** What was read last, or anew. A reading that failed is not kept. */
  get(): Promise<T> {
    if (this.reading !== undefined && this.nowMs() - this.readAtMs < this.lifeMs) return this.reading;
    this.readAtMs = this.nowMs();
    const reading = this.read();
    this.reading = reading;
    reading.catch(() => {
      if (this.reading === reading) this.reading = undefined;
    });
    return reading;
  }
}

/** @throws Error when the work takes longer; it goes on unheard */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
