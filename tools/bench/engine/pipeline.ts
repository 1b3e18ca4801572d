import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import { encodeApproval, encodeMarketCall } from '@app/contracts';
import { withClient } from '../../../apps/devnet/src/postgres/postgres.js';
import { EntityCiphertext } from '../../../libs/custody/src/entity-ciphertext.js';
import { openStack, type Stack } from '../../stack/open-stack.js';
import { type ApiAgent, ApiClient, type ApiRequest, sendByFetch } from '../../support/api-client.js';
import { at, textAt } from '../../support/json.js';
import { median, secondsOf } from '../support/measure.js';
import type { BenchDatabase, BenchServers } from './bench-servers.js';
import type { Figure } from '../support/report.js';

const AGENTS = 12;
const BUYS_PER_AGENT = 6;
/** Buys per agent before the measurement, for compiled code and open connections. */
const WARM_UP_BUYS = 3;
const AMOUNT = '1';
const AMOUNT_BASE_UNITS = 1_000_000n;
const POLL_INTERVAL_MS = 20;
const DAY_S = 86_400;
const TRANSACTIONS = '/v1/w3s/transactions';

interface Buyer extends ApiAgent {
  readonly walletId: string;
  /** Confirmed buys that are not executed yet. */
  readonly intentIds: string[];
}

/**
 * Buys per second through the whole product on a chain, compared with a loop that posts the same two calls per buy to the
 * same provider. Every round has a new chain, because a chain slows down as it grows.
 */
export async function benchPipeline(servers: BenchServers, { rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const [product, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await servers.withDatabase(undefined, async (database) => {
      const stack = await startStack(servers, database);
      try {
        const buyers = await prepare(stack);
        await buyThroughProduct(buyers, WARM_UP_BUYS);
        await buyThroughProvider(stack, buyers, 1);
        if (round % 2 === 0) product.push(await buyThroughProduct(buyers, BUYS_PER_AGENT));
        reference.push(await buyThroughProvider(stack, buyers, BUYS_PER_AGENT));
        if (round % 2 === 1) product.push(await buyThroughProduct(buyers, BUYS_PER_AGENT));
      } finally {
        await stack.stop();
      }
    });
  }
  return [
    {
      name: 'buys through API, worker, provider and chain',
      ...{ unit: '/s', product: median(product), reference: median(reference), bar: { minRatio: 0.5 } },
      note: `${AGENTS} concurrent agents, approve and buy`,
    },
  ];
}

function startStack({ run }: BenchServers, { url }: BenchDatabase): Promise<Stack> {
  return openStack({ run, databaseUrl: url, databaseIsReady: true, env: { LOG_LEVEL: 'error' } });
}

interface Buyers {
  readonly client: ApiClient;
  readonly agents: readonly Buyer[];
  readonly market: string;
}

/** Creates funded agents with confirmed buys, and a market. */
async function prepare({ api, deployment, databaseUrl }: Stack): Promise<Buyers> {
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
  const buy = { market_id: 'bench', market_contract_address: market, amount: AMOUNT };
  const buyers = agents.map(async (agent): Promise<Buyer> => {
    const intentIds = Array.from({ length: WARM_UP_BUYS + BUYS_PER_AGENT }, () =>
      client.createConfirmedIntent(agent, 'buy_yes', buy),
    );
    return { ...agent, walletId: walletIds.get(agent.agentId) ?? '', intentIds: await Promise.all(intentIds) };
  });
  return { client, market, agents: await Promise.all(buyers) };
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

async function buyThroughProduct({ client, agents }: Buyers, buys: number): Promise<number> {
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
