import { textAt } from '../../support/json.js';
import { ApiClient, type ApiRequest } from '../../support/api-client.js';
import { LivePool } from './requests/live-pool.js';

const AGENTS = 6;
/** Agents whose wallets the fuzzer never disables. */
const PROTECTED_AGENTS = 3;
const MARKETS = 2;
const MARKET_LIFE_MS = 30 * 86_400_000;

export function listAgentIds(seed: number): string[] {
  return Array.from({ length: AGENTS }, (_, index) => `agent_fuzz_${seed}_${index + 1}`);
}

/** Creates agents with funded wallets and markets on the chain. @returns their ids for the requests */
export async function prepare(client: ApiClient, seed: number): Promise<LivePool> {
  const pool = new LivePool();
  const recording = new ApiClient(async (request: ApiRequest) => {
    const body = await client.call(request);
    pool.harvest(body);
    return { status: 200, headers: new Headers(), body };
  });
  const contract = await recording.call({ method: 'GET', path: '/chain/contract' });
  const collateral = textAt(contract, 'collateral_erc20_interface');
  pool.add('collateral', collateral);
  for (const [index, agentId] of listAgentIds(seed).entries()) {
    pool.add(index < PROTECTED_AGENTS ? 'protected agent' : 'agent', agentId);
    const address = await recording.registerWallet(agentId);
    await recording.requestFaucet(agentId).catch(() => undefined); // a repeated run meets the faucet's cooldown
    if (index < MARKETS) await createMarket(recording, { agentId, address, collateral });
  }
  await recording.call({ method: 'GET', path: '/markets' });
  const onboarding = { agent_id: `agent_fuzz_mail_${seed}`, user_email: 'fuzz@example.com' };
  await recording.call({ method: 'POST', path: '/agent/onboarding/start', body: onboarding });
  return pool;
}

async function createMarket(
  client: ApiClient,
  { agentId, address, collateral }: { agentId: string; address: string; collateral: string },
): Promise<void> {
  const intentId = await client.createConfirmedIntent({ agentId, address }, 'create_market', {
    market_id: `market at ${Date.now()}`,
    question: 'Will this be found?',
    close_timestamp: new Date(Date.now() + MARKET_LIFE_MS).toISOString(),
    resolver: address,
    collateral_token: collateral,
  });
  await client.executeIntent(intentId);
}
