import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient, type ApiRequest } from '../../../tools/support/api-client.js';
import { textAt } from '../../../tools/support/json.js';
import { emptyTally, RollingClient, type Tally } from './rolling-client.js';

const READERS = 12;
const AGENTS = 4;
/** Pause of a reader between two requests. */
const READER_PAUSE_MS = 10;
/** Pause of an agent between two executions, which need the workers and the chain. */
const AGENT_PAUSE_MS = 150;
const MARKET_LIFE_S = 7 * 24 * 3_600;
const ASYNC = { prefer: 'respond-async' } as const;

/** Clients that read and write, and agents that execute, all through one port. */
export class RollingLoad {
  readonly tally: Tally = emptyTally();
  /** Intents whose execution was accepted. */
  readonly accepted: string[] = [];
  private readonly loops: Promise<void>[] = [];
  private isStopping = false;

  constructor(
    private readonly port: number,
    private readonly collateral: string,
  ) {}

  /** Starts the load. Resolves when every agent has a wallet. */
  async start(): Promise<void> {
    const { api, client } = this.connect();
    const markets = await api.call({ method: 'GET', path: '/markets?limit=1' });
    client.close();
    const agents = await Promise.all(Array.from({ length: AGENTS }, (_, index) => this.setUpAgent(index)));
    for (let reader = 0; reader < READERS; reader += 1) {
      this.loops.push(this.readAndWrite(textAt(markets, 'markets', '0', 'id'), reader));
    }
    for (const agent of agents) this.loops.push(this.execute(agent));
  }

  /** Stops every loop after its current request. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.loops);
  }

  private connect(): { api: ApiClient; client: RollingClient } {
    const client = new RollingClient(this.port, this.tally);
    return { api: new ApiClient(client.send), client };
  }

  private async readAndWrite(marketId: string, reader: number): Promise<void> {
    const { client } = this.connect();
    const order = { side: 'BUY', outcome: 'YES', price: '0.5', quantity: '1' };
    const trade = { market_id: marketId, user_id: randomUUID(), ...order };
    const requests: readonly [ApiRequest, ...ApiRequest[]] = [
      { method: 'GET', path: `/markets/${marketId}` },
      { method: 'GET', path: '/markets?limit=10' },
      { method: 'POST', path: '/trade-intents', body: trade },
    ];
    for (let count = reader; !this.isStopping; count += 1) {
      const request = requests[count % requests.length] ?? requests[0];
      await client.send(request).catch(() => undefined); // counted by the client
      await delay(READER_PAUSE_MS);
    }
    client.close();
  }

  private async setUpAgent(index: number): Promise<RollingAgent> {
    const { api, client } = this.connect();
    const agent = await api.setUpAgent(`agent_rolling_${index}_${randomUUID().slice(0, 8)}`);
    return { ...agent, api, client };
  }

  private async execute({ api, client, ...agent }: RollingAgent): Promise<void> {
    while (!this.isStopping) {
      const market = {
        market_id: randomUUID(),
        question: 'Is this restart visible?',
        close_timestamp: String(Math.floor(Date.now() / 1000) + MARKET_LIFE_S),
        resolver: agent.address,
        collateral_token: this.collateral,
      };
      try {
        const intentId = await api.createConfirmedIntent(agent, 'create_market', market);
        const { status } = await api.executeIntent(intentId, ASYNC);
        if (status < 300) this.accepted.push(intentId);
      } catch {
        // counted by the client
      }
      await delay(AGENT_PAUSE_MS);
    }
    client.close();
  }
}

interface RollingAgent {
  readonly agentId: string;
  readonly address: string;
  readonly api: ApiClient;
  readonly client: RollingClient;
}
