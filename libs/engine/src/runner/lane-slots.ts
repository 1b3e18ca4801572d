/** Bounds the lanes that are served at a time. Jobs wait for a slot in order of arrival; claims only use free slots. */
export class LaneSlots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  get activeCount(): number {
    return this.taken;
  }

  get free(): number {
    return this.size - this.taken;
  }

  /** Resolves when a slot is free, and takes it. */
  async take(): Promise<void> {
    if (this.taken < this.size) {
      this.taken += 1;
      return;
    }
    // `release` hands its slot over, so that `taken` stays.
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Takes up to `max` free slots. @returns how many */
  takeFree(max: number): number {
    const count = Math.min(max, this.free);
    this.taken += count;
    return count;
  }

  release(count: number): void {
    for (let released = 0; released < count; released += 1) {
      const next = this.waiting.shift();
      if (next === undefined) this.taken -= 1;
      else next();
    }
  }
}
