import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import { encodeApproval, encodeMarketCall } from '@app/contracts';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { EntityCiphertext } from '../../../../libs/custody/src/entity-ciphertext.js';
import { openStack, type Stack } from '../../../../dev/stack/open-stack.js';
import { type ApiAgent, ApiClient, type ApiRequest, sendByFetch } from '../../../support/api-client.js';
import { at, textAt } from '../../../support/json.js';
import { cpuUsOf, postgresCpuUs } from '../support/cpu-time.js';
import { median, secondsOf } from '../support/measure.js';
import type { BenchServers } from './bench-servers.js';
import type { Figure } from '../support/report.js';

/** Enough to keep both cores busy: an agent buys again only after its last buy, and half of that time is round trips. */
const AGENTS = 24;
/** Buys per agent in a measurement. */
const BUYS_PER_AGENT = 10;
/**
 * Buys per agent before the measurement. Processes compile their code in their first seconds: after 3 buys of 12 agents, a buy
 * takes half more time than after 25.
 */
const WARM_UP_BUYS = 15;
const NOTE = `${AGENTS} concurrent agents after ${WARM_UP_BUYS} buys each; approve and buy`;
const AMOUNT = '1';
const AMOUNT_BASE_UNITS = 1_000_000n;
const POLL_INTERVAL_MS = 20;
const DAY_S = 86_400;
const TRANSACTIONS = '/v1/w3s/transactions';

export interface Buyer extends ApiAgent {
  readonly walletId: string;
  /** Confirmed buys that are not executed yet. */
  readonly intentIds: string[];
}

interface Round {
  readonly perSecond: number;
  /** CPU time of one buy. */
  readonly cpuUs: { readonly api: number; readonly worker: number; readonly postgres: number };
}

/**
 * Buys per second through the whole product on a chain, compared with a loop that posts the same two calls per buy to the
 * same provider. Every round has a new chain, because a chain slows down as it grows.
 */
