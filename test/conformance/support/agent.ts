import { randomBytes } from 'node:crypto';
import type { Answer } from './answer.js';
import type { Client } from './client.js';

export const ACTIONS = [
  'create_market',
  'buy_yes',
  'buy_no',
  'close_market',
  'resolve_market',
  'claim_payout',
  'cancel_market',
  'claim_refund',
] as const;
export type Action = (typeof ACTIONS)[number];

export const USER_WALLET = '0x27b1fdb04752bbc536007a920d24acb045561c26';
export const RESOLVER = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
/** A valid address without a contract. */
export const ELSEWHERE = '0x00000000000000000000000000000000000000ff';
export const UNKNOWN_INTENT = `agent_intent_${'0'.repeat(32)}`;

const TIMEOUT_MS = 150_000;

/** Returns an unused agent id. */
export function newAgentId(): string {
  return `agent_${randomBytes(8).toString('hex')}x`;
}

/** Body of a valid wallet registration, with the changes of a test. */
export function walletBody(agentId: string, changes: object = {}): object {
  return { agent_id: agentId, wallet_provider: 'provider_agent_wallet', allowed_actions: ACTIONS, ...changes };
}

/** Body of a valid intent, with the changes of a test. */
export function intentBody(agentId: string, action: Action, changes: object = {}): object {
  return {
    agent_id: agentId,
    action,
    user_wallet: USER_WALLET,
    market_id: 'rain-in-lisbon',
    ...(action === 'create_market'
      ? {
          question: 'Will it rain?',
          close_timestamp: new Date(Date.now() + 3_600_000).toISOString(),
          resolver: RESOLVER,
          collateral_token: ELSEWHERE,
        }
      : { market_contract_address: ELSEWHERE }),
    ...(action.startsWith('buy_') ? { amount: '10' } : {}),
    ...(action === 'resolve_market' ? { outcome: 'yes' } : {}),
    ...changes,
  };
}

/** An agent acting over HTTP. */
export class Agent {
  readonly id = newAgentId();
  /** Address of its wallet; empty until it is registered. */
  address = '';

  constructor(readonly client: Client) {}

  /** Returns an agent with a provisioned wallet. */
  static async withWallet(client: Client, changes: object = {}): Promise<Agent> {
    const agent = new Agent(client);
    await agent.register(changes);
    return agent;
  }

  /** Returns an agent with a wallet that has test tokens and gas. */
  static async withFunds(client: Client): Promise<Agent> {
    const agent = await Agent.withWallet(client);
    expectStatus(await client.postText(`/agent/wallets/${agent.id}/faucet`), 200);
    return agent;
  }

  async register(changes: object = {}): Promise<Answer> {
    const answer = await this.client.post('/agent/wallets', walletBody(this.id, changes));
    if (answer.status > 201) throw new Error(`registering answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    this.address = answer.body.agent_wallet.agent_wallet_address;
    return answer;
  }

  create(action: Action, changes: object = {}): Promise<Answer> {
    return this.client.post('/agent/intents', intentBody(this.id, action, changes));
  }

  async preview(action: Action, changes: object = {}): Promise<string> {
    return expectStatus(await this.create(action, changes), 201).body.intent.intent_id;
  }

  step(
    intentId: string,
    step: 'confirm' | 'execute' | 'cancel',
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.client.send(`/agent/intents/${intentId}/${step}`, { method: 'POST', headers });
  }

  async confirmed(action: Action, changes: object = {}): Promise<string> {
    const intentId = await this.preview(action, changes);
    expectStatus(await this.step(intentId, 'confirm'), 200);
    return intentId;
  }

  /** Creates an intent, confirms it and executes it. */
  async run(action: Action, changes: object = {}): Promise<Answer> {
    return this.step(await this.confirmed(action, changes), 'execute', { prefer: 'wait=60' });
  }

  /** Closes a market as soon as the chain accepts it. Earlier attempts fail and are repeated. */
  async closeWhenDue(market: object): Promise<Answer> {
    const intentId = await this.preview('close_market', market);
    for (const until = Date.now() + TIMEOUT_MS; ;) {
      expectStatus(await this.step(intentId, 'confirm'), 200);
      const answer = await this.step(intentId, 'execute', { prefer: 'wait=60' });
      if (answer.status !== 502 || Date.now() > until) return answer;
    }
  }

  /** Creates a market on chain of which this agent is the resolver. */
  async createMarket(lifeS = 3_600): Promise<{ market_id: string; market_contract_address: string }> {
    const { body: contract } = await this.client.get('/chain/contract');
    const market_id = `market-${randomBytes(4).toString('hex')}`;
    const { body } = expectStatus(
      await this.run('create_market', {
        market_id,
        close_timestamp: new Date(Date.now() + lifeS * 1000).toISOString(),
        resolver: this.address,
        collateral_token: contract.collateral_erc20_interface,
      }),
      200,
    );
    return { market_id, market_contract_address: body.execution.market_contract_address };
  }
}

function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`expected ${status}, but it answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
