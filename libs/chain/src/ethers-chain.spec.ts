import { ChainRpc } from './chain-rpc.js';
import type { ViewCall } from './contracts/contract-view.js';
import { EthersChain } from './ethers-chain.js';

const FACTORY = `0x${'fa'.repeat(20)}`;
const COLLATERAL = `0x${'c0'.repeat(20)}`;
/** Answer of the factory for a market. */
const YES = `0x${'1'.padStart(64, '0')}`;

/** Node on which every address is a market. */
class MarketsNode extends ChainRpc {
  reads = 0;

  constructor() {
    super({ url: 'http://127.0.0.1:1', chainId: 1 });
  }

  override view<T>(_to: string, view: ViewCall<T>): Promise<T> {
    this.reads += 1;
    return Promise.resolve(view.decode(YES));
  }
}

const toAddress = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`;

describe('EthersChain', () => {
  it('asks once for a market, and remembers a bounded number of them', async () => {
    const node = new MarketsNode();
    const chain = new EthersChain(node, { factoryAddress: FACTORY, collateralAddress: COLLATERAL });
    for (let read = 0; read < 3; read += 1) await chain.isMarket(toAddress(0));
    expect(node.reads).toBe(1);
    for (let index = 1; index <= 10_000; index += 1) await chain.isMarket(toAddress(index));
    node.reads = 0;
    await chain.isMarket(toAddress(10_000));
    expect(node.reads).toBe(0);
    await chain.isMarket(toAddress(0));
    expect(node.reads).toBe(1);
  });
});
