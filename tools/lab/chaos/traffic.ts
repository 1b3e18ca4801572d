import { setTimeout as delay } from 'node:timers/promises';
import { viewCall } from '@app/chain';
import { type Action, fromBaseUnits } from '@app/common';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { eventually } from '../../../test/support/eventually.js';
import { type ApiAgent, type ApiClient, ApiError } from '../../support/api-client.js';
import { at, textAt } from '../../support/json.js';
import type { Random } from '../../support/random.js';
import type { ChaosStack } from './chaos-stack.js';

const POLL_INTERVAL_MS = 250;
/** From the first order of a market, through its repetitions. */
const MARKET_TIMEOUT_MS = 300_000;
const MARKET_LIFE_S = 7 * 24 * 3600;
export const MARKETS = 3;
const USDC = 1_000_000;

/** One requested intent, kept by the run to compare with the chain. */
export interface Order {
  readonly intentId: string;
  /** Lower case. */
  readonly wallet: string;
  readonly action: Action;
  /** Unique per buy; null for other actions. */
  readonly amountBaseUnits: bigint | null;
  /** False for an intent that stays in preview and must have no effect. */
  readonly confirmed: boolean;
  readonly acceptedAtMs: number;
}

interface TrafficDependencies {
  readonly stack: ChaosStack;
  readonly client: ApiClient;
  readonly random: Random;
}

interface SubmitOptions {
  readonly amountBaseUnits?: bigint | null;
  readonly confirmed?: boolean;
  readonly execute?: boolean;
}

/** Agents that create, confirm and execute intents in batches. */
export class Traffic {
  readonly orders: Order[] = [];
  /** Intents whose records a restored database lacks. Their effects remain on the chain. */
  readonly unrecorded = new Set<string>();
  /** Most executions of a wallet that were seen in flight at once. */
  mostInFlight = 0;
  private readonly inProgress = new Set<string>();
  private markets: string[] = [];
  private agents: ApiAgent[] = [];
  private count = 0;
  private serial = 0;

  constructor(private readonly dependencies: TrafficDependencies) {}

  get inFlight(): number {
    return this.inProgress.size;
  }

  async open(wallets: number): Promise<void> {
    const { client } = this.dependencies;
    const ids = Array.from({ length: wallets }, (_, index) => `agent_chaos_${String(index).padStart(3, '0')}`);
    this.agents = await Promise.all(ids.map((id) => client.setUpAgent(id)));
    for (const agent of this.agents) await this.untilFunded(agent);
    const created = await Promise.all(this.agents.slice(0, MARKETS).map((agent) => this.createMarket(agent)));
    for (const order of created) this.markets.push(await this.findMarket(order));
  }

  /** Submits `size` executions of consecutive wallets, or all of one, and one intent that is never confirmed. */
  async submitBatch(size: number, { isBurst = false } = {}): Promise<Order[]> {
    const [first, creations] = [this.nextAgent(), isBurst ? size / 2 : 1];
    const batch = Array.from({ length: size }, (_, index) => (isBurst || index === 0 ? first : this.nextAgent()));
    const orders = await Promise.all(
      batch.map((agent, index) => (index < creations ? this.createMarket(agent) : this.buy(agent))),
    );
    return [...orders, await this.buy(this.nextAgent(), { confirmed: false })];
  }

  /** Creates and confirms `size` buys for a later `execute`. */
  confirmBatch(size: number): Promise<Order[]> {
    return Promise.all(Array.from({ length: size }, () => this.buy(this.nextAgent(), { execute: false })));
  }

  async execute(orders: readonly Order[]): Promise<void> {
    await Promise.all(orders.map(({ intentId }) => this.requestExecution(intentId)));
    this.watch(orders);
  }

  /** Counts the confirmed orders as in progress until they end. */
  watch(orders: readonly Order[]): void {
    for (const { intentId, confirmed } of orders) if (confirmed) this.inProgress.add(intentId);
  }

  async listFailed(): Promise<string[]> {
    const rows = await this.dependencies.stack.postgres.query(
      `SELECT id FROM agent_intents WHERE status = 'failed' ORDER BY id`,
    );
    return rows.map(({ id }) => id).filter((id) => typeof id === 'string');
  }

