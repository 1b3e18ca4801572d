import { ACTIONS, WALLET_PROVIDER } from '@app/common';
import { LivePool } from './requests/live-pool.js';

const AGENTS = 6;
const MARKETS = 2;
const SPARED = 3;
const MARKET_DAYS = 30;
const DAY_MS = 86_400_000;

type Body = Readonly<Record<string, unknown>>;

/** Makes agents with wallets and funds, and markets on the chain, so that requests have something to reach. */
export async function prepare(baseUrl: string, seed: number): Promise<LivePool> {
  const pool = new LivePool();
  const call = async (method: string, path: string, body?: object): Promise<Body> => {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    pool.harvest(answer);
    return fieldsOf(answer);
  };

  const contract = await call('GET', '/chain/contract');
  pool.add('collateral', contract.collateral_erc20_interface);
  for (let number = 1; number <= AGENTS; number += 1) {
    const agentId = `agent_fuzz_${seed}_${number}`;
    pool.add(number <= SPARED ? 'spared agent' : 'agent', agentId);
    const registration = { agent_id: agentId, wallet_provider: WALLET_PROVIDER, allowed_actions: ACTIONS };
    const { agent_wallet: wallet } = await call('POST', '/agent/wallets', registration);
    await call('POST', `/agent/wallets/${agentId}/faucet`).catch(() => undefined); // a repeated run has to wait for more
    if (number <= MARKETS)
      await createMarket({ call, agentId, address: fieldsOf(wallet).agent_wallet_address, contract });
  }
  await call('GET', '/markets');
  await call('POST', '/agent/onboarding/start', {
    agent_id: `agent_fuzz_mail_${seed}`,
    user_email: 'fuzz@example.com',
  });
  return pool;
}

interface NewMarket {
  readonly call: (method: string, path: string, body?: object) => Promise<Body>;
  readonly agentId: string;
  readonly address: unknown;
  readonly contract: Body;
}

async function createMarket({ call, agentId, address, contract }: NewMarket): Promise<void> {
  const { intent } = await call('POST', '/agent/intents', {
    action: 'create_market',
    agent_id: agentId,
    user_wallet: address,
    market_id: `market of ${agentId} at ${Date.now()}`,
    question: 'Will this be found?',
    close_timestamp: new Date(Date.now() + MARKET_DAYS * DAY_MS).toISOString(),
    resolver: address,
    collateral_token: contract.collateral_erc20_interface,
  });
  const path = `/agent/intents/${String(fieldsOf(intent).intent_id)}`;
  await call('POST', `${path}/confirm`);
  await call('POST', `${path}/execute`);
}

function fieldsOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