export async function benchPipeline(
  servers: BenchServers,
  { rounds, redisUrl }: { readonly rounds: number; readonly redisUrl?: Secret },
): Promise<Figure[]> {
  const [product, reference]: [Round[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const measure = async (stack: Stack): Promise<void> => {
      const buyers = await prepare(stack, WARM_UP_BUYS + BUYS_PER_AGENT);
      await buyThroughProduct(buyers, WARM_UP_BUYS);
      await buyThroughProvider(stack, buyers, 1);
      if (round % 2 === 0) product.push(await measureBuys(stack, buyers, BUYS_PER_AGENT));
      reference.push(await buyThroughProvider(stack, buyers, BUYS_PER_AGENT));
      if (round % 2 === 1) product.push(await measureBuys(stack, buyers, BUYS_PER_AGENT));
    };
    await servers.wipeRedis();
    await withStack(servers, 'provider', measure, redisUrl);
  }
  return [
    {
      name: `buys through API, worker, provider and chain, queue in ${redisUrl ? 'Redis' : 'PostgreSQL'}`,
      ...{ unit: '/s', product: rateOf(product), reference: median(reference), bar: { minRatio: 0.75 } },
      note: NOTE,
    },
  ];
}

/** CPU time of a buy through the whole product. */
export async function benchCpu(servers: BenchServers): Promise<Figure[]> {
  let [api, worker, postgres] = [0, 0, 0];
  await withStack(servers, 'provider', async (stack) => {
    const buyers = await prepare(stack, WARM_UP_BUYS + BUYS_PER_AGENT);
    await buyThroughProduct(buyers, WARM_UP_BUYS);
    ({ api, worker, postgres } = (await measureBuys(stack, buyers, BUYS_PER_AGENT)).cpuUs);
  });
  const note = `CPU time; ${NOTE}`;
  const msOf = (us: number): number => us / 1_000;
  return [
    { name: 'worker, one buy', unit: 'ms', product: msOf(worker), bar: { max: 8 }, note },
    {
      name: 'API, worker and PostgreSQL, one buy',
      ...{ unit: 'ms', product: msOf(api + worker + postgres), bar: { max: 30 } },
      note: `${note}; API ${msOf(api).toFixed(1)}, PostgreSQL ${msOf(postgres).toFixed(1)}`,
    },
  ];
}

/** Buys per second through the whole product when the worker signs with a keystore. */
export async function benchKeystore(servers: BenchServers, { rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const product: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await withStack(servers, 'keystore', async (stack) => {
      const buyers = await prepare(stack, WARM_UP_BUYS + BUYS_PER_AGENT);
      await buyThroughProduct(buyers, WARM_UP_BUYS);
      product.push(await measureBuys(stack, buyers, BUYS_PER_AGENT));
    });
  }
  return [{ name: 'buys with CUSTODY=keystore', unit: '/s', product: rateOf(product), bar: { min: 60 }, note: NOTE }];
}

function rateOf(rounds: readonly Round[]): number {
  return median(rounds.map(({ perSecond }) => perSecond));
}

export async function withStack(
  servers: BenchServers,
  custody: 'provider' | 'keystore',
  work: (stack: Stack) => Promise<void>,
  redisUrl?: Secret,
): Promise<void> {
  await servers.withDatabase(undefined, async ({ url }) => {
    const env = { LOG_LEVEL: 'error', ...(redisUrl && { QUEUE_URL: redisUrl.reveal() }) };
    const stack = await openStack({ run: servers.run, databaseUrl: url, databaseIsReady: true, custody, env });
    try {
      await work(stack);
    } finally {
      await stack.stop();
    }
  });
}

/** Measures the rate of the next buys and the CPU time of each. */
async function measureBuys({ api, workers, databaseUrl }: Stack, buyers: Buyers, count: number): Promise<Round> {
  return withClient(new Secret(databaseUrl), async (client) => {
    const [worker] = workers;
    const readUs = async (): Promise<Round['cpuUs']> => ({
      api: cpuUsOf(api.pid),
      worker: cpuUsOf(worker?.pid ?? 0),
      postgres: await postgresCpuUs(client),
    });
    const before = await readUs();
    const perSecond = await buyThroughProduct(buyers, count);
    const after = await readUs();
    const buys = AGENTS * count;
    const perBuy = (part: keyof Round['cpuUs']): number => (after[part] - before[part]) / buys;
    return { perSecond, cpuUs: { api: perBuy('api'), worker: perBuy('worker'), postgres: perBuy('postgres') } };
  });
}

export interface Buyers {
  readonly client: ApiClient;
  readonly agents: readonly Buyer[];
  readonly market: string;
}

/** Creates funded agents with that many confirmed buys each, and a market. */
export async function prepare({ api, deployment, databaseUrl }: Stack, buys: number): Promise<Buyers> {
  const client = new ApiClient(sendByFetch(api.url));
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, index) => client.setUpAgent(`agent_buyer_${index}`)),
  );
  const [creator] = agents;
  if (creator === undefined) throw new Error('the bench has no agents');
  const creation = await client.createConfirmedIntent(creator, 'create_market', {
    market_id: 'bench',
    question: 'How many buys per second?',
    close_timestamp: String(Math.floor(Date.now() / 1000) + DAY_S),
    resolver: creator.address,
    collateral_token: deployment.collateral,
  });
  const market = textAt((await client.executeIntent(creation)).body, 'execution', 'market_contract_address');
  const walletIds = await providerWallets(databaseUrl);
  const idle = agents.map((agent) => ({ ...agent, walletId: walletIds.get(agent.agentId) ?? '', intentIds: [] }));
  const buyers = { client, market, agents: idle };
  await confirmBuys(buyers, buys);
  return buyers;
}

