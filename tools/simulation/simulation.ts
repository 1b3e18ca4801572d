import type { EngineParts } from '../../libs/engine/src/runner/engine-parts.js';
import type { EngineSettings } from '../../libs/engine/src/runner/engine-settings.js';
import { StepRunner } from '../../libs/engine/src/runner/step-runner.js';
import { isFinal } from '../../libs/engine/src/domain/states.js';
import { Ledger } from './chain/ledger.js';
import { ChainFaults } from './chain/simulated-chain.js';
import { judgeOutcome } from './invariants/judge-outcome.js';
import { LiveInvariants } from './invariants/live-invariants.js';
import { MemoryCommands } from './memory/memory-commands.js';
import { MemoryEngine } from './memory/memory-engine.js';
import type { MemoryEngineParts } from './memory/memory-lanes.js';
import type { Tables } from './memory/rows.js';
import { ProviderModel } from './provider/provider-model.js';
import { MarketFaults } from './scenario/market-faults.js';
import { RestoredDatabase } from './scenario/restored-database.js';
import { Workload } from './scenario/workload.js';
import { addIntent, addWallet, COLLATERAL, emptyTables, FACTORY, foundContracts } from './scenario/tables.js';
import { Cluster } from './workers/cluster.js';
import { Coverage, faultName } from './world/coverage.js';
import { type Violation, World } from './world/world.js';

/** Parts that a planted bug replaces; the defaults are the engine's own. */
export interface SimulationParts {
  createEngine: (parts: MemoryEngineParts) => MemoryEngine;
  createCommands: (engine: MemoryEngine) => MemoryCommands;
  createSteps: (parts: EngineParts, world: World) => StepRunner;
  changeSettings: (settings: EngineSettings) => EngineSettings;
}

export interface SimulationRequest {
  seed: number;
  coverage: Coverage;
  trace?: (line: string) => void;
  parts?: Partial<SimulationParts>;
}

const GENUINE: SimulationParts = {
  createEngine: (parts) => new MemoryEngine(parts),
  createCommands: (engine) => new MemoryCommands(engine),
  createSteps: (parts) => new StepRunner(parts),
  changeSettings: (settings) => settings,
};
const LEASE_MS = 2_000;
/** From the healing on, beside what is left of deadlines. */
const TIMEOUT_MS = 150_000;

/** One run: a story with faults, then healing, then quiet, then the judgement. Empty: every promise was kept. */
export async function simulate({ seed, coverage, trace, parts }: SimulationRequest): Promise<readonly Violation[]> {
  const run = new Run(new World(seed, trace ?? null), coverage, { ...GENUINE, ...parts });
  return run.go();
}

class Run {
  private readonly tables: Tables;
  private readonly ledger: Ledger;
  private readonly settings: EngineSettings;
  private readonly invariants: LiveInvariants;
  private readonly cluster: Cluster;
  private readonly story: Workload;
  private readonly restore: RestoredDatabase;
  private readonly commands: MemoryCommands;

  constructor(
    private readonly world: World,
    private readonly coverage: Coverage,
    parts: SimulationParts,
  ) {
    const { random } = world;
    this.tables = emptyTables(world.nowMs);
    const genuine = settingsOf(world);
    this.settings = parts.changeSettings(genuine);
    const { confirmations } = genuine;
    this.ledger = new Ledger(world, { blockEveryMs: random.pick([400, 1_000]), confirmations });
    const { tables, ledger } = this;
    this.invariants = new LiveInvariants({ world, tables, ledger, settings: genuine, coverage });
    const settings = { leaseMs: LEASE_MS, providerPostsPerSecond: random.pick([5, 20]) };
    const engine = parts.createEngine({ world, tables, witness: this.invariants, settings });
    this.commands = parts.createCommands(engine);
    const provider = new ProviderModel(world, ledger, (id) => addressOf(tables, id));
    this.invariants.watch(provider);
    const around = { weather: new ChainFaults(world), createSteps: parts.createSteps, witness: this.invariants };
    this.cluster = new Cluster({ world, engine, ledger, provider, settings: this.settings, ...around });
    const ring = (laneId: string): void => this.cluster.ring(laneId);
    this.populate();
    this.story = new Workload(
      { world, tables, commands: this.commands, ring },
      { lastsMs: random.between(4_000, 30_000) },
    );
    const { cluster, commands, invariants } = this;
    const restoring = { world, tables, ledger, cluster, commands, invariants, engine };
    this.restore = new RestoredDatabase({ ...restoring, settings: genuine });
  }

  async go(): Promise<readonly Violation[]> {
    const { world, story } = this;
    this.ledger.start();
    this.cluster.start();
    this.story.layOut();
    const healAtMs = this.restore.layOut(story.lastsMs) + world.random.between(0, 8_000);
    new MarketFaults(world, this.ledger, this.tables).layOut(healAtMs);
    world.time.after(healAtMs, () => this.heal());
    const tooLateAtMs = world.nowMs + healAtMs + this.settings.deadlineMs + TIMEOUT_MS;
    await world.time.run(() => {
      this.cluster.planSweep();
      return world.violations.length > 0 || this.isQuiet() || world.nowMs > tooLateAtMs;
    });
    if (world.violations.length === 0) await this.letDeadlinesPass();
    for (const [kind, times] of world.faults.fired) this.coverage.hit(faultName(kind), times);
    return world.violations;
  }

  private async letDeadlinesPass(): Promise<void> {
    const { world, tables, ledger } = this;
    const untilMs = world.nowMs + this.settings.deadlineMs + 5_000;
    await world.time.run(() => world.violations.length > 0 || world.nowMs > untilMs);
    judgeOutcome({ world, tables, ledger, everConfirmed: this.invariants.everConfirmed });
  }

  private populate(): void {
    const { random } = this.world;
    for (let index = 1; index <= random.between(1, 2); index += 1) {
      const wallet = addWallet(this.tables, index);
      for (let count = random.between(1, 3); count > 0; count -= 1) addIntent(this.tables, wallet, random);
    }
    foundContracts(this.ledger.state, this.tables.wallets.values());
  }

  private heal(): void {
    this.world.say(() => 'everything heals');
    this.world.faults.heal();
    this.cluster.heal();
    this.ledger.releaseAll();
    for (const scope of [...this.tables.pauses]) this.commands.pause(scope, false);
    for (const { id, paused } of this.tables.wallets.values()) {
      if (paused) this.commands.changePolicy(id, { paused: false });
    }
  }

  private isQuiet(): boolean {
    if (!this.world.faults.areHealed || this.tables.reconciling) return false;
    for (const { status } of this.tables.executions.values()) if (!isFinal(status)) return false;
    return true;
  }
}

function settingsOf({ random }: World): EngineSettings {
  return {
    plan: { factoryAddress: FACTORY, collateralAddress: COLLATERAL, decimals: 6 },
    deadlineMs: random.between(8, 25) * 1_000,
    confirmations: random.between(1, 3),
    resendWithoutLookupMs: random.pick([1_000, 4_000]),
    stuckAfterMs: random.pick([3_000, 10_000]),
    leaseMs: LEASE_MS,
  };
}

function addressOf(tables: Tables, providerWalletId: string): string {
  const wallet = [...tables.wallets.values()].find((one) => one.providerWalletId === providerWalletId);
  return wallet?.agentWalletAddress ?? '';
}
