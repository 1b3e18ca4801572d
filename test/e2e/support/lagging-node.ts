import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at, listAt } from '../../../tools/support/json.js';
import { Random } from '../../../tools/support/random.js';

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Position of the block among a method's parameters. */
const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
};
const IN_A_BLOCK = new Set(['eth_getTransactionReceipt', 'eth_getTransactionByHash']);

/**
 * Two nodes behind one address. Every batch goes to one of them at random; the second one is `lag` blocks behind, and answers
 * truthfully for its newest block.
 */
export class LaggingNode {
  /** Blocks by which the second node is behind. */
  lag = 3;
  /** Batches that the second node has answered. */
  behind = 0;
  private readonly random = new Random(46);

  private constructor(
    private readonly server: Server,
    private readonly rpcUrl: string,
  ) {}

  static async start(rpcUrl: string): Promise<LaggingNode> {
    const server = createServer();
    const node = new LaggingNode(server, rpcUrl);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      node.answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
    const calls = Array.isArray(body) ? body : [body];
    const answers = this.random.chance(0.5) ? await this.answerBehind(calls) : await this.forward(calls);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
  }

  private async answerBehind(calls: readonly Call[]): Promise<unknown[]> {
    this.behind += 1;
    const [head] = await this.forward([{ id: 0, method: 'eth_blockNumber', params: [] }]);
    const height = Math.max(0, Number(at(head, 'result')) - this.lag);
    return Promise.all(calls.map((call) => this.answerAt(height, call)));
  }

  private async answerAt(height: number, call: Call): Promise<unknown> {
    const { id, method, params } = call;
    const newest = hex(height);
    if (method === 'eth_blockNumber') return { jsonrpc: '2.0', id, result: newest };
    const place = BLOCK_PARAMETER[method];
    const block = place === undefined ? undefined : params[place];
    if (typeof block === 'string' && block.startsWith('0x') && Number(block) > height) {
      if (method === 'eth_getBlockByNumber') return { jsonrpc: '2.0', id, result: null };
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: 'header not found' } };
    }
    const atHeight = block === 'latest' || block === 'pending' ? params.with(place ?? 0, newest) : params;
    const [answer] = await this.forward([
      { id, method, params: method === 'eth_getLogs' ? cut(params, height) : atHeight },
    ]);
    const isLater = IN_A_BLOCK.has(method) && Number(at(at(answer, 'result'), 'blockNumber') ?? 0) > height;
    return isLater ? { jsonrpc: '2.0', id, result: null } : answer;
  }

  private async forward(calls: readonly Call[]): Promise<unknown[]> {
    const body = JSON.stringify(calls.map((call) => ({ jsonrpc: '2.0', ...call })));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.rpcUrl, { method: 'POST', headers, body });
    const answers: unknown = await response.json();
    const byId = new Map(listAt({ answers }, 'answers').map((answer) => [at(answer, 'id'), answer]));
    return calls.map(({ id }) => byId.get(id));
  }
}

/** Ends the range of a log filter at the newest block. */
function cut([filter]: readonly unknown[], height: number): unknown[] {
  const end = at(filter, 'toBlock');
  const toBlock = typeof end === 'string' && end.startsWith('0x') ? Math.min(Number(end), height) : height;
  const start = at(filter, 'fromBlock');
  const fromBlock = Math.min(Number(start), height + 1);
  // Beyond the newest block there are no logs: an address without any stands for them.
  if (fromBlock > height) return [{ address: `0x${'00'.repeat(20)}`, fromBlock: hex(height), toBlock: hex(height) }];
  return [{ ...(filter as object), toBlock: hex(toBlock) }];
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
