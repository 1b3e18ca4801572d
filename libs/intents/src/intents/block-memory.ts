import type { Chain, ChainHead, MarketState } from '@app/chain';

/** Age up to which the last head read is assumed to be the newest. Readers compare it with the head they read last. */
const MAX_HEAD_AGE_MS = 1_000;
/** Maximum number of markets, and of balances, that are remembered of one block. */
const MAX_REMEMBERED = 10_000;

/** Reads of the chain at one block. */
export type BlockReads = Pick<
  Chain,
  'simulate' | 'gasPrice' | 'allowance' | 'marketState' | 'nativeBalance' | 'collateralBalance'
>;

/** State of markets and wallets at the newest block, read once for all previews at that block. */
export class BlockMemory {
  private head: ChainHead | null = null;
  /** On this process's monotonic clock. */
  private headReadAtMs = 0;
  private readonly markets = new Map<string, Promise<MarketState>>();
  private readonly nativeBalances = new Map<string, Promise<bigint>>();
  private readonly collateralBalances = new Map<string, Promise<bigint>>();

  constructor(private readonly chain: Chain) {}

  /** Returns the last head read, or reads it when that is too old. */
  async recentHead(): Promise<ChainHead> {
    const { head } = this;
    const isRecent = performance.now() - this.headReadAtMs < MAX_HEAD_AGE_MS;
    return head !== null && isRecent ? head : this.readHead();
  }

  /** Reads the newest head, and forgets the state of another block. */
  async readHead(): Promise<ChainHead> {
    const head = await this.chain.head();
    // The hash tells apart blocks of one number before and after a reorganisation.
    if (head.blockHash !== this.head?.blockHash) {
      this.markets.clear();
      this.nativeBalances.clear();
      this.collateralBalances.clear();
    }
    this.head = head;
    this.headReadAtMs = performance.now();
    return head;
  }

  /** Reads at this block, from memory while it is the newest one. Simulations run on the pending block. */
  at(block: ChainHead): BlockReads {
    const { chain } = this;
    const { blockNumber } = block;
    return {
      simulate: (call) => chain.simulate(call),
      gasPrice: () => chain.gasPrice(),
      allowance: (query) => chain.allowance(query),
      marketState: (address) =>
        this.remember(this.markets, { block, key: address.toLowerCase() }, () =>
          chain.marketState(address, blockNumber),
        ),
      nativeBalance: (address) =>
        this.remember(this.nativeBalances, { block, key: address.toLowerCase() }, () =>
          chain.nativeBalance(address, blockNumber),
        ),
      collateralBalance: (address) =>
        this.remember(this.collateralBalances, { block, key: address.toLowerCase() }, () =>
          chain.collateralBalance(address, blockNumber),
        ),
    };
  }

  private remember<T>(
    known: Map<string, Promise<T>>,
    { block, key }: { block: ChainHead; key: string },
    read: () => Promise<T>,
  ): Promise<T> {
    if (block.blockHash !== this.head?.blockHash) return read();
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const reading = read();
    known.set(key, reading);
    reading.catch(() => {
      if (known.get(key) === reading) known.delete(key);
    });
    return reading;
  }
}
