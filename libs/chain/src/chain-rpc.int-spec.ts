import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChainUnavailableError } from '@app/engine';
import { ChainModule } from './chain.module.js';
import { ChainRpc } from './chain-rpc.js';
import { EthersChain } from './ethers-chain.js';

const CHAIN_ID = 31_999;
const ADDRESS = `0x${'1'.repeat(40)}`;

type Call = { id: number; method: string };

describe('ChainRpc', () => {
  let node: Server;
  let rpc: ChainRpc;
  let servedChainId: number;
  let isBroken: boolean;
  let methods: string[];

  beforeEach(async () => {
    [servedChainId, isBroken, methods] = [CHAIN_ID, false, []];
    node = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const body = JSON.parse(text) as Call | Call[];
        const calls = Array.isArray(body) ? body : [body];
        methods.push(...calls.map(({ method }) => method));
        if (isBroken) return void response.writeHead(502).end();
        const answers = calls.map(({ id, method }) => {
          const result = method === 'eth_chainId' ? `0x${servedChainId.toString(16)}` : '0x1';
          return { jsonrpc: '2.0', id, result };
        });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answers));
      });
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    rpc = new ChainRpc({ url: `http://127.0.0.1:${(node.address() as AddressInfo).port}`, chainId: CHAIN_ID });
  });

  afterEach(() => {
    node.closeAllConnections();
    node.close();
  });

  const read = () => rpc.send('eth_gasPrice', []);
  const start = () => {
    const chain = new EthersChain(rpc, { factoryAddress: ADDRESS, collateralAddress: ADDRESS });
    return new ChainModule(chain, rpc).onModuleInit();
  };

  it('compares the chain id once while the node answers', async () => {
    expect(await Promise.all([read(), read()])).toEqual(['0x1', '0x1']);
    expect(await read()).toBe('0x1');
    expect(methods.filter((method) => method === 'eth_chainId')).toHaveLength(1);
    expect(rpc.servesOtherChain).toBe(false);
  });

  it('does not believe a node of another chain, until it serves the right one', async () => {
    servedChainId = 1;
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    await expect(rpc.call(ADDRESS, '0x')).rejects.toThrow(ChainUnavailableError);
    expect(methods).toEqual(['eth_chainId', 'eth_chainId']);
    expect(rpc.servesOtherChain).toBe(true);
    servedChainId = CHAIN_ID;
    expect(await read()).toBe('0x1');
    expect(rpc.servesOtherChain).toBe(false);
  });

  it('compares the chain id again after a call without an answer', async () => {
    await read();
    isBroken = true;
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    [isBroken, servedChainId] = [false, 1];
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    expect(rpc.servesOtherChain).toBe(true);
  });

  it('lets a process start without a node, and not on another chain', async () => {
    isBroken = true;
    await start();
    [isBroken, servedChainId] = [false, 1];
    await expect(start()).rejects.toThrow('the node at CHAIN_RPC_URL serves another chain than CHAIN_ID');
  });
});
