import { isDeepStrictEqual } from 'node:util';

export interface Answer<Body = Record<string, any>> {
  status: number;
  headers: Headers;
  body: Body;
}

export const ALL_ACTIONS = [
  'create_market',
  'buy_yes',
  'buy_no',
  'close_market',
  'resolve_market',
  'claim_payout',
  'cancel_market',
  'claim_refund',
] as const;

/** What any HTTP client could do, with as few words as possible. */
export class AgentClient {
  constructor(
    private readonly baseUrl: string,
    readonly agentId: string,
  ) {}

  /** The agent's wallet, once it is registered. */
  address = '';

  async get(path: string): Promise<Answer> {
    return read(await fetch(this.baseUrl + path));
  }

  async post(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const content: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return read(
      await fetch(this.baseUrl + path, {
        method: 'POST',
        headers: { ...content, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  }

  /** Registers a wallet with all actions and asks the faucet. */
  async setUp(): Promise<void> {
    const { status, body } = await this.post('/agent/wallets', {
      agent_id: this.agentId,
      wallet_provider: 'provider_agent_wallet',
      allowed_actions: ALL_ACTIONS,
    });
    if (status !== 201) throw new Error(`no wallet: ${JSON.stringify(body)}`);
    this.address = body.agent_wallet.agent_wallet_address;
    const faucet = await this.post(`/agent/wallets/${this.agentId}/faucet`);
    if (faucet.status !== 200) throw new Error(`no faucet: ${JSON.stringify(faucet.body)}`);
  }

  /** Previews an intent and answers its id. */
  async preview(action: string, fields: object): Promise<string> {
    const { status, body } = await this.post('/agent/intents', {
      action,
      agent_id: this.agentId,
      user_wallet: this.address,
      ...fields,
    });
    if (status !== 201) throw new Error(`no preview: ${JSON.stringify(body)}`);
    return body.intent.intent_id;
  }

  /** Previews and confirms. */
  async confirmed(action: string, fields: object): Promise<string> {
    const intentId = await this.preview(action, fields);
    const { status, body } = await this.post(`/agent/intents/${intentId}/confirm`);
    if (status !== 200) throw new Error(`no confirm: ${JSON.stringify(body)}`);
    return intentId;
  }

  execute(intentId: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(`/agent/intents/${intentId}/execute`, undefined, headers);
  }

  /** Preview, confirm and execute. */
  async run(action: string, fields: object): Promise<Answer> {
    return this.execute(await this.confirmed(action, fields));
  }

  /** The collateral that the provider says the wallet holds, in display units. */
  async collateral(): Promise<string> {
    const { body } = await this.get(`/agent/wallets/${this.agentId}/balance`);
    const entry = body.agent_wallet_balance.balances.find((balance: any) => balance.token.symbol === 'USDC');
    return entry.amount;
  }
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** Asks until the answer is as wanted, and fails with the last one when that takes too long. */
export async function eventually<T>(
  ask: () => Promise<T>,
  wanted: (value: T) => boolean,
  timeoutMs = 90_000,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  let last: T | undefined;
  for (;;) {
    const value = await ask();
    if (wanted(value)) return value;
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(value)}`);
    // Polls quickly while things move, and gently while they do not.
    await new Promise((resolve) => setTimeout(resolve, isDeepStrictEqual(value, last) ? 100 : 25));
    last = value;
  }
}
