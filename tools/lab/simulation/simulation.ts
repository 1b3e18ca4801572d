import { Secret } from '@app/common';
import { isFinished } from '@app/engine';
import type { EngineDependencies } from '../../../libs/engine/src/runner/engine-dependencies.js';
import type { EngineSettings } from '../../../libs/engine/src/runner/engine-settings.js';
import { StepRunner } from '../../../libs/engine/src/runner/step-runner.js';
import { Ledger } from './chain/ledger.js';
import { ChainFaults } from './chain/simulated-chain.js';
import { checkKeptAlive, checkOutcome } from './invariants/check-outcome.js';
import { LiveInvariants } from './invariants/live-invariants.js';
import { NodePool } from './keystore/node-pool.js';
import { accountOf } from './keystore/simulated-keystore.js';
import { MemoryCommands } from './memory/memory-commands.js';
import { MemoryEngine } from './memory/memory-engine.js';
import type { MemoryEngineDependencies } from './memory/memory-lanes.js';
import type { Tables } from './memory/rows.js';
import { ProviderModel } from './provider/provider-model.js';
import { addIntents, addWallet, COLLATERAL, emptyTables, FACTORY, addContracts } from './scenario/initial-state.js';
import { MarketFaults } from './scenario/market-faults.js';
import { RestoredDatabase } from './scenario/restored-database.js';
import { Workload } from './scenario/workload.js';
import { Cluster } from './workers/cluster.js';
import { Coverage, DEPTHS, faultName } from './world/coverage.js';
import { type Violation, World } from './world/world.js';

/** Parts that a mutant replaces. The defaults are the engine's own. */
export interface SimulationDependencies {
  createEngine: (dependencies: MemoryEngineDependencies) => MemoryEngine;
  createCommands: (engine: MemoryEngine) => MemoryCommands;
  createSteps: (dependencies: EngineDependencies, world: World) => StepRunner;
  changeSettings: (settings: EngineSettings) => EngineSettings;
}

export interface SimulationRequest {
  seed: number;
  /** LANE_DEPTH; drawn from the seed if absent. */
  depth?: number;
  coverage: Coverage;
  trace?: (line: string) => void;
  dependencies?: Partial<SimulationDependencies>;
}

const ENGINE_PARTS: SimulationDependencies = {
  createEngine: (parts) => new MemoryEngine(parts),
  createCommands: (engine) => new MemoryCommands(engine),
  createSteps: (parts) => new StepRunner(parts),
  changeSettings: (settings) => settings,
};
const LEASE_MS = 2_000;

/** Shares of the seeds in which workers sign with a keystore, and in which wallets have many intents at once. */
const SHARES = { one: { keystore: 0.25, burst: 0.1 }, many: { keystore: 0.6, burst: 0.5 } } as const;
/** Intents of a wallet at once. The most take the longest. */
const BURSTS = [6, 6, 6, 12, 12, 40] as const;
const NONCE_FAULTS = ['reorganised', 'transaction_dropped', 'nonce_taken'] as const;
/** Long enough for several attempts after the faults have healed. */
const KEYSTORE_SETTINGS = { deadlineMs: 120_000, maxAccelerations: Infinity };
const STEP_SEAL_KEY = new Secret('the seal key of every simulated worker');
/** Time from healing to quiescence, in addition to the execution deadline. */
const QUIESCENCE_TIMEOUT_MS = 150_000;
/** Longest time that an execution takes when each waits for the one before it, without faults. */
const MAX_TURN_MS = 15_000;

/** Runs one seed: workload under faults, healing, quiescence, final checks. @returns the broken invariants */
export async function simulate({
  seed,
  depth,
  coverage,
  trace,
  dependencies: parts,
}: SimulationRequest): Promise<readonly Violation[]> {
  const world = new World(seed, trace ?? null);
  const drawn = world.random.pick(DEPTHS);
  const run = new Run(world, depth ?? drawn, coverage, { ...ENGINE_PARTS, ...parts });
  return run.go();
}

class Run {
  private readonly tables: Tables;
  private readonly ledger: Ledger;
  private readonly settings: EngineSettings;
  private readonly invariants: LiveInvariants;
  private readonly cluster: Cluster;
  private readonly workload: Workload;
  private readonly restore: RestoredDatabase;
  private readonly commands: MemoryCommands;
  private readonly hasKeystore: boolean;
  private healedAtMs = Infinity;

