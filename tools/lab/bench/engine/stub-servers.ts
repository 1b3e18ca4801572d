import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { AbiCoder } from 'ethers/abi';
import { LOCAL_CHAIN_ID } from '../../../../dev/devnet/chain/chain.js';
import { at, parseJson, textAt } from '../../../support/json.js';
import type { CallLogs } from '../../../support/engine/call-logs.js';
import { hashOf } from '../../../support/engine/stub-ports.js';

const SUBMIT = '/v1/w3s/developer/transactions/contractExecution';
const LIST = '/v1/w3s/transactions';
const MAX_LISTED = 50;
const UINT256_ONE = `0x${'1'.padStart(64, '0')}`;
/** Answer to any batch of up to eight reads: more answers than reads are ignored. */
const BATCH_OF_ONES = AbiCoder.defaultAbiCoder().encode(['bytes[]'], [Array(8).fill(UINT256_ONE)]);
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 4096 });

export interface StubServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

interface Transaction {
  readonly id: string;
  readonly walletId: string;
  readonly contractAddress: string;
  readonly refId: string;
  readonly state: 'COMPLETE';
  readonly txHash: string;
}

/** Starts a provider that holds each submission for `delayMs` and completes it. `load.max` is the peak concurrency. */
export async function startStubProvider(
  delayMs: number,
  logs: CallLogs,
): Promise<StubServer & { readonly load: { max: number } }> {
  const transactions = new Map<string, Transaction>();
  const load = { now: 0, max: 0 };
  const submit = async (body: unknown): Promise<object> => {
    load.now += 1;
    load.max = Math.max(load.max, load.now);
    await delay(delayMs);
    load.now -= 1;
    const id = randomUUID();
    const sent = {
      walletId: textAt(body, 'walletId'),
      contractAddress: textAt(body, 'contractAddress'),
      refId: textAt(body, 'refId'),
    };
    logs.mined(hashOf(id), textAt(body, 'callData'));
    transactions.set(id, { id, ...sent, state: 'COMPLETE', txHash: hashOf(id) });
    return { id, state: 'INITIATED' };
  };
  const list = (walletIds: readonly string[]): object => ({
    transactions: [...transactions.values()].filter(({ walletId }) => walletIds.includes(walletId)).slice(-MAX_LISTED),
  });
  const server = await listen(async ({ url = '' }, body) => {
    const { pathname, searchParams } = new URL(url, 'http://stub');
    if (pathname.endsWith('/publicKey')) {
      return { data: { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) } };
    }
    if (pathname === SUBMIT) return { data: await submit(body) };
    if (pathname === LIST) return { data: list((searchParams.get('walletIds') ?? '').split(',')) };
    return { data: { transaction: transactions.get(pathname.slice(LIST.length + 1)) } };
  });
  return { ...server, load };
}

const RESULTS: ReadonlyMap<string, (params: unknown, chain: StubChain) => unknown> = new Map<
  string,
  (params: unknown, chain: StubChain) => unknown
>([
  ['eth_chainId', () => `0x${LOCAL_CHAIN_ID.toString(16)}`],
  ['eth_blockNumber', (_params, chain) => chain.block('latest').number],
  ['eth_getLogs', () => []],
  ['eth_call', (params, { logs }) => callOf(at(params, '0'), logs)],
  ['eth_getBalance', () => `0x${(10n ** 30n).toString(16)}`],
  ['eth_getBlockByNumber', (params, chain) => chain.block(textAt(params, '0'))],
  ['eth_getTransactionReceipt', (params, chain) => chain.receipt(textAt(params, '0'))],
]);

interface StubNodeOptions {
  /** Called for each JSON-RPC call, also for each call of a batch. */
  readonly onCall?: () => void;
  /** Interval of new blocks. Without it block 1 stays the latest. */
  readonly blockIntervalMs?: number;
}

/** Starts a node on which every call succeeds and every view returns 1. */
export async function startStubNode(logs: CallLogs, options: StubNodeOptions = {}): Promise<StubServer> {
  const chain = new StubChain(logs, options.blockIntervalMs ?? Infinity);
  const answer = (call: unknown): object => {
    options.onCall?.();
    const result = RESULTS.get(textAt(call, 'method'))?.(at(call, 'params'), chain) ?? null;
    return { jsonrpc: '2.0', id: at(call, 'id'), result };
  };
  return listen((_request, body) => Promise.resolve(Array.isArray(body) ? body.map(answer) : answer(body)));
}

/** Blocks of a node. A transaction is in the latest block at the first request for its receipt: its provider shows it as complete. */
class StubChain {
  private readonly startedMs = performance.now();
  private readonly blockOf = new Map<string, number>();

  constructor(
    readonly logs: CallLogs,
    private readonly blockIntervalMs: number,
  ) {}

  block(tag: string): { number: string; hash: string; baseFeePerGas: string; timestamp: string } {
    const number = tag.startsWith('0x') ? Number(tag) : this.head;
    const timestamp = `0x${Math.floor(Date.now() / 1000).toString(16)}`;
    return { number: `0x${number.toString(16)}`, hash: hashOfBlock(number), baseFeePerGas: '0x1', timestamp };
  }

  receipt(transactionHash: string): object {
    const number = this.blockOf.get(transactionHash) ?? this.head;
    this.blockOf.set(transactionHash, number);
    const block = { blockNumber: `0x${number.toString(16)}`, blockHash: hashOfBlock(number) };
    return { transactionHash, status: '0x1', ...block, logs: this.logs.of(transactionHash) };
  }

  private get head(): number {
    return 1 + Math.floor((performance.now() - this.startedMs) / this.blockIntervalMs);
  }
}

function hashOfBlock(number: number): string {
  return `0xb${number.toString(16).padStart(63, '0')}`;
}

/** A call with a sender is the simulation of a claim, and one without a target a batch of reads. */
function callOf(call: unknown, logs: CallLogs): string {
  const from = at(call, 'from');
  if (at(call, 'to') === undefined) return BATCH_OF_ONES;
  if (typeof from === 'string') logs.called(textAt(call, 'data'), { from, to: textAt(call, 'to') });
  return UINT256_ONE;
}

async function listen(handle: (request: IncomingMessage, body: unknown) => Promise<object>): Promise<StubServer> {
  const server = createServer((request, response) => {
    void readBody(request)
      .then((body) => handle(request, body))
      .then((answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)));
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stub server does not listen');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, close };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => request.once('end', resolve));
  return parseJson(Buffer.concat(chunks).toString());
}
