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
});