  async countFailures(): Promise<Record<string, number>> {
    const rows = await this.dependencies.stack.postgres.query(
      `SELECT error_message AS reason, count(*)::int AS count FROM executions WHERE status = 'failed' GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ reason, count }) => [String(reason), Number(count)]));
  }

  async retry(intentId: string): Promise<void> {
    await this.dependencies.client.confirmIntent(intentId);
    this.inProgress.add(intentId);
    await this.requestExecution(intentId);
  }

  /** Waits until every accepted intent has ended. @returns those that have not */
  async settle(timeoutMs: number): Promise<string[]> {
    const deadlineMs = Date.now() + timeoutMs;
    while (Date.now() < deadlineMs && (await this.refresh()) > 0) await delay(POLL_INTERVAL_MS);
    return [...this.inProgress];
  }

  /** Reads which intents have ended, and how many executions of a wallet are in flight. @returns the number still in progress */
  async refresh(): Promise<number> {
    const ids = [...this.inProgress];
    if (ids.length === 0) return 0;
    try {
      const rows = await this.dependencies.stack.postgres.query(
        `SELECT id FROM agent_intents WHERE id = ANY ($1) AND status IN ('executed', 'failed', 'cancelled')`,
        [ids],
      );
      const [deepest] = await this.dependencies.stack.postgres.query(
        `SELECT count(*)::int FROM executions WHERE status IN ('submitting', 'broadcast', 'unknown')
         GROUP BY lane_id ORDER BY 1 DESC LIMIT 1`,
      );
      this.mostInFlight = Math.max(this.mostInFlight, Number(deepest?.['count'] ?? 0));
      for (const { id } of rows) if (typeof id === 'string') this.inProgress.delete(id);
    } catch {
      return ids.length; // a fault has taken the database down
    }
    return this.inProgress.size;
  }

  /** Waits for the faucet: an order of an empty wallet fails. */
  private async untilFunded({ address }: ApiAgent): Promise<void> {
    const { rpcUrl, deployment } = this.dependencies.stack.config;
    const { data, decode } = viewCall('token', 'balanceOf', [address]);
    const call = { to: deployment.collateral, data };
    const readBalance = async (): Promise<bigint> =>
      decode(String(await callChain(rpcUrl, 'eth_call', [call, 'latest'])));
    await eventually(readBalance, (balance) => balance > 0n);
  }

  private nextAgent(): ApiAgent {
    const agent = this.agents[this.count % this.agents.length];
    if (agent === undefined) throw new Error('no agent is registered');
    this.count += 1;
    return agent;
  }

  /**
   * Returns the address of the market that an order creates. Retries the order when a fault lets it fail.
   * @throws Error with the last execution after the timeout
   */
  private async findMarket({ intentId }: Order): Promise<string> {
    const deadlineMs = Date.now() + MARKET_TIMEOUT_MS;
    for (;;) {
      const unsettled = await this.settle(deadlineMs - Date.now());
      const [execution] = await this.dependencies.client.listExecutions(intentId);
      const address = at(execution, 'market_contract_address');
      if (!unsettled.includes(intentId) && typeof address === 'string') return address;
      if (Date.now() >= deadlineMs) throw new Error(`${intentId} created no market: ${JSON.stringify(execution)}`);
      await this.retry(intentId);
    }
  }

  /** A 502 is a failed execution and a 409 one that an earlier request started. */
  private async requestExecution(intentId: string): Promise<void> {
    const answer = await this.dependencies.client.executeIntent(intentId);
    const isAccepted = answer.status < 300 || answer.status === 502 || answer.status === 409;
    if (!isAccepted) throw new ApiError({ method: 'POST', path: `/agent/intents/${intentId}/execute` }, answer);
  }

  private async createMarket(agent: ApiAgent): Promise<Order> {
    const { config } = this.dependencies.stack;
    const block = await callChain(config.rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
    return this.submit(agent, 'create_market', {
      market_id: `chaos-${this.count}-${this.orders.length}`,
      question: 'Will it happen once?',
      close_timestamp: String(Number(textAt(block, 'timestamp')) + MARKET_LIFE_S),
      resolver: agent.address,
      collateral_token: config.deployment.collateral,
    });
  }

  private buy(agent: ApiAgent, { confirmed = true, execute = true } = {}): Promise<Order> {
    const { random } = this.dependencies;
    // The amount contains the order's serial number, which identifies the buy on the chain.
    this.serial += 1;
    const amountBaseUnits = BigInt(random.between(0, 1) * USDC + 100_000 + (this.serial % 800_000));
    const market = random.pick(this.markets);
    return this.submit(
      agent,
      random.next() < 0.5 ? 'buy_yes' : 'buy_no',
      { market_id: 'chaos', market_contract_address: market, amount: fromBaseUnits(amountBaseUnits, 6) },
      { amountBaseUnits, confirmed, execute },
    );
  }

  private async submit(
    agent: ApiAgent,
    action: Action,
    fields: Record<string, string>,
    { amountBaseUnits = null, confirmed = true, execute = true }: SubmitOptions = {},
  ): Promise<Order> {
    const { client } = this.dependencies;
    const key = `${agent.agentId}-${(this.count += 1)}`;
    const request = { ...fields, source_client: 'chaos', client_request_id: key };
    const intentId = await client.createIntent(agent, action, request);
    const wallet = agent.address.toLowerCase();
    const order: Order = { intentId, wallet, action, amountBaseUnits, confirmed, acceptedAtMs: Date.now() };
    this.orders.push(order);
    if (!confirmed) return order;
    await client.confirmIntent(intentId);
    if (execute) await this.execute([order]);
    return order;
  }
}
