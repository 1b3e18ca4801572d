const INITIAL_BLOCKS = 500;
const MAX_BLOCKS = 20_000;
/** Logs in one response above which the range is halved, to bound the node's time and our memory. */
const MAX_LOGS = 4_000;
/** Logs in one response below which the range is doubled. */
const MIN_LOGS = 1_000;

/** Number of blocks per log query: shrinks when the node refuses or returns many logs, grows while it returns few. */
export class AdaptiveBlockRange {
  private width = INITIAL_BLOCKS;

  get blocks(): number {
    return this.width;
  }

  recordLogs(logs: number): void {
    if (logs > MAX_LOGS) this.width = Math.max(1, Math.floor(this.width / 2));
    else if (logs < MIN_LOGS) this.width = Math.min(MAX_BLOCKS, this.width * 2);
  }

  /** Shrinks the range after a refusal of this many blocks. Returns false if a single block was refused. */
  shrink(refusedBlocks: number): boolean {
    if (refusedBlocks === 1) return false;
    this.width = Math.max(1, Math.floor(refusedBlocks / 4));
    return true;
  }
}