  constructor(
    private readonly world: World,
    private readonly depth: number,
    private readonly coverage: Coverage,
    dependencies: SimulationDependencies,
  ) {
    const { random } = world;
    this.tables = emptyTables(world.nowMs);
    const shares = depth === 1 ? SHARES.one : SHARES.many;
    this.hasKeystore = random.chance(shares.keystore);
    const burst = random.chance(shares.burst) ? random.pick(BURSTS) : null;
    if (this.hasKeystore && random.chance(0.5)) world.faults.switchOn(NONCE_FAULTS);
    const settings = { ...buildSettings(world, depth), ...(this.hasKeystore && KEYSTORE_SETTINGS) };
    this.settings = dependencies.changeSettings(settings);
    const { confirmations } = settings;
    this.ledger = new Ledger(world, {
      ...{ blockEveryMs: random.pick([400, 1_000]), confirmations },
      ...{ maxPerWallet: random.pick([1, 3, Infinity]), hasPending: random.chance(0.8) },
    });
    const { tables, ledger } = this;
    this.invariants = new LiveInvariants({ world, tables, ledger, settings, depth, coverage });
    const storeSettings = {
      leaseMs: LEASE_MS,
      providerPostsPerSecond: burst === null ? random.pick([5, 20]) : random.pick([20, 100]),
    };
    const engine = dependencies.createEngine({ world, tables, observer: this.invariants, settings: storeSettings });
    this.commands = dependencies.createCommands(engine);
    const provider = new ProviderModel(world, ledger, (id) => addressOf(tables, id), depth > 1);
    this.invariants.watch(provider);
    const around = {
      pool: this.hasKeystore ? new NodePool(world, ledger, confirmations) : null,
      chainFaults: new ChainFaults(world),
      createSteps: dependencies.createSteps,
      observer: this.invariants,
    };
    this.cluster = new Cluster({ world, engine, ledger, provider, settings: this.settings, ...around });
    const enqueueWakeup = (laneId: string): void => this.cluster.enqueueWakeup(laneId);
    this.populate(burst);
    this.workload = new Workload(
      { world, tables, commands: this.commands, enqueueWakeup },
      { durationMs: random.between(4_000, 30_000), isBurst: burst !== null },
    );
    const { cluster, commands, invariants } = this;
    const restoring = { world, tables, ledger, cluster, commands, invariants, engine };
    this.restore = new RestoredDatabase({ ...restoring, settings });
  }

  async go(): Promise<readonly Violation[]> {
    const { world, workload } = this;
    this.ledger.start();
    this.cluster.start();
    this.workload.schedule();
    const healAtMs = this.restore.schedule(workload.durationMs) + world.random.between(0, 8_000);
    new MarketFaults(world, this.ledger, this.tables).schedule(healAtMs);
    world.time.after(healAtMs, () => this.heal());
    const timeoutMs = this.settings.deadlineMs + QUIESCENCE_TIMEOUT_MS + this.tables.intents.size * MAX_TURN_MS;
    const tooLateAtMs = world.nowMs + healAtMs + timeoutMs;
    await world.time.run(() => world.violations.length > 0 || this.isQuiescent() || world.nowMs > tooLateAtMs);
    if (world.violations.length === 0) await this.checkAfterDeadlines();
    for (const [kind, times] of world.faults.fired) this.coverage.hit(faultName(kind), times);
    return world.violations;
  }

  private async checkAfterDeadlines(): Promise<void> {
    const { world, tables, ledger } = this;
    const untilMs = world.nowMs + this.settings.deadlineMs + 5_000;
    await world.time.run(() => world.violations.length > 0 || world.nowMs > untilMs);
    checkOutcome({ world, tables, ledger, everConfirmed: this.invariants.everConfirmed });
    if (this.hasKeystore) checkKeptAlive(world, tables, this.healedAtMs);
  }

  private populate(burst: number | null): void {
    const { random } = this.world;
    const indexes = Array.from({ length: random.between(1, burst === null ? 2 : 3) }, (_, index) => index + 1);
    const wallets = indexes.map((index) =>
      addWallet(this.tables, index, (id) =>
        this.hasKeystore ? accountOf(id).address.toLowerCase() : `0x${String(index).repeat(40)}`,
      ),
    );
    // In a burst, all buys together cost about what the wallet has.
    const maxAmount = burst === null ? 60 : Math.ceil(200 / burst);
    for (const wallet of wallets) {
      addIntents(this.tables, wallet, random, { count: burst ?? random.between(1, 3), maxAmount });
    }
    addContracts(this.ledger.state, wallets);
  }

  private heal(): void {
    this.world.trace(() => 'all faults heal');
    this.world.faults.heal();
    this.healedAtMs = this.world.nowMs;
    this.cluster.heal();
    this.ledger.releaseAll();
    for (const scope of [...this.tables.pauses]) this.commands.pause(scope, false);
    for (const { id, paused } of this.tables.wallets.values()) {
      if (paused) this.commands.changePolicy(id, { paused: false });
    }
  }

  private isQuiescent(): boolean {
    if (!this.world.faults.areHealed || this.tables.reconciling) return false;
    for (const { status } of this.tables.executions.values()) if (!isFinished(status)) return false;
    return true;
  }
}

function buildSettings({ random }: World, laneDepth: number): EngineSettings {
  return {
    plan: { factoryAddress: FACTORY, collateralAddress: COLLATERAL, decimals: 6 },
    allowance: random.pick(['exact', 'market'] as const),
    deadlineMs: random.between(8, 25) * 1_000,
    confirmations: random.between(1, 3),
    resendWithoutLookupMs: random.pick([1_000, 4_000]),
    stuckAfterMs: random.pick([3_000, 10_000]),
    maxAccelerations: 3,
    leaseMs: LEASE_MS,
    laneDepth,
    stepSealKeys: [STEP_SEAL_KEY],
  };
}

function addressOf(tables: Tables, providerWalletId: string): string {
  const wallet = [...tables.wallets.values()].find((one) => one.providerWalletId === providerWalletId);
  return wallet?.agentWalletAddress ?? '';
}
