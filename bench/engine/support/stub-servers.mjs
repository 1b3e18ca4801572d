// A provider that takes its time and a node that answers at once, over HTTP, for workers that are processes.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { hashOf } from './stub-ports.mjs';

const SUBMIT = '/v1/w3s/developer/transactions/contractExecution';
const LIST = '/v1/w3s/transactions';
const WORD = `0x${'1'.padStart(64, '0')}`;
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 4096 });

/** @param delayMs how long each submission is held */
export async function startStubProvider(delayMs) {
  const transactions = new Map();
  const load = { now: 0, most: 0 };
  const server = await listen(async (request, body) => {
    const { pathname, searchParams } = new URL(request.url, 'http://stub');
    if (pathname.endsWith('/publicKey')) {
      return { data: { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) } };
    }
    if (pathname === SUBMIT) return { data: await submit(body) };
    if (pathname === LIST) {
      const walletIds = new Set(searchParams.get('walletIds').split(','));
      const all = [...transactions.values()].filter(({ walletId }) => walletIds.has(walletId));
      return { data: { transactions: all.slice(-50) } };
    }
    return { data: { transaction: transactions.get(pathname.slice(LIST.length + 1)) } };
  });
  return { ...server, load };

  async function submit({ walletId, contractAddress, refId }) {
    load.now += 1;
    load.most = Math.max(load.most, load.now);
    await delay(delayMs);
    load.now -= 1;
    const id = randomUUID();
    transactions.set(id, { id, walletId, contractAddress, refId, state: 'COMPLETE', txHash: hashOf(id) });
    return { id, state: 'INITIATED' };
  }
}

const BLOCK = { number: '0x1', hash: `0x${'b1'.repeat(32)}`, baseFeePerGas: '0x1' };
const ANSWERS = {
  eth_blockNumber: () => BLOCK.number,
  eth_getLogs: () => [],
  eth_call: () => WORD,
  eth_getBalance: () => `0x${(10n ** 30n).toString(16)}`,
  eth_getBlockByNumber: () => ({ ...BLOCK, timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}` }),
  eth_getTransactionReceipt: ([transactionHash]) => ({
    ...{ transactionHash, status: '0x1', blockNumber: BLOCK.number, blockHash: BLOCK.hash, logs: [] },
  }),
};

/** Every call succeeds, every view answers 1, every transaction is in block 1. */
export async function startStubNode() {
  const answer = ({ id, method, params }) => ({ jsonrpc: '2.0', id, result: ANSWERS[method]?.(params) ?? null });
  return listen((_request, body) => (Array.isArray(body) ? body.map(answer) : answer(body)));
}

async function listen(handle) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const answer = await handle(request, text === '' ? undefined : JSON.parse(text));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
