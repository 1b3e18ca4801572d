import type { AgentWallet } from '@app/agents';
import { ACTION_NAMES } from '@app/common';
import type { IntentRecord } from '@app/engine';
import { type MemoryCommands, RefusedError } from '../memory/memory-commands.js';
import type { Tables } from '../memory/rows.js';
import type { World } from '../world/world.js';

export interface WorkloadDependencies {
  world: World;
  tables: Tables;
  commands: MemoryCommands;
  enqueueWakeup: (laneId: string) => void;
}

/** Commands of agents and operators, scheduled before the run from its seed. */
export class Workload {
  /** Duration; no command is later, because a restore would lose it. */
  readonly durationMs: number;
  /** When most intents are executed at once, and commands fall among them; null without such a moment. */
  private readonly burstAtMs: number | null;

  constructor(
    private readonly dependencies: WorkloadDependencies,
    { durationMs, isBurst }: { durationMs: number; isBurst: boolean },
  ) {
    this.durationMs = durationMs;
    this.burstAtMs = isBurst ? dependencies.world.random.between(0, durationMs / 4) : null;
  }

  schedule(): void {
    const { tables } = this.dependencies;
    for (const intent of tables.intents.values()) this.scheduleIntent(intent);
    for (const wallet of tables.wallets.values()) this.scheduleWallet(wallet);
    this.schedulePauses();
  }

  private scheduleIntent({ id }: IntentRecord): void {
    const { random } = this.dependencies.world;
    if (random.chance(0.1)) return this.atRandomTime(() => this.execute(id));
    const atMs = this.burstAtMs ?? random.between(0, this.durationMs / 4);
    this.at(atMs, () => this.command(`confirm ${id}`, () => this.dependencies.commands.confirm(id)));
    const executeAtMs = atMs + random.between(0, 500);
    for (let count = random.between(1, 2); count > 0; count -= 1) this.at(executeAtMs, () => this.execute(id));
    if (random.chance(0.2)) this.at(executeAtMs + random.between(0, 3_000), () => this.cancel(id));
    for (let retryAtMs = executeAtMs; random.chance(0.7) && retryAtMs < this.durationMs;) {
      retryAtMs += random.between(1_000, 15_000);
      this.at(Math.min(retryAtMs, this.durationMs), () => this.retry(id));
    }
  }

  private scheduleWallet({ id }: AgentWallet): void {
    const { random } = this.dependencies.world;
    const change = (name: string, terms: Partial<AgentWallet>): void =>
      this.command(`${name} of ${id}`, () => this.dependencies.commands.changePolicy(id, terms));
    for (let count = random.between(0, 2); count > 0; count -= 1) {
      const maxTradeAmount = random.pick([null, '0', '10', '30', '50']);
      this.atRandomTime(() => change('cap', { maxTradeAmount }));
    }
    if (random.chance(0.2)) {
      const taken = random.pick(ACTION_NAMES);
      this.atRandomTime(() => change('actions', { allowedActions: ACTION_NAMES.filter((action) => action !== taken) }));
    }
    const stops = [
      ['disabling', { status: 'disabled' }, { status: 'active' }],
      ['pause', { paused: true }, { paused: false }],
      ['freeze', { frozenAt: new Date(0) }, { frozenAt: null }],
    ] as const;
    for (const [name, terms, former] of stops) {
      if (!random.chance(0.15)) continue;
      const atMs = this.drawTime();
      this.at(atMs, () => change(name, terms));
      this.at(atMs + random.between(500, 5_000), () => change(`end of ${name}`, former));
    }
  }

  private schedulePauses(): void {
    const { random } = this.dependencies.world;
    for (let count = random.chance(0.4) ? random.between(1, 4) : 0; count > 0; count -= 1) {
      const scope = random.pick(['global', 'buy_yes', 'buy_no', 'buy_yes', 'buy_no', 'claim_refund']);
      const atMs = this.drawTime();
      this.at(atMs, () => this.command(`pause ${scope}`, () => this.dependencies.commands.pause(scope, true)));
      this.at(atMs + random.between(200, 6_000), () =>
        this.command(`unpause ${scope}`, () => this.dependencies.commands.pause(scope, false)),
      );
    }
  }

  /** Reads without a lock, accepts in one transaction, then enqueues a wake-up, as the API does. */
  private execute(id: string): void {
    const { world, tables, commands } = this.dependencies;
    if (tables.intents.get(id)?.status !== 'confirmed') return;
    world.time.after(world.random.between(1, 5), () =>
      this.command(`execute ${id}`, () => {
        const executionId = commands.accept(id, world.nowMs);
        const laneId = tables.executions.get(executionId)?.laneId;
        if (laneId !== undefined) this.dependencies.enqueueWakeup(laneId);
      }),
    );
  }

  private cancel(id: string): void {
    const { world, tables, commands } = this.dependencies;
    const seen = tables.intents.get(id);
    if (seen === undefined) return;
    world.time.after(world.random.between(0, 3), () =>
      this.command(`cancel ${id}`, () => commands.cancel(seen, world.nowMs)),
    );
  }

  private retry(id: string): void {
    if (this.dependencies.tables.intents.get(id)?.status !== 'failed') return;
    this.command(`confirm ${id} again`, () => this.dependencies.commands.confirm(id));
    this.execute(id);
  }

  private command(name: string, write: () => void): void {
    try {
      write();
      this.dependencies.world.trace(() => `api ${name}`);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.dependencies.world.trace(() => `api ${name} refused: ${error.code}`);
    }
  }

  private atRandomTime(run: () => void): void {
    this.at(this.drawTime(), run);
  }

  private drawTime(): number {
    const { random } = this.dependencies.world;
    if (this.burstAtMs !== null && random.chance(0.5)) return this.burstAtMs + random.between(0, 4_000);
    return random.between(0, this.durationMs);
  }

  private at(ms: number, run: () => void): void {
    this.dependencies.world.time.after(Math.min(ms, this.durationMs), run);
  }
}
