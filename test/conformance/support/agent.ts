import { randomBytes } from 'node:crypto';
import type { Action } from '@app/common';
import { ApiClient } from '../../../tools/support/api-client.js';
import { intentBody as validIntentBody, newAgent, USER, walletBody } from '../../agents/requests.js';
import type { Answer } from './answer.js';
import type { Client } from './client.js';

export { newAgent as newAgentId, walletBody } from '../../agents/requests.js';

/** A valid address without a contract. */
export const ELSEWHERE = '0x00000000000000000000000000000000000000ff';
export const UNKNOWN_INTENT = `agent_intent_${'0'.repeat(32)}`;

const TIMEOUT_MS = 150_000;

/** Body of a valid intent whose addresses have no contract, with the changes of a test. */
export function intentBody(agentId: string, action: Action, changes: object = {}): object {
  const addresses =
    action === 'create_market' ? { collateral_token: ELSEWHERE } : { market_contract_address: ELSEWHERE };
  return validIntentBody(agentId, action, { ...addresses, ...changes });
}

/** An agent acting over HTTP. */
export class Agent {
  readonly id = newAgent();
  /** The shared client over this one, so that its answers are validated too. */
  readonly api: ApiClient;
  /** Address of its wallet; empty until it is registered. */
  address = '';

  constructor(readonly client: Client) {
    this.api = new ApiClient(({ method, path, body, headers = {} }) =>
      body === undefined ? client.send(path, { method, headers }) : client.post(path, body, headers),
    );
  }

  /** Returns an agent with a provisioned wallet. */
  static async withWallet(client: Client, changes: object = {}): Promise<Agent> {
    const agent = new Agent(client);
    await agent.register(changes);
    return agent;
  }

  /** Returns an agent with a wallet that has test tokens and gas. */
  static async withFunds(client: Client): Promise<Agent> {
    const agent = await Agent.withWallet(client);
    await agent.api.requestFaucet(agent.id);
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

  preview(action: Action, changes: object = {}): Promise<string> {
    const agent = { agentId: this.id, address: USER };
    return this.api.createIntent(agent, action, intentBody(this.id, action, changes));
  }

  /** Acts in one request. The wallet's own address is the user. */
  act(action: Action, changes: object, headers: Record<string, string> = { prefer: 'wait=60' }): Promise<Answer> {
    return this.client.post('/agent/actions', intentBody(this.id, action, changes), headers);
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
    await this.api.confirmIntent(intentId);
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
      await this.api.confirmIntent(intentId);
      const answer = await this.step(intentId, 'execute', { prefer: 'wait=60' });
      if (answer.status !== 502 || Date.now() > until) return answer;
    }
  }

  /** Creates a market on chain of which this agent is the resolver. */
  async createMarket(lifeS = 3_600): Promise<{ market_id: string; market_contract_address: string }> {
    const { body: contract } = await this.client.get('/chain/contract');
    const market_id = `market-${randomBytes(4).toString('hex')}`;
    const { status, body } = await this.run('create_market', {
      market_id,
      close_timestamp: new Date(Date.now() + lifeS * 1000).toISOString(),
      resolver: this.address,
      collateral_token: contract.collateral_erc20_interface,
    });
    if (status !== 200) throw new Error(`creating a market answered ${status}: ${JSON.stringify(body)}`);
    return { market_id, market_contract_address: body.execution.market_contract_address };
  }
}
