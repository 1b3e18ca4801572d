import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference } from '../support/product.js';

const RETRY_DELAY_MS = 200;

/** An agent that buys one stake after the other, and repeats each request until it is executed. */
export class PersistentAgent {
  /** Transaction of each request. */
  readonly hashes: string[] = [];
  private isStopped = false;
  private isAbandoned = false;
  private work: Promise<void> = Promise.resolve();

  constructor(
    readonly client: AgentClient,
    private readonly market: MarketReference,
  ) {}

  start(): void {
    this.work = this.buyUntilStopped();
    this.work.catch(() => undefined); // abandoned
  }

  /** Ends after a failure: no request is repeated any more. */
  abandon(): void {
    this.isStopped = true;
    this.isAbandoned = true;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.work;
  }

  /** Sends the request with this number until it is executed. @returns its transaction */
  async buy(number: number): Promise<string> {
    const { agentId, address } = this.client;
    const body = {
      ...{ agent_id: agentId, user_wallet: address, source_client: 'test', client_request_id: `buy ${number}` },
      ...{ action: 'buy_yes', amount: '1', ...this.market },
    };
    while (!this.isAbandoned) {
      // No answer while the service or its database is away.
      const answer = await this.client.post('/agent/actions', body).catch(() => null);
      const execution = answer?.body?.execution;
      if (execution?.status === 'executed') return execution.transaction_hash;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
    throw new Error('the agent was abandoned');
  }

  private async buyUntilStopped(): Promise<void> {
    while (!this.isStopped) this.hashes.push(await this.buy(this.hashes.length + 1));
  }
}
