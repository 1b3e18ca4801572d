import { ChainHistory, ChainRpc } from '@app/chain';

export const ADDRESS = `0x${'1'.repeat(40)}`;

/** A chain on which nothing has happened, for executions that were cancelled before they were armed. It asks no node. */
export class EmptyChain extends ChainHistory {
  constructor() {
    super(new ChainRpc({ url: 'http://127.0.0.1:1', chainId: 1 }), ADDRESS);
  }

  override head(): ReturnType<ChainHistory['head']> {
    return Promise.resolve({ blockNumber: 1, timestampMs: Date.now() });
  }

  override refsUsed(refs: Parameters<ChainHistory['refsUsed']>[0]): Promise<boolean[]> {
    return Promise.resolve(refs.map(() => false));
  }

  override receipts(hashes: readonly string[]): ReturnType<ChainHistory['receipts']> {
    return Promise.resolve(hashes.map(() => null));
  }

  override async *effects(): ReturnType<ChainHistory['effects']> {
    // No effect.
  }
}
