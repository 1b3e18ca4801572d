// Buys through the whole product on the embedded chain, against a bare loop that posts the same two calls for each buy to
// the same provider and waits until both are complete. A chain slows as it grows, so each round has a fresh one.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../dist/apps/devnet/src/postgres/postgres.js';
import { encodeApproval, encodeMarketCall } from '../../dist/libs/contracts/src/index.js';
import { EntityCiphertext } from '../../dist/libs/custody/src/entity-ciphertext.js';
import { median, secondsOf } from './support/measure.mjs';
import { startProduct } from './support/product.mjs';

const AGENTS = 12;
const BUYS_PER_AGENT = 6;
/** So that no process meets its own code for the first time. */
const WARM_UP_BUYS = 3;
const AMOUNT = '1';
const AMOUNT_BASE_UNITS = 1_000_000n;
const POLL_MS = 20;
const DAY_S = 86_400;
const TRANSACTIONS = '/v1/w3s/transactions';
const ACTIONS = ['create_market', 'buy_yes'];

export async function benchPipeline(site, { rounds }) {
  const figures = { ours: [], reference: [] };
  for (let round = 0; round < rounds; round += 1) {
    await site.withDatabase(undefined, async ({ url }) => {
      const product = await startProduct(site, url);
      try {
        const { agents, market } = await prepare(product, url);
        await buyThroughProduct(product, { agents, buys: WARM_UP_BUYS });
        await buyThroughProvider(product, { agents, market, buys: 1 });
        /** @type {[string, () => Promise<number>][]} */
        const sides = [
          ['ours', () => buyThroughProduct(product, { agents })],
          ['reference', () => buyThroughProvider(product, { agents, market })],
        ];
        for (const [side, measure] of round % 2 === 0 ? sides : sides.reverse()) figures[side].push(await measure());
      } finally {
        await product.stop();
      }
    });
  }
  return [
    {
      what: 'buys through API, worker, provider and chain',
      unit: 'a second',
      ours: median(figures.ours),
      reference: median(figures.reference),
      bar: { ratio: 0.5 },
      note: `${AGENTS} agents at once, approve and buy`,
    },
  ];
}

/** Agents with wallets and coins, and a market of the first one's. */
async function prepare({ apiUrl, deployment }, databaseUrl) {
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, index) => register(apiUrl, `agent_buyer_${index}`)),
  );
  const [creator] = agents;
  const intentId = await confirmed(apiUrl, creator, 'create_market', {
    question: 'How many buys a second?',
    close_timestamp: String(Math.floor(Date.now() / 1000) + DAY_S),
    resolver: creator.address,
    collateral_token: deployment.collateral,
  });
  const { execution } = await post(apiUrl, `/agent/intents/${intentId}/execute`);
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query('SELECT agent_id, provider_wallet_id FROM agent_wallets'),
  );
  for (const agent of agents) {
    agent.walletId = rows.find((row) => row.agent_id === agent.agentId).provider_wallet_id;
    agent.intentIds = await Promise.all(
      Array.from({ length: WARM_UP_BUYS + BUYS_PER_AGENT }, () =>
        confirmed(apiUrl, agent, 'buy_yes', {
          market_contract_address: execution.market_contract_address,
          amount: AMOUNT,
        }),
      ),
    );
  }
  return { agents, market: execution.market_contract_address };
}

async function buyThroughProduct({ apiUrl }, { agents, buys = BUYS_PER_AGENT }) {
  return buysPerSecond(agents, buys, async ({ intentIds }) => {
    const { execution } = await post(apiUrl, `/agent/intents/${intentIds.pop()}/execute`);
    if (execution.status !== 'executed') throw new Error(`a buy is ${execution.status}`);
  });
}

async function buyThroughProvider({ providerUrl, secrets, deployment }, { agents, market, buys = BUYS_PER_AGENT }) {
  const authorization = `Bearer ${secrets.providerApiKey.reveal()}`;
  const get = async (route) => read(await fetch(providerUrl + route, { headers: { authorization } }));
  const ciphertext = new EntityCiphertext(secrets.providerEntitySecret, async () => {
    const { data } = await get('/v1/w3s/config/entity/publicKey');
    return data.publicKey;
  });
  const send = async (walletId, contractAddress, { callData }) => {
    const entitySecretCiphertext = await ciphertext.make();
    const call = { walletId, contractAddress, callData, feeLevel: 'MEDIUM', idempotencyKey: randomUUID() };
    const body = { ...call, entitySecretCiphertext };
    const { data } = await post(providerUrl, '/v1/w3s/developer/transactions/contractExecution', body, {
      authorization,
    });
    for (;;) {
      const { state } = (await get(`${TRANSACTIONS}/${data.id}`)).data.transaction;
      if (state === 'COMPLETE') return;
      if (state === 'FAILED') throw new Error('a bare call failed');
      await delay(POLL_MS);
    }
  };
  return buysPerSecond(agents, buys, async ({ walletId }) => {
    await send(walletId, deployment.collateral, encodeApproval(market, AMOUNT_BASE_UNITS));
    const once = {
      ref: `0x${randomBytes(32).toString('hex')}`,
      deadlineSeconds: Math.floor(Date.now() / 1000) + DAY_S,
    };
    await send(walletId, market, encodeMarketCall({ function: 'buyYes', amountBaseUnits: AMOUNT_BASE_UNITS }, once));
  });
}

/** All agents at once, each with one buy after the other. */
async function buysPerSecond(agents, buys, buyOne) {
  const seconds = await secondsOf(() =>
    Promise.all(
      agents.map(async (agent) => {
        for (let buy = 0; buy < buys; buy += 1) await buyOne(agent);
      }),
    ),
  );
  return (agents.length * buys) / seconds;
}

async function register(apiUrl, agentId) {
  const { agent_wallet: wallet } = await post(apiUrl, '/agent/wallets', {
    agent_id: agentId,
    wallet_provider: 'provider_agent_wallet',
    allowed_actions: ACTIONS,
  });
  await post(apiUrl, `/agent/wallets/${agentId}/faucet`);
  return { agentId, address: wallet.agent_wallet_address };
}

async function confirmed(apiUrl, { agentId, address }, action, fields) {
  const { intent } = await post(apiUrl, '/agent/intents', {
    ...{ action, agent_id: agentId, user_wallet: address, market_id: 'bench' },
    ...fields,
  });
  await post(apiUrl, `/agent/intents/${intent.intent_id}/confirm`);
  return intent.intent_id;
}

async function post(baseUrl, route, body, headers = {}) {
  return read(
    await fetch(baseUrl + route, {
      method: 'POST',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

async function read(response) {
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(body)}`);
  return body;
}
