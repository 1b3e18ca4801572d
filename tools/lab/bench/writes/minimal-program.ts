import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { JsonRpcProvider, parseUnits, Wallet } from 'ethers';
import { Redis } from 'ioredis';
import { marketInterface } from '@app/chain';
import { parseOwnJson } from '../../../support/json.js';

export interface MinimalOptions {
  readonly role: 'api' | 'worker';
  readonly port: number;
  readonly redisPort: number;
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly market: string;
  readonly privateKeys: readonly string[];
}

interface Write {
  readonly wallet: number;
  readonly amount: string;
}

const QUEUE = 'writes';
const CONCURRENCY = 200;
const RECEIPT_POLL_MS = 100;
const FEES = {
  gasLimit: 300_000n,
  maxFeePerGas: parseUnits('100', 'gwei'),
  maxPriorityFeePerGas: parseUnits('1', 'gwei'),
};

const options = parseOwnJson<MinimalOptions>(process.argv[2] ?? '');
const redis = new Redis(options.redisPort, { maxRetriesPerRequest: null });
if (options.role === 'api') serve();
else await work();

/** `POST /writes` adds a job, `GET /writes/ID` reads its result. */
function serve(): void {
  const queue = new Queue<Write>(QUEUE, { connection: redis });
  const answer = async (request: IncomingMessage): Promise<object> => {
    if (request.method === 'GET') return { status: await redis.get(`write:${request.url?.split('/').at(-1) ?? ''}`) };
    const id = randomUUID();
    const write = parseOwnJson<Write>((await request.toArray()).join(''));
    await queue.add(QUEUE, write, { jobId: id, attempts: 5, removeOnComplete: true, removeOnFail: true });
    return { id };
  };
  createServer((request, response) => void answer(request).then((body) => response.end(JSON.stringify(body)))).listen(
    options.port,
  );
}

/** Signs and sends one transaction per job, and waits for its receipt. The next nonces are in memory only. */
async function work(): Promise<void> {
  const provider = new JsonRpcProvider(options.rpcUrl, options.chainId, { staticNetwork: true });
  const wallets = options.privateKeys.map((key) => new Wallet(key));
  const nonces = await Promise.all(wallets.map(({ address }) => provider.getTransactionCount(address, 'pending')));
  const run = async ({ wallet: index, amount }: Write): Promise<string> => {
    const [wallet, nonce = 0] = [wallets[index], nonces[index]];
    nonces[index] = nonce + 1;
    const data = marketInterface.encodeFunctionData('buyYes(uint256)', [amount]);
    const signed = await wallet?.signTransaction({
      ...FEES,
      to: options.market,
      data,
      nonce,
      chainId: options.chainId,
      type: 2,
    });
    const { hash } = await provider.broadcastTransaction(signed ?? '');
    for (;;) {
      const receipt = await provider.getTransactionReceipt(hash);
      if (receipt !== null) return receipt.status === 1 ? 'mined' : 'failed';
      await delay(RECEIPT_POLL_MS);
    }
  };
  const process = async ({ id = '', data }: { id?: string; data: Write }): Promise<void> =>
    void (await redis.set(`write:${id}`, await run(data)));
  new Worker<Write>(QUEUE, process, { connection: redis, concurrency: CONCURRENCY }).on('error', console.error);
  createServer((_request, response) => response.end()).listen(options.port);
}
