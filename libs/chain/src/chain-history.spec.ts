import { AbiCoder } from 'ethers/abi';
import { ChainHistory } from './chain-history.js';
import { ChainRpc } from './chain-rpc.js';
import { ChainUnavailableError } from './chain.js';
import { marketInterface } from './contracts/interfaces.js';

const FACTORY = `0x${'fa'.repeat(20)}`;
const MARKET = `0x${'ab'.repeat(20)}`;
const BUYER = `0x${'cd'.repeat(20)}`;
const REF = `0x${'01'.repeat(32)}`;
const BOUGHT = {
  transactionHash: '0x1',
  succeeded: true,
  blockNumber: 1,
  blockHash: '0x2',
  logs: [{ address: MARKET, ...marketInterface.encodeEventLog('Bought', [BUYER, REF, 1, 5, 5, 5, 0]) }],
};

/** Gives the factory's answers about a market one by one. */
class FakeRpc extends ChainRpc {
  asked = 0;

  constructor(private readonly answers: readonly (boolean | Error)[]) {
    super({ url: 'http://127.0.0.1:1', chainId: 1 });
  }

  override call(): Promise<string> {
    const answer = this.answers[this.asked] ?? new Error('asked too often');
    this.asked += 1;
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(AbiCoder.defaultAbiCoder().encode(['bool'], [answer]));
  }
}

describe('ChainHistory.effectsIn', () => {
  it('asks again about a contract that was not a market, or was not answered, and never about a market', async () => {
    const rpc = new FakeRpc([false, new Error('unreachable'), true]);
    const history = new ChainHistory(rpc, FACTORY);
    expect(await history.effectsIn(BOUGHT)).toEqual([]);
    await expect(history.effectsIn(BOUGHT)).rejects.toThrow();
    const effect = { ref: REF, account: BUYER, action: 'buy_yes', marketAddress: MARKET, amountBaseUnits: 5n };
    expect(await history.effectsIn(BOUGHT)).toMatchObject([effect]);
    expect(await history.effectsIn(BOUGHT)).toMatchObject([effect]);
    expect(rpc.asked).toBe(3);
  });

  it('asks once about a market with several logs', async () => {
    const rpc = new FakeRpc([true]);
    const receipt = { ...BOUGHT, logs: [...BOUGHT.logs, ...BOUGHT.logs] };
    expect(await new ChainHistory(rpc, FACTORY).effectsIn(receipt)).toHaveLength(2);
    expect(rpc.asked).toBe(1);
  });
});

/** Refuses log queries of more than 100 blocks. Each block from 1 on has a bet. */
class LimitedRpc extends FakeRpc {
  override send(method: string, [query]: readonly unknown[]): Promise<unknown> {
    if (method === 'eth_getBlockByNumber') return Promise.resolve({ number: '0x400', hash: '0x2', timestamp: '0x0' });
    const { fromBlock, toBlock } = query as { fromBlock: string; toBlock: string };
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from >= 100) return Promise.reject(new ChainUnavailableError(method));
    return Promise.resolve(Array.from({ length: to - from + 1 }, (_, index) => betIn(from + index)));
  }
}

function betIn(block: number): object {
  const place = { transactionHash: `0x${block}`, blockNumber: `0x${block.toString(16)}`, blockHash: '0x2' };
  return { ...BOUGHT.logs[0], ...place, logIndex: '0x0' };
}

describe('ChainHistory.effects', () => {
  it('reads each block once from a node that refuses many blocks', async () => {
    const history = new ChainHistory(new LimitedRpc([true]), FACTORY);
    const hashes: string[] = [];
    for await (const effects of history.effects({ fromBlock: 1, toBlock: 1_000 })) {
      hashes.push(...effects.map(({ transactionHash }) => transactionHash));
    }
    expect(hashes).toEqual(Array.from({ length: 1_000 }, (_, index) => `0x${index + 1}`));
  });
});
