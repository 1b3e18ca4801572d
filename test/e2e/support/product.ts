import pg from 'pg';
import { eventually } from '../../support/eventually.js';
import { startStack, type Stack } from '../../support/index.js';
import { AgentClient } from './agent-client.js';
import { ChainClient } from './chain-client.js';

export interface MarketReference {
  readonly market_id: string;
  readonly market_contract_address: string;
}

/** A running product and what tests do with it. Usable in hooks and tests only. */
export interface Product {
  readonly stack: Stack;
  readonly chain: ChainClient;
  /** Opens a connection to the product's database, which is closed before the product stops. */
  connectToDatabase(): Promise<pg.Client>;
  /** Waits until the read models include every executed execution. */
  awaitReadModels(): Promise<void>;
  /** Registers what is closed before the product stops. */
  onStop(close: () => Promise<void>): void;
  /** Returns an agent without a wallet. */
  agent(agentId: string, apiKey?: string): AgentClient;
  /** Returns agents with a wallet and funds. */
  fundedAgents(...agentIds: readonly string[]): Promise<AgentClient[]>;
  /** Fields of a market intent: the agent is the resolver, and trading closes `lifeS` seconds from the newest block. */
  marketFields(agent: AgentClient, marketId: string, lifeS?: number): Promise<MarketFields>;
  /** Creates a market on chain and waits until the read models include it. */
  createMarket(agent: AgentClient, marketId: string, lifeS?: number): Promise<MarketReference>;
}

export interface MarketFields {
  readonly market_id: string;
  readonly question: string;
  /** Unix seconds. */
  readonly close_timestamp: string;
  readonly resolver: string;
  readonly collateral_token: string;
}

const MISSING_IN_READ_MODELS_SQL = `SELECT FROM executions AS e JOIN execution_steps AS s ON s.execution_id = e.id
  CROSS JOIN chain_index AS i
  WHERE e.status = 'executed' AND s.kind = 'main' AND (i.block_number >= s.block_number) IS NOT TRUE`;

/** Starts a product before the first test of the surrounding block and stops it after the last. */
export function useProduct(start: () => Promise<Stack> = startStack): Product {
  const product = new RunningProduct();
  beforeAll(async () => {
    product.stack = await start();
    product.chain = new ChainClient(product.stack.rpcUrl);
  });
  afterAll(() => product.stop());
  return product;
}

class RunningProduct implements Product {
  stack: Stack;
  chain: ChainClient;
  private readonly closeables: (() => Promise<void>)[] = [];

  async stop(): Promise<void> {
    await Promise.all(this.closeables.map((close) => close()));
    this.chain?.close();
    await this.stack?.stop();
  }

  async connectToDatabase(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.stack.databaseUrl });
    await client.connect();
    this.onStop(() => client.end());
    return client;
  }

  async awaitReadModels(): Promise<void> {
    const client = new pg.Client({ connectionString: this.stack.databaseUrl });
    await client.connect();
    try {
      await eventually(
        async () => (await client.query(MISSING_IN_READ_MODELS_SQL)).rowCount,
        (missing) => missing === 0,
      );
    } finally {
      await client.end();
    }
  }

  onStop(close: () => Promise<void>): void {
    this.closeables.push(close);
  }

  agent(agentId: string, apiKey?: string): AgentClient {
    return new AgentClient(this.stack.api.url, agentId, apiKey);
  }

  async fundedAgents(...agentIds: readonly string[]): Promise<AgentClient[]> {
    const agents = agentIds.map((agentId) => this.agent(agentId));
    await Promise.all(agents.map((agent) => agent.setUp()));
    return agents;
  }

  async marketFields(agent: AgentClient, marketId: string, lifeS = 3_600): Promise<MarketFields> {
    return {
      market_id: marketId,
      question: 'Will it rain?',
      close_timestamp: String((await this.chain.now()) + lifeS),
      resolver: agent.address,
      collateral_token: this.stack.deployment.collateral,
    };
  }

  async createMarket(agent: AgentClient, marketId: string, lifeS?: number): Promise<MarketReference> {
    const { status, body } = await agent.run('create_market', await this.marketFields(agent, marketId, lifeS));
    if (status !== 200) throw new Error(`no market: ${JSON.stringify(body)}`);
    await this.awaitReadModels();
    return { market_id: marketId, market_contract_address: body.execution.market_contract_address };
  }
}
