/** Entries from up to this long before a read are read again: their transactions may have been open, or their rows locked. */
const OVERLAP_MS = 10_000;
/** Interval of reads of the whole index, for rows that were locked for longer than the overlap. */
const FULL_READ_INTERVAL_MS = 600_000;
const BEGINNING = new Date(0);

/**
 * Lower bound of the live entries of an index by time, as the last read found it. Entries of rows that have changed since
 * stay in the index as long as the oldest snapshot, and below the bound they are not read again.
 */
export class LiveSince {
  private since = BEGINNING;
  private readAllAtMs = 0;

  get value(): Date {
    return this.since;
  }

  /** @param oldest oldest entry that the read found alive and left alive; null for none */
  advance(readAt: Date, oldest: Date | null): void {
    const readAtMs = readAt.getTime();
    if (this.since === BEGINNING) this.readAllAtMs = readAtMs;
    const isFullNext = readAtMs - this.readAllAtMs >= FULL_READ_INTERVAL_MS || readAtMs < this.readAllAtMs;
    this.since = isFullNext ? BEGINNING : new Date(Math.min(readAtMs - OVERLAP_MS, oldest?.getTime() ?? Infinity));
  }
}
