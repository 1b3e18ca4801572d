import { AbiCoder } from 'ethers/abi';
import { ChainRpc } from './chain-rpc.js';
import { viewCall } from './contracts/contract-view.js';
import { MarketReader } from './market-reader.js';

const FACTORY = `0x${'fa'.repeat(20)}`;
const MARKET = `0x${'ab'.repeat(20)}`;
const CREATOR = `0x${'cd'.repeat(20)}`;
const encode = (type: string, value: unknown): string => AbiCoder.defaultAbiCoder().encode([type], [value]);

/** Answers `eth_call` by call data. */
class FakeRpc extends ChainRpc {
  constructor(private readonly answers: ReadonlyMap<string, string>) {
    super({ url: 'http://127.0.0.1:1', chainId: 1 });
  }

  override call(_to: string, data: string): Promise<string> {
    return Promise.resolve(this.answers.get(data) ?? encode('bool', false));
  }

  override send(): Promise<unknown> {
    return Promise.resolve({ number: '0xa', hash: '0x', timestamp: '0x0' });
  }
}

function readerWith(name: string): MarketReader {
  const answers = new Map([
    [viewCall('factory', 'isMarket', [MARKET]).data, encode('bool', true)],
    [viewCall('market', 'creator', []).data, encode('address', CREATOR)],
    [viewCall('market', 'resolver', []).data, encode('address', CREATOR)],
    [viewCall('market', 'id', []).data, name],
  ]);
  return new MarketReader(new FakeRpc(answers), FACTORY);
}

describe('MarketReader', () => {
  it('reads creator, resolver and name', async () => {
    const market = await readerWith(encode('string', 'rain')).findMarket(MARKET, 11);
    expect(market).toEqual({ creator: CREATOR, resolver: CREATOR, name: 'rain' });
  });

  it('answers null as the name when the bytes are not UTF-8', async () => {
    const market = await readerWith(encode('bytes', '0xff')).findMarket(MARKET, 11);
    expect(market).toEqual({ creator: CREATOR, resolver: CREATOR, name: null });
  });

  it('finds no market at the recorded block, and knows nothing of it behind that', async () => {
    const reader = readerWith(encode('string', 'rain'));
    expect(await reader.findMarket(CREATOR, 10)).toBeNull();
    expect(await reader.findMarket(CREATOR, 11)).toBeUndefined();
  });
});
