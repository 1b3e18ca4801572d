import type { Chain, ChainHead } from '@app/chain';

/** Age up to which the last head read is assumed to be the newest. Readers compare it with the head they read last. */
const MAX_HEAD_AGE_MS = 1_000;

/** The newest block, which saves previews in quick succession a request each. */
export class RecentHead {
  private head: ChainHead | null = null;
  /** On this process's monotonic clock. */
  private readAtMs = 0;

  constructor(private readonly chain: Pick<Chain, 'head'>) {}

  /** Returns the last head read, or reads it when that is too old. */
  async recent(): Promise<ChainHead> {
    const isRecent = performance.now() - this.readAtMs < MAX_HEAD_AGE_MS;
    return this.head !== null && isRecent ? this.head : this.read();
  }

  async read(): Promise<ChainHead> {
    this.head = await this.chain.head();
    this.readAtMs = performance.now();
    return this.head;
  }
}
