import { ACTION_NAMES, type Action, WALLET_PROVIDER } from '@app/common';
import { listAt, parseJson, textAt } from './json.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Sent as JSON. Without it the request has neither body nor content type. */
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when the body is not JSON. */
  readonly body: unknown;
}

/** Sends one request. Rejects when no answer arrives; resolves with an answer of any status. */
export type SendRequest = (request: ApiRequest) => Promise<ApiAnswer>;

export interface ApiAgent {
  readonly agentId: string;
  /** Address of the agent's registered wallet. */
  readonly address: string;
}

/** An answer outside of 2xx where the caller needs a success. */
export class ApiError extends Error {
  constructor(
    { method, path }: ApiRequest,
    readonly answer: ApiAnswer,
  ) {
    super(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    this.name = 'ApiError';
  }
}

/** Client of the product's HTTP API for tests, benches and load. Repeats nothing unless its `send` does. */
export class ApiClient {
  constructor(private readonly send: SendRequest) {}

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer> {
    return this.send({ method: 'GET', path, headers });
  }

  post(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer> {
    return this.send({ method: 'POST', path, body, headers });
  }

  /** Returns the body of a successful answer. @throws {ApiError} */
  async call(request: ApiRequest): Promise<unknown> {
    const answer = await this.send(request);
    if (answer.status < 200 || answer.status > 299) throw new ApiError(request, answer);
    return answer.body;
  }

  /** Registers a wallet that may take every action. @returns its address @throws {ApiError} */
  async registerWallet(agentId: string): Promise<string> {
    const body = { agent_id: agentId, wallet_provider: WALLET_PROVIDER, allowed_actions: ACTION_NAMES };
    const registered = await this.call({ method: 'POST', path: '/agent/wallets', body });
    return textAt(registered, 'agent_wallet', 'agent_wallet_address');
  }

  /** Funds the agent's wallet from the faucet. @throws {ApiError} */
  async requestFaucet(agentId: string): Promise<void> {
    await this.call({ method: 'POST', path: `/agent/wallets/${agentId}/faucet` });
  }

  /** Registers a wallet and funds it. @throws {ApiError} */
  async setUpAgent(agentId: string): Promise<ApiAgent> {
    const address = await this.registerWallet(agentId);
    await this.requestFaucet(agentId);
    return { agentId, address };
  }

  /** Creates an intent in preview. @returns its id @throws {ApiError} */
  async createIntent({ agentId, address }: ApiAgent, action: Action, fields: object): Promise<string> {
    const body = { action, agent_id: agentId, user_wallet: address, ...fields };
    return textAt(await this.call({ method: 'POST', path: '/agent/intents', body }), 'intent', 'intent_id');
  }

  /** @throws {ApiError} */
  async confirmIntent(intentId: string): Promise<void> {
    await this.call({ method: 'POST', path: `/agent/intents/${intentId}/confirm` });
  }

  /** Creates an intent and confirms it. @returns its id @throws {ApiError} */
  async createConfirmedIntent(agent: ApiAgent, action: Action, fields: object): Promise<string> {
    const intentId = await this.createIntent(agent, action, fields);
    await this.confirmIntent(intentId);
    return intentId;
  }

  /** Returns the answer of any status: a failed execution is a 502. */
  executeIntent(intentId: string, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer> {
    return this.post(`/agent/intents/${intentId}/execute`, undefined, headers);
  }

  /** Returns the executions of an intent, the newest first. @throws {ApiError} */
  async listExecutions(intentId: string): Promise<unknown[]> {
    return listAt(await this.call({ method: 'GET', path: `/agent/intents/${intentId}/executions` }), 'executions');
  }
}

/** Adds headers to every request. */
export function withHeaders(send: SendRequest, headers: Readonly<Record<string, string>>): SendRequest {
  return (request) => send({ ...request, headers: { ...headers, ...request.headers } });
}

/** Sends requests with `fetch`. */
export function sendByFetch(baseUrl: string, { timeoutMs }: { readonly timeoutMs?: number } = {}): SendRequest {
  return async ({ method, path, body, headers }) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    return { status: response.status, headers: response.headers, body: parseJson(await response.text()) };
  };
}
