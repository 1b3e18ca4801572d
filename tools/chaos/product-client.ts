import { setTimeout as delay } from 'node:timers/promises';
import { ACTIONS, type Action } from '@app/common';
import { at, listAt, parseJson, textAt } from '../support/json.js';

const CALL_LIMIT_MS = 20_000;
const RETRY_DELAY_MS = 150;
const TIMEOUT_MS = 300_000;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface IntentRequest {
  readonly agentId: string;
  readonly userWallet: string;
  readonly action: Action;
  readonly fields: Readonly<Record<string, string>>;
  /** The same for every repeat of the request. */
  readonly key: string;
}

/** An agent's program as the documentation would have it: it repeats what was not answered, under the same key. */
export class ProductClient {
  constructor(private readonly baseUrl: string) {}

  async registerWallet(agentId: string): Promise<string> {
    const { body } = await this.#insist('/agent/wallets', (answer) => this.#hasAddress(answer), {
      agent_id: agentId,
      wallet_provider: 'provider_agent_wallet',
      allowed_actions: ACTIONS,
    });
    return textAt(body, 'agent_wallet', 'agent_wallet_address').toLowerCase();
  }

  async askFaucet(agentId: string): Promise<void> {
    await this.#insist(`/agent/wallets/${agentId}/faucet`, ({ status }) => status === 200);
  }

  /** @returns the intent's id */
  async preview({ agentId, userWallet, action, fields, key }: IntentRequest): Promise<string> {
    const body = { action, agent_id: agentId, user_wallet: userWallet, ...fields };
    const { body: answer } = await this.#insist('/agent/intents', isSuccess, {
      ...body,
      source_client: 'chaos',
      client_request_id: key,
    });
    return textAt(answer, 'intent', 'intent_id');
  }

  async confirm(intentId: string): Promise<void> {
    await this.#insist(`/agent/intents/${intentId}/confirm`, isSuccess);
  }

  /** Until the product has said that it was accepted, now or by a call whose answer was lost. */
  async execute(intentId: string): Promise<void> {
    await this.#insist(`/agent/intents/${intentId}/execute`, ({ status, body }) => {
      if (status === 200 || status === 202 || status === 502) return true;
      const said = at(body, 'error', 'intent_status');
      return status === 409 && typeof said === 'string' && said !== 'confirmed' && said !== 'preview';
    });
  }

  async intent(intentId: string): Promise<unknown> {
    const { body } = await this.#insist(`/agent/intents/${intentId}`, isSuccess, null);
    return at(body, 'intent');
  }

  async executions(intentId: string): Promise<unknown[]> {
    const { body } = await this.#insist(`/agent/intents/${intentId}/executions`, isSuccess, null);
    return listAt(body, 'executions');
  }

  #hasAddress({ status, body }: Answer): boolean {
    return status < 300 && typeof at(body, 'agent_wallet', 'agent_wallet_address') === 'string';
  }

  /** @param body undefined posts without one, null gets */
  async #insist(path: string, isDone: (answer: Answer) => boolean, body?: object | null): Promise<Answer> {
    const until = Date.now() + TIMEOUT_MS;
    let last: Answer | null = null;
    while (Date.now() < until) {
      last = await this.#call(path, body);
      if (last !== null && isDone(last)) return last;
      if (last !== null && last.status >= 400 && last.status < 500 && last.status !== 429 && last.status !== 409) break;
      await delay(RETRY_DELAY_MS);
    }
    throw new Error(`${path} answers ${last === null ? 'nothing' : `${last.status} ${JSON.stringify(last.body)}`}`);
  }

  async #call(path: string, body?: object | null): Promise<Answer | null> {
    const headers = { prefer: 'respond-async', ...(body && { 'content-type': 'application/json' }) };
    try {
      const response = await fetch(this.baseUrl + path, {
        method: body === null ? 'GET' : 'POST',
        headers,
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      return { status: response.status, body: parseJson(await response.text()) };
    } catch {
      return null; // the API is being killed just now, or its answer was
    }
  }
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
