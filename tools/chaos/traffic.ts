import { setTimeout as delay } from 'node:timers/promises';
import { type Action, fromBaseUnits } from '@app/common';
import { callChain } from '../../apps/devnet/src/chain/chain-rpc.js';
import type { ChaosSite } from './chaos-stack.js';
import { at, textAt } from '../support/json.js';
import type { ProductClient } from './product-client.js';
import type { Random } from '../support/random.js';

const POLL_MS = 250;
const OPENING_LIMIT_MS = 60_000;
const MARKET_LIFE_S = 7 * 24 * 3600;
const USDC = 1_000_000;

/** What was asked of the product: the run's own memory, by which the chain is judged. */
export interface Order {
  readonly intentId: string;
  readonly wallet: string;
  readonly action: Action;
  /** For buys; different for every order. */
  readonly amountBaseUnits: bigint | null;
  /** False for one that was only previewed: nothing may come of it. */
  readonly confirmed: boolean;
  readonly acceptedAtMs: number;
}

export interface Agent {
  readonly id: string;
  readonly wallet: string;
}

export interface TrafficParts {
  readonly site: ChaosSite;
  readonly client: ProductClient;
  readonly random: Random;
}

interface SubmitOptions {
  readonly amountBaseUnits?: bigint | null;
  readonly confirmed?: boolean;
  readonly execute?: boolean;
}

/** Agents that preview, confirm and execute without end, in lots of a given size. */
export class Traffic {
  readonly orders: Order[] = [];
  /** Those of the orders whose records went with a restored database; what they did on chain stays. */
  readonly forgotten = new Set<string>();
  readonly #live = new Set<string>();
  #markets: string[] = [];
  #agents: Agent[] = [];
  #count = 0;
  #serial = 0;

  constructor(private readonly parts: TrafficParts) {}

  get inFlight(): number {
    return this.#live.size;
  }

  /** Wallets with money in them, and markets to bet on. */
  async open(wallets: number): Promise<void> {
    const { client } = this.parts;
    const ids = Array.from({ length: wallets }, (_, index) => `agent_chaos_${String(index).padStart(3, '0')}`);
    this.#agents = await Promise.all(
      ids.map(async (id) => {
        const wallet = await client.registerWallet(id);
        await client.askFaucet(id);
        return { id, wallet };
      }),
    );
    const created = await Promise.all(this.#agents.slice(0, 3).map((agent) => this.#createMarket(agent)));
    for (const order of created) this.#markets.push(await this.#marketOf(order));
  }

  /** The market that an order has come to make: what dies at a failpoint meanwhile may let it fail, and it is asked again. */
  async #marketOf({ intentId }: Order): Promise<string> {
    const { client } = this.parts;
    for (;;) {
      await this.settle(OPENING_LIMIT_MS);
      if (this.#live.has(intentId)) continue;
      const [execution] = await client.executions(intentId);
      const address = at(execution, 'market_contract_address');
      if (typeof address === 'string') return address;
      await client.confirm(intentId);
      this.#live.add(intentId);
      await client.execute(intentId);
    }
  }

  /** Asks for that many executions, of wallets next to each other, and for one intent that nobody confirms. */
  async submitLot(size: number): Promise<Order[]> {
    const lot = Array.from({ length: size }, () => this.#nextAgent());
    const orders = await Promise.all(
      lot.map((agent, index) => (index === 0 ? this.#createMarket(agent) : this.#buy(agent))),
    );
    return [...orders, await this.#buy(this.#nextAgent(), { confirmed: false })];
  }

  /** Previews and confirms that many buys, which `execute` then executes. */
  confirmLot(size: number): Promise<Order[]> {
    return Promise.all(Array.from({ length: size }, () => this.#buy(this.#nextAgent(), { execute: false })));
  }

  async execute(orders: readonly Order[]): Promise<void> {
    await Promise.all(orders.map(({ intentId }) => this.parts.client.execute(intentId)));
    this.watch(orders);
  }

  /** Counts these among what is under way, until they have ended. */
  watch(orders: readonly Order[]): void {
    for (const { intentId, confirmed } of orders) if (confirmed) this.#live.add(intentId);
  }

  /** What failed without an effect may be asked for again: the same intent, confirmed anew. @returns how many were */
  async retryFailed(): Promise<number> {
    const { site, client } = this.parts;
    const rows = await site.postgres.query(`SELECT id FROM agent_intents WHERE status = 'failed' ORDER BY id`);
    const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'string');
    for (const id of ids) {
      await client.confirm(id);
      this.#live.add(id);
      await client.execute(id);
    }
    return ids.length;
  }

  /** Waits until everything that was accepted has ended. @returns what has not */
  async settle(limitMs: number): Promise<string[]> {
    const until = Date.now() + limitMs;
    while (Date.now() < until && (await this.refresh()) > 0) await delay(POLL_MS);
    return [...this.#live];
  }

  /** Looks what has ended since. @returns how many are under way */
  async refresh(): Promise<number> {
    const ids = [...this.#live];
    if (ids.length === 0) return 0;
    try {
      const rows = await this.parts.site.postgres.query(
        `SELECT id FROM agent_intents WHERE id = ANY ($1) AND status IN ('executed', 'failed', 'cancelled')`,
        [ids],
      );
      for (const { id } of rows) if (typeof id === 'string') this.#live.delete(id);
    } catch {
      return ids.length; // the database is what is being broken at the moment
    }
    return this.#live.size;
  }

  #nextAgent(): Agent {
    const agent = this.#agents[this.#count % this.#agents.length];
    if (agent === undefined) throw new Error('there are no agents');
    this.#count += 1;
    return agent;
  }

  async #createMarket(agent: Agent): Promise<Order> {
    const { site } = this.parts;
    const nowS = Number(
      textAt(await callChain(site.site.rpcUrl, 'eth_getBlockByNumber', ['latest', false]), 'timestamp'),
    );
    return this.#submit(agent, 'create_market', {
      market_id: `chaos-${this.#count}-${this.orders.length}`,
      question: 'Will it happen once?',
      close_timestamp: String(nowS + MARKET_LIFE_S),
      resolver: agent.wallet,
      collateral_token: site.site.deployment.collateral,
    });
  }

  #buy(agent: Agent, { confirmed = true, execute = true } = {}): Promise<Order> {
    const { random } = this.parts;
    // The last digits are the order's own number, so that each can be told apart on the chain.
    this.#serial += 1;
    const amountBaseUnits = BigInt(random.between(0, 1) * USDC + 100_000 + (this.#serial % 800_000));
    const market = random.pick(this.#markets);
    return this.#submit(
      agent,
      random.next() < 0.5 ? 'buy_yes' : 'buy_no',
      { market_id: 'chaos', market_contract_address: market, amount: fromBaseUnits(amountBaseUnits, 6) },
      { amountBaseUnits, confirmed, execute },
    );
  }

  async #submit(
    { id: agentId, wallet }: Agent,
    action: Action,
    fields: Record<string, string>,
    { amountBaseUnits = null, confirmed = true, execute = true }: SubmitOptions = {},
  ): Promise<Order> {
    const { client } = this.parts;
    const key = `${agentId}-${(this.#count += 1)}`;
    const intentId = await client.preview({ agentId, userWallet: wallet, action, fields, key });
    const order: Order = { intentId, wallet, action, amountBaseUnits, confirmed, acceptedAtMs: Date.now() };
    this.orders.push(order);
    if (!confirmed) return order;
    await client.confirm(intentId);
    if (execute) await this.execute([order]);
    return order;
  }
}
