import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ACTIONS } from '@app/common';
import { parseJson, textAt } from '../support/json.js';
import { requestText } from '../support/http-connection.js';
import { emptyTally, RollingClient, type Tally } from './rolling-client.js';

const READERS = 12;
const AGENTS = 4;
const PAUSE_MS = 10;
/** The agents' pace: each execution goes through both workers' hands and the chain. */
const AGENT_PAUSE_MS = 150;
const LIFE_S = 7 * 24 * 3_600;

/** Clients that read and write without end, and agents that execute, all through one port. */
export class RollingLoad {
  readonly tally: Tally = emptyTally();
  /** Intents whose execution was accepted. */
  readonly accepted: string[] = [];
  private readonly loops: Promise<void>[] = [];
  private stopping = false;

  constructor(
    private readonly port: number,
    private readonly collateral: string,
  ) {}

  /** Begins; resolves once every agent has its wallet. */
  async start(): Promise<void> {
    const marketId = textAt(
      await this.call(new RollingClient(this.port, this.tally), 'GET', '/markets?limit=1'),
      'markets',
      '0',
      'id',
    );
    const agents = await Promise.all(Array.from({ length: AGENTS }, (_, index) => this.register(index)));
    for (let reader = 0; reader < READERS; reader += 1) this.loops.push(this.read(marketId, reader));
    for (const agent of agents) this.loops.push(this.execute(agent));
  }

  /** Ends every loop after the request in hand. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
  }

  private async read(marketId: string, reader: number): Promise<void> {
    const client = new RollingClient(this.port, this.tally);
    const trade = {
      market_id: marketId,
      user_id: randomUUID(),
      side: 'BUY',
      outcome: 'YES',
      price: '0.5',
      quantity: '1',
    };
    const texts = [
      requestText('GET', `/markets/${marketId}`),
      requestText('GET', '/markets?limit=10'),
      requestText('POST', '/trade-intents', trade),
    ];
    for (let turn = reader; !this.stopping; turn += 1) {
      await client.send(texts[turn % texts.length] ?? '');
      await delay(PAUSE_MS);
    }
    client.close();
  }

  private async register(index: number): Promise<{ id: string; wallet: string; client: RollingClient }> {
    const client = new RollingClient(this.port, this.tally);
    const id = `agent_rolling_${index}_${randomUUID().slice(0, 8)}`;
    const body = { agent_id: id, wallet_provider: 'provider_agent_wallet', allowed_actions: ACTIONS };
    const wallet = textAt(
      await this.call(client, 'POST', '/agent/wallets', body),
      'agent_wallet',
      'agent_wallet_address',
    );
    await this.call(client, 'POST', `/agent/wallets/${id}/faucet`);
    return { id, wallet, client };
  }

  private async execute(agent: { id: string; wallet: string; client: RollingClient }): Promise<void> {
    const { id, wallet, client } = agent;
    while (!this.stopping) {
      const preview = await this.ask(client, '/agent/intents', {
        ...{ action: 'create_market', agent_id: id, user_wallet: wallet, resolver: wallet, market_id: randomUUID() },
        question: 'Will nobody notice?',
        close_timestamp: String(Math.floor(Date.now() / 1000) + LIFE_S),
        collateral_token: this.collateral,
      });
      if (preview !== null) {
        const intentId = textAt(parseJson(preview.body), 'intent', 'intent_id');
        const confirmed = await this.ask(client, `/agent/intents/${intentId}/confirm`);
        const executed = confirmed && (await this.ask(client, `/agent/intents/${intentId}/execute`));
        if (executed) this.accepted.push(intentId);
      }
      await delay(AGENT_PAUSE_MS);
    }
    client.close();
  }

  /** An answer that says yes, or null. */
  private async ask(client: RollingClient, path: string, body?: object): Promise<{ body: string } | null> {
    const answer = await client.send(requestText('POST', path, body));
    return answer !== null && answer.status < 300 ? answer : null;
  }

  private async call(client: RollingClient, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const answer = await client.send(requestText(method, path, body));
    if (answer === null || answer.status >= 300)
      throw new Error(`${method} ${path} answers ${answer?.status ?? 'nothing'}`);
    return parseJson(answer.body);
  }
}
