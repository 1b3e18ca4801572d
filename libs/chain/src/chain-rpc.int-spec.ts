import { jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '@app/common';
import { errorFields, Logger, Metrics } from '@app/observability';
import { AbiCoder } from 'ethers/abi';
import { ChainModule } from './chain.module.js';
import { ChainRpc } from './chain-rpc.js';
import { chainUnavailable } from './chain-unavailable.js';
import { Chain, ChainUnavailableError } from './chain.js';
import { viewCall } from './contracts/contract-view.js';
import { EthersChain } from './ethers-chain.js';
import { RpcLogSource } from './rpc-log-source.js';

const CHAIN_ID = 31_999;
const ADDRESS = `0x${'1'.repeat(40)}`;

type Call = { id: number; method: string; params: { to?: string }[] };

/** Answer `[1, 2]` of a batch of reads. */
const BATCH_ANSWER = AbiCoder.defaultAbiCoder().encode(
  ['bytes[]'],
  [[1, 2].map((value) => `0x${String(value).padStart(64, '0')}`)],
);

describe('ChainRpc', () => {
  let node: Server;
  let rpc: ChainRpc;
  let servedChainId: number;
  let isBroken: boolean;
  let refusesBatches: boolean;
  let methods: string[];

  beforeEach(async () => {
    [servedChainId, isBroken, refusesBatches, methods] = [CHAIN_ID, false, false, []];
    node = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const body = JSON.parse(text) as Call | Call[];
        const calls = Array.isArray(body) ? body : [body];
        methods.push(...calls.map(({ method }) => method));
        if (isBroken) return void response.writeHead(502).end();
        const answers = calls.map(({ id, method, params }) => {
          const isBatch = method === 'eth_call' && params[0]?.to === undefined;
          if (isBatch && refusesBatches) return { jsonrpc: '2.0', id, error: { code: -32602, message: 'no target' } };
          const one = method === 'eth_call' ? `0x${'1'.padStart(64, '0')}` : '0x1';
          const result = method === 'eth_chainId' ? `0x${servedChainId.toString(16)}` : isBatch ? BATCH_ANSWER : one;
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

  const reads = ['totalYes', 'totalNo'] as const;
  const viewAll = () => rpc.viewAll(reads.map((name) => ({ to: ADDRESS, view: viewCall('market', name, []) })));
  const readsSent = () => methods.filter((method) => method === 'eth_call').length;

  it('reads several values in one call', async () => {
    expect(await viewAll()).toEqual([1n, 2n]);
    expect(readsSent()).toBe(1);
  });

  it('reads each value by itself from a node that refuses a call without a target', async () => {
    refusesBatches = true;
    expect(await viewAll()).toEqual([1n, 1n]);
    expect(readsSent()).toBe(3);
  });

  it('does not repeat the reads while the node is away', async () => {
    await read();
    isBroken = true;
    await expect(viewAll()).rejects.toThrow(ChainUnavailableError);
    expect(readsSent()).toBe(1);
  });

  it('reads the fees once for all lanes, and again when they are old', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      let suggested = '0x1';
      const send = jest
        .spyOn(rpc, 'send')
        .mockImplementation((method) =>
          Promise.resolve(
            method === 'eth_maxPriorityFeePerGas'
              ? suggested
              : { number: '0x1', hash: '0x1', timestamp: '0x1', baseFeePerGas: '0x7' },
          ),
        );
      const chain = new EthersChain(rpc, { factoryAddress: ADDRESS, collateralAddress: ADDRESS });
      expect(await chain.gasPrice()).toEqual({ maxFeeWei: 1_500_000_014n, presentWei: 1_000_000_007n });
      await chain.gasPrice();
      expect(send).toHaveBeenCalledTimes(2);
      suggested = '0x77359400';
      clock.mockReturnValue(1_001);
      expect(await chain.gasPrice()).toEqual({ maxFeeWei: 2_000_000_014n, presentWei: 2_000_000_007n });
      expect(send).toHaveBeenCalledTimes(4);
      await chain.head();
      await chain.gasPrice();
      expect(send).toHaveBeenCalledTimes(5);
      clock.mockReturnValue(2_002);
      send.mockImplementation((method) => Promise.reject(chainUnavailable(method, 'timeout')));
      await expect(chain.gasPrice()).rejects.toThrow(ChainUnavailableError);
      send.mockImplementation((method) =>
        method === 'eth_maxPriorityFeePerGas'
          ? Promise.reject(chainUnavailable(method, 'rpc -32601'))
          : Promise.resolve({ number: '0x1', hash: '0x1', timestamp: '0x1', baseFeePerGas: '0x7' }),
      );
      expect(await chain.gasPrice()).toEqual({ maxFeeWei: 1_500_000_014n, presentWei: 1_000_000_007n });
    } finally {
      clock.mockRestore();
    }
  });

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

  it('passes the reason of a failure on to the log of the indexer', async () => {
    isBroken = true;
    const error: unknown = await new RpcLogSource(rpc).head().catch((thrown: unknown) => thrown);
    expect(errorFields(error)).toEqual({ errorName: 'LogSourceError', errorCode: 'http 502' });
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

  it('shows in the metrics of a process that the breaker is open, until the node answers', async () => {
    const metrics = Metrics.on();
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const providers = [
      { provide: Metrics, useValue: metrics },
      { provide: Logger, useValue: log },
    ];
    const parts = { global: true, module: class Parts {}, providers, exports: [Metrics, Logger] };
    const { port } = node.address() as AddressInfo;
    const chainModule = ChainModule.forRoot({
      ...{ CHAIN_RPC_URL: new Secret(`http://127.0.0.1:${port}`), CHAIN_ID },
      ...{ FACTORY_ADDRESS: ADDRESS, COLLATERAL_ADDRESS: ADDRESS },
    });
    isBroken = true;
    const app = await NestFactory.createApplicationContext(
      { module: class Root {}, imports: [parts, chainModule] },
      { logger: false },
    );
    const clock = jest.spyOn(performance, 'now');
    try {
      const chain = app.get(Chain);
      for (let outage = 0; outage < 3; outage += 1) await expect(chain.head()).rejects.toThrow(ChainUnavailableError);
      expect(await metrics.text()).toContain('presage_chain_breaker_open 1\n');
      isBroken = false;
      clock.mockReturnValue(performance.now() + 1_000);
      await chain.isMarket(ADDRESS);
      expect(await metrics.text()).toContain('presage_chain_breaker_open 0\n');
    } finally {
      clock.mockRestore();
      await app.close();
    }
  });
});
