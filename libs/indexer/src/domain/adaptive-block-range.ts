const FIRST = 500;
const WIDEST = 20_000;
/** Logs in one answer: more take a node long and us much memory, far fewer are not worth a round trip. */
const MANY_LOGS = 4_000;
const FEW_LOGS = 1_000;

/** How many blocks are asked for at once: less when a node refuses or answers much, more while it answers little. */
export class AdaptiveBlockRange {
  private width = FIRST;

  get blocks(): number {
    return this.width;
  }

  answered(logs: number): void {
    if (logs > MANY_LOGS) this.width = Math.max(1, Math.floor(this.width / 2));
    else if (logs < FEW_LOGS) this.width = Math.min(WIDEST, this.width * 2);
  }

  /** False when a single block was refused, which is as little as can be asked for. */
  refused(): boolean {
    if (this.width === 1) return false;
    this.width = Math.max(1, Math.floor(this.width / 4));
    return true;
  }
}
