import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiAgent, ApiClient, withHeaders } from '../../../tools/support/api-client.js';
import { at, textAt } from '../../../tools/support/json.js';
import { emptyTally, RollingClient, type Tally } from '../../e2e/rolling-restart/rolling-client.js';

const READERS = 4;
const READER_PAUSE_MS = 40;
const AGENT_PAUSE_MS = 100;
/** Answers of an action that is executed or under way. */
const ACCEPTED = [200, 202];

export interface TradedMarket {
  readonly market_id: string;
  readonly market_contract_address: string;
}

export interface LoadOptions {
  readonly port: number;
  readonly apiKey: string;
  readonly agents: readonly ApiAgent[];
  readonly market: TradedMarket;
}

/** Agents that buy one after the other, and readers. Each client has one connection and repeats nothing. */
export class TradingLoad {
  readonly tally: Tally = emptyTally();
  /** Intents of the actions that the API accepted. */
  readonly accepted: string[] = [];
  /** Answers that neither accept an action nor give what is read. */
  readonly refusals = new Set<string>();
  private isStopping = false;
  private readonly loops: Promise<void>[];

  constructor(private readonly options: LoadOptions) {
    const { agents, market } = options;
    const paths = [`/markets?limit=5`, '/agent/markets', ...agents.map(({ agentId }) => `/agent/portfolio/${agentId}`)];
    this.loops = [
      ...agents.map((agent) => this.buy(agent, market)),
      ...Array.from({ length: READERS }, (_, reader) => this.read(paths, reader)),
    ];
  }

  /** Resolves when this number of actions has been accepted since the call. */
  async proceed(count: number): Promise<void> {
    const target = this.accepted.length + count;
    while (this.accepted.length < target && this.refusals.size === 0) await delay(AGENT_PAUSE_MS);
  }

  /** Stops every loop after its current request. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.loops);
  }

  private connect(): { api: ApiClient; client: RollingClient } {
    const client = new RollingClient(this.options.port, this.tally);
    return { api: new ApiClient(withHeaders(client.send, { authorization: `Bearer ${this.options.apiKey}` })), client };
  }

  private async buy({ agentId, address }: ApiAgent, market: TradedMarket): Promise<void> {
    const { api, client } = this.connect();
    while (!this.isStopping) {
      const action = {
        agent_id: agentId,
        user_wallet: address,
        action: 'buy_yes',
        amount: '0.01',
        client_request_id: randomUUID(),
        ...market,
      };
      // Failures without an answer are counted by the client.
      const answer = await api.post('/agent/actions', action).catch(() => null);
      if (answer !== null && ACCEPTED.includes(answer.status)) {
        this.accepted.push(textAt(answer.body, 'execution', 'intent_id'));
      } else if (answer !== null) this.refusals.add(`${answer.status} ${JSON.stringify(at(answer.body, 'error'))}`);
      await delay(AGENT_PAUSE_MS);
    }
    client.close();
  }

  private async read(paths: readonly string[], reader: number): Promise<void> {
    const { api, client } = this.connect();
    for (let count = reader; !this.isStopping; count += 1) {
      const path = paths[count % paths.length] ?? '/markets';
      const answer = await api.get(path).catch(() => null);
      if (answer !== null && answer.status !== 200) this.refusals.add(`${answer.status} ${path}`);
      await delay(READER_PAUSE_MS);
    }
    client.close();
  }
}
