import type { ChainRpc } from './chain-rpc.js';
import { RpcLogSource } from './rpc-log-source.js';

describe('RpcLogSource', () => {
  it('asks for the last block and then the logs, without a wait that would split their batch', async () => {
    const methods: string[] = [];
    const send = (method: string): Promise<unknown> => {
      methods.push(method);
      return Promise.resolve(method === 'eth_getLogs' ? [] : null);
    };
    const reading = new RpcLogSource({ send } as unknown as ChainRpc).logs({ fromBlock: 1, toBlock: 9 });
    expect(methods).toEqual(['eth_getBlockByNumber', 'eth_getLogs']);
    expect(await reading).toEqual({ end: null, logs: [] });
  });

  it('filters by addresses if it is given any', async () => {
    const filters: unknown[] = [];
    const send = (method: string, params: readonly unknown[]): Promise<unknown> => {
      if (method === 'eth_getLogs') filters.push(...params);
      return Promise.resolve(method === 'eth_getLogs' ? [] : null);
    };
    const source = new RpcLogSource({ send } as unknown as ChainRpc);
    await source.logs({ fromBlock: 1, toBlock: 9, addresses: ['0xf'] });
    await source.logs({ fromBlock: 1, toBlock: 9 });
    const range = { fromBlock: '0x1', toBlock: '0x9', topics: expect.any(Array) };
    expect(filters).toEqual([{ ...range, address: ['0xf'] }, range]);
  });
});
