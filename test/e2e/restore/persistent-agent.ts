import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference } from '../support/product.js';

const PAUSE_MS = 200;
/** Maximum time until a request is executed, restores included. */
const MAX_REQUEST_MS = 200_000;

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
      ...{ action: 'buy_yes', amount: '0.01', ...this.market },
    };
    const deadline = Date.now() + MAX_REQUEST_MS;
    let last: unknown = null;
    while (!this.isAbandoned && Date.now() < deadline) {
      // No answer while the service or its database is away.
      const answer = await this.client.post('/agent/actions', body).catch(() => null);
      const execution = answer?.body?.execution;
      if (execution?.status === 'executed') return execution.transaction_hash;
      last = answer?.body ?? last;
      await pause();
    }
    throw new Error(`request ${number} was not executed; the last answer is ${JSON.stringify(last)}`);
  }

  private async buyUntilStopped(): Promise<void> {
    while (!this.isStopped) {
      this.hashes.push(await this.buy(this.hashes.length + 1));
      await pause();
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