/** Creates that many more confirmed buys of each agent. */
export async function confirmBuys({ client, agents, market }: Buyers, buys: number): Promise<void> {
  const buy = { market_id: 'bench', market_contract_address: market, amount: AMOUNT };
  const confirmAll = async (agent: Buyer): Promise<void> => {
    // One after the other: the API sheds load when hundreds arrive at once.
    for (let created = 0; created < buys; created += 1) {
      agent.intentIds.push(await client.createConfirmedIntent(agent, 'buy_yes', buy));
    }
  };
  await Promise.all(agents.map(confirmAll));
}

/** Reads the provider's wallet ids by agent. */
async function providerWallets(databaseUrl: string): Promise<Map<string, string>> {
  return withClient(new Secret(databaseUrl), async (client) => {
    const { rows } = await client.query<{ agent_id: string; provider_wallet_id: string }>(
      'SELECT agent_id, provider_wallet_id FROM agent_wallets',
    );
    return new Map(rows.map((row) => [row.agent_id, row.provider_wallet_id]));
  });
}

export async function buyThroughProduct({ client, agents }: Buyers, buys: number): Promise<number> {
  return buysPerSecond(agents, buys, async ({ intentIds }) => {
    const { body } = await client.executeIntent(intentIds.pop() ?? '');
    const status = at(body, 'execution', 'status');
    if (status !== 'executed') throw new Error(`a buy is ${String(status)}`);
  });
}

async function buyThroughProvider(stack: Stack, { agents, market }: Buyers, buys: number): Promise<number> {
  const { provider, secrets, deployment } = stack;
  const authorization = `Bearer ${secrets.providerApiKey.reveal()}`;
  const client = new ApiClient(sendByFetch(provider.url));
  const call = (request: ApiRequest): Promise<unknown> => client.call({ ...request, headers: { authorization } });
  const ciphertext = new EntityCiphertext(secrets.providerEntitySecret, async () => {
    const answer = await call({ method: 'GET', path: '/v1/w3s/config/entity/publicKey' });
    return textAt(answer, 'data', 'publicKey');
  });
  const send = async (walletId: string, contractAddress: string, callData: string): Promise<void> => {
    const submission = { walletId, contractAddress, callData, feeLevel: 'MEDIUM', idempotencyKey: randomUUID() };
    const body = { ...submission, entitySecretCiphertext: await ciphertext.make() };
    const path = '/v1/w3s/developer/transactions/contractExecution';
    const id = textAt(await call({ method: 'POST', path, body }), 'data', 'id');
    for (;;) {
      const transaction = await call({ method: 'GET', path: `${TRANSACTIONS}/${id}` });
      const state = textAt(transaction, 'data', 'transaction', 'state');
      if (state === 'COMPLETE') return;
      if (state === 'FAILED') throw new Error('a call of the reference failed');
      await delay(POLL_INTERVAL_MS);
    }
  };
  return buysPerSecond(agents, buys, async ({ walletId }) => {
    await send(walletId, deployment.collateral, encodeApproval(market, AMOUNT_BASE_UNITS).callData);
    const ref = `0x${randomBytes(32).toString('hex')}`;
    const once = { ref, deadlineSeconds: Math.floor(Date.now() / 1000) + DAY_S };
    const buy = encodeMarketCall(
      { function: 'buyYes', amountBaseUnits: AMOUNT_BASE_UNITS, minPayoutBaseUnits: 0n },
      once,
    );
    await send(walletId, market, buy.callData);
  });
}

/** Runs all agents concurrently, each with one buy after the other. */
async function buysPerSecond(
  agents: readonly Buyer[],
  buys: number,
  buyOne: (agent: Buyer) => Promise<void>,
): Promise<number> {
  const buyAll = async (agent: Buyer): Promise<void> => {
    for (let buy = 0; buy < buys; buy += 1) await buyOne(agent);
  };
  const seconds = await secondsOf(() => Promise.all(agents.map(buyAll)));
  return (agents.length * buys) / seconds;
}
