import { ApiClient, type ApiAgent, type ApiAnswer, sendByFetch } from '../../../tools/support/api-client.js';
import type { Action } from '@app/common';

export interface Answer {
  status: number;
  headers: Headers;
  /** Untyped: each test knows which body it expects. */
  body: any;
}

/** One agent acting over HTTP. */
export class AgentClient implements ApiAgent {
  readonly api: ApiClient;
  /** Address of the agent's wallet; empty until it is registered. */
  address = '';

  constructor(
    baseUrl: string,
    readonly agentId: string,
    /** Sent with each request. */
    apiKey?: string,
  ) {
    const send = sendByFetch(baseUrl);
    const key = apiKey !== undefined && { authorization: `Bearer ${apiKey}` };
    this.api = new ApiClient((request) => send({ ...request, headers: { ...key, ...request.headers } }));
  }

  async get(path: string): Promise<Answer> {
    return parseJson(await this.api.get(path));
  }

  async post(path: string, body?: object): Promise<Answer> {
    return parseJson(await this.api.post(path, body));
  }

  /** Registers a wallet with all actions and funds it from the faucet. */
  async setUp(): Promise<void> {
    this.address = (await this.api.setUpAgent(this.agentId)).address;
  }

  /** Creates an intent in preview. @returns its id */
  preview(action: Action, fields: object): Promise<string> {
    return this.api.createIntent(this, action, fields);
  }

  /** Creates an intent and confirms it. @returns its id */
  confirmed(action: Action, fields: object): Promise<string> {
    return this.api.createConfirmedIntent(this, action, fields);
  }

  async execute(intentId: string, headers?: Record<string, string>): Promise<Answer> {
    return parseJson(await this.api.executeIntent(intentId, headers));
  }

  /** Creates an intent, confirms it and executes it. */
  async run(action: Action, fields: object): Promise<Answer> {
    return this.execute(await this.confirmed(action, fields));
  }

  /** Returns the newest execution of an intent, or undefined. */
  async latestExecution(intentId: string): Promise<any> {
    const [latest] = await this.api.listExecutions(intentId);
    return latest;
  }

  /** Returns the wallet's collateral as the provider reports it, in display units. */
  async collateral(): Promise<string> {
    const { body } = await this.get(`/agent/wallets/${this.agentId}/balance`);
    return body.agent_wallet_balance.balances.find((balance: any) => balance.token.symbol === 'USDC').amount;
  }
}

function parseJson({ status, headers, body }: ApiAnswer): Answer {
  if (body === undefined) throw new Error(`an answer with status ${status} is not JSON`);
  return { status, headers, body };
}
