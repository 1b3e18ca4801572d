import { readChain } from '../../../tools/lab/chaos/chain-ledger.js';
import type { Stack } from '../../support/stack/open-stack.js';
import { ApiClient, sendByFetch } from '../../../tools/support/api-client.js';
import { at, textAt } from '../../../tools/support/json.js';
import { McpHttpServer } from '../../../tools/support/mcp-http-server.js';
import { Random } from '../../../tools/support/random.js';
import { McpCaller } from './mcp-caller.js';
import { MOMENTS, StrikingProxy } from './striking-proxy.js';

/** Calls in progress at the same time, one for each wallet. */
const WALLETS = 10;
/** Requests to the service that a call of execute_intent makes, about. */
const REQUESTS_PER_CALL = 7;
const MAX_REPEATS = 100;
const MARKET_LIFE_MS = 86_400_000;
const VICTIMS = ['client', 'MCP server', 'API'] as const;
type Victim = (typeof VICTIMS)[number];

export interface McpKillsOptions {
  readonly stack: Stack;
  /** Calls of execute_intent to interrupt. */
  readonly executes: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface McpKillsReport {
  /** Calls that were in progress when a process was killed or the client left, by victim. */
  readonly interrupted: Readonly<Record<Victim, number>>;
  readonly executes: number;
  /** Bets whose number on the chain is not one, with that number. */
  readonly wrong: readonly string[];
}

interface Bet {
  /** Distinguishes the bet on the chain. */
  readonly amountBaseUnits: bigint;
  readonly execute: Readonly<Record<string, unknown>>;
}

/** Kills client, MCP server or API in the middle of calls of execute_intent, repeats each call blindly, counts bets. */
export async function runMcpKills(options: McpKillsOptions): Promise<McpKillsReport> {
  const proxy = await StrikingProxy.open(options.stack.api.url);
  const kills = new McpKills(options, proxy);
  try {
    return await kills.run();
  } finally {
    await kills.stop();
    await proxy.close();
  }
}

class McpKills {
  private readonly random: Random;
  private readonly interrupted: Record<Victim, number> = { client: 0, 'MCP server': 0, API: 0 };
  private readonly bets: Bet[] = [];
  private readonly agents = Array.from({ length: WALLETS }, (_, index) => `agent_killed_mid_call_${index}`);
  private market = '';
  private server: McpHttpServer | null = null;
  private caller: McpCaller | null = null;

  constructor(
    private readonly options: McpKillsOptions,
    private readonly proxy: StrikingProxy,
  ) {
    this.random = new Random(options.seed);
  }

  async run(): Promise<McpKillsReport> {
    const { executes, log } = this.options;
    await this.prepare();
    while (this.total() < executes) {
      const victim = this.random.pick(VICTIMS);
      await this.strike(await Promise.all(this.agents.map((agent) => this.preview(agent))), victim);
      log(`${this.total()} of ${executes} calls interrupted, last by killing the ${victim}`);
    }
    return { interrupted: this.interrupted, executes: this.bets.length, wrong: await this.findWrongBets() };
  }

  async stop(): Promise<void> {
    await this.caller?.close();
    await this.server?.stop();
  }

  private async prepare(): Promise<void> {
    const api = new ApiClient(sendByFetch(this.options.stack.api.url));
    await Promise.all(this.agents.map((agent) => api.setUpAgent(agent)));
    await this.connect();
    const created = await this.finish({
      ...{ agent_id: this.agents[0], action: 'create_market', purpose: 'open', market_name: 'killed-mid-call' },
      ...{ question: 'Will it be one?', close_timestamp: new Date(Date.now() + MARKET_LIFE_MS).toISOString() },
    });
    this.market = textAt(created, 'execution', 'market_contract_address');
  }

  /** Previews a bet of an amount that no other bet has. */
  private async preview(agent_id: string): Promise<Bet> {
    const number = this.bets.length + 1;
    const amount = `1.${String(number).padStart(6, '0')}`;
    const bet: Bet = {
      amountBaseUnits: 1_000_000n + BigInt(number),
      execute: { agent_id, action: 'buy_yes', market: this.market, amount, purpose: `bet ${number}` },
    };
    this.bets.push(bet);
    const preview = await this.insist('preview_action', bet.execute);
    return { ...bet, execute: recordAt(preview, 'next', 'arguments') };
  }

  /** Executes the bets, kills the victim meanwhile, and repeats the calls until each outcome is known. */
  private async strike(bets: readonly Bet[], victim: Victim): Promise<void> {
    let inProgress = bets.length;
    let restored: Promise<void> = Promise.resolve();
    this.proxy.arm({
      request: this.random.between(1, WALLETS * REQUESTS_PER_CALL),
      moment: this.random.pick(MOMENTS),
      act: () => {
        this.interrupted[victim] += inProgress;
        restored = this.kill(victim);
      },
    });
    await Promise.all(
      bets.map(({ execute }) =>
        this.call('execute_intent', execute)
          .catch(() => undefined) // interrupted: repeated below
          .finally(() => (inProgress -= 1)),
      ),
    );
    this.proxy.arm(null);
    await restored;
    await this.connect();
    await Promise.all(bets.map(({ execute }) => this.repeat(execute)));
  }

  private async kill(victim: Victim): Promise<void> {
    const { api } = this.options.stack;
    if (victim === 'client') return this.caller?.close();
    if (victim === 'MCP server') return this.server?.stop('SIGKILL');
    await api.kill('SIGKILL');
    await api.start();
  }

  /** Starts the server unless it runs, and connects a new client. */
  private async connect(): Promise<void> {
    await this.caller?.close();
    if (this.server === null || !this.server.isRunning) this.server = await McpHttpServer.start(this.proxy.url);
    this.caller = await McpCaller.connect(this.server.url);
  }

  private async repeat(execute: Bet['execute']): Promise<unknown> {
    for (let repeats = 0; repeats < MAX_REPEATS; repeats += 1) {
      const answer = await this.insist('execute_intent', execute);
      if (at(answer, 'outcome') === 'executed') return answer;
      if (at(answer, 'repeat') !== 'same_call') throw new Error(`a bet ended as ${JSON.stringify(answer)}`);
    }
    throw new Error(`no outcome after ${MAX_REPEATS} repeats`);
  }

  private async finish(action: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.repeat(recordAt(await this.insist('preview_action', action), 'next', 'arguments'));
  }

  /** Repeats a call unchanged until it has a result: a connection of the time before a kill fails once more. */
  private async insist(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    for (let repeats = 1; ; repeats += 1) {
      try {
        return await this.call(name, args);
      } catch (error) {
        if (repeats === MAX_REPEATS) throw error;
      }
    }
  }

  private call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (this.caller === null) throw new Error('the client is not connected');
    return this.caller.call(name, args);
  }

  private async findWrongBets(): Promise<string[]> {
    const { rpcUrl, deployment } = this.options.stack;
    const { effectsByRef } = await readChain(rpcUrl, deployment);
    const counts = new Map(this.bets.map(({ amountBaseUnits }) => [amountBaseUnits, 0]));
    for (const { event } of [...effectsByRef.values()].flat()) {
      if (event.name !== 'Bought') continue;
      counts.set(event.amountBaseUnits, (counts.get(event.amountBaseUnits) ?? 1) + 1);
    }
    return [...counts].filter(([, count]) => count !== 1).map(([amount, count]) => `${amount}: ${count} bets`);
  }

  private total(): number {
    return Object.values(this.interrupted).reduce((sum, count) => sum + count, 0);
  }
}

function recordAt(value: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
  const found = at(value, ...path);
  if (typeof found !== 'object' || found === null) throw new Error(`the answer has no object at ${path.join('.')}`);
  return Object.fromEntries(Object.entries(found));
}
