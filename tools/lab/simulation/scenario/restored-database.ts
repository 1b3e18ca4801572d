import { computeRef } from '@app/chain';
import type { Ledger } from '../chain/ledger.js';
import type { LiveInvariants } from '../invariants/live-invariants.js';
import type { MemoryCommands } from '../memory/memory-commands.js';
import type { MemoryEngine } from '../memory/memory-engine.js';
import { copyStep, type ExecutionRow, type Tables } from '../memory/rows.js';
import type { EngineSettings } from '../../../../libs/engine/src/runner/engine-settings.js';
import type { Cluster } from '../workers/cluster.js';
import type { World } from '../world/world.js';

interface RestoreDependencies {
  world: World;
  tables: Tables;
  ledger: Ledger;
  settings: EngineSettings;
  cluster: Cluster;
  commands: MemoryCommands;
  invariants: LiveInvariants;
  engine: MemoryEngine;
}

/** Restores the database from an older copy, which lacks everything armed since, and reconciles it later. */
export class RestoredDatabase {
  constructor(private readonly dependencies: RestoreDependencies) {}

  /** @returns when the reconciliation has finished, in milliseconds from the start */
  schedule(workloadMs: number): number {
    const { world, settings } = this.dependencies;
    if (!world.faults.fires('database_restored')) return workloadMs;
    let copy: (() => void) | null = null;
    world.time.after(world.random.between(0, workloadMs), () => {
      copy = this.copy();
    });
    const restoredMs = workloadMs + world.random.between(100, 10_000);
    const reconciledMs = restoredMs + settings.deadlineMs + 15_000;
    world.time.after(restoredMs, () => this.restore(copy, reconciledMs - restoredMs));
    world.time.after(reconciledMs, () => this.reconcile());
    return reconciledMs + 1;
  }

  private copy(): () => void {
    const { tables } = this.dependencies;
    const { wallets, lanes, intents, executions, pauses, account } = tables;
    const kept = {
      wallets: [...wallets],
      lanes: [...lanes].map(([id, lane]) => [id, { ...lane }] as const),
      intents: [...intents],
      executions: [...executions.values()].map(copyExecution),
      pauses: [...pauses],
      account: { ...account },
    };
    return () => {
      tables.wallets = new Map(kept.wallets);
      tables.lanes = new Map(kept.lanes);
      tables.intents = new Map(kept.intents);
      tables.executions = new Map(kept.executions.map((row) => [row.id, row]));
      tables.pauses = new Set(kept.pauses);
      tables.account = { ...kept.account };
    };
  }

  private restore(applyCopy: (() => void) | null, downMs: number): void {
    const { world, tables, cluster } = this.dependencies;
    world.trace(() => 'the database is restored from a copy');
    cluster.goDown(downMs);
    applyCopy?.();
    tables.reconciling = true;
  }

  /** Records what the chain executed. All deadlines have passed, so the chain's state is final. */
  private reconcile(): void {
    const { world, tables, ledger, commands, invariants, engine } = this.dependencies;
    invariants.isReconciling = true;
    for (const { id, agentId } of tables.intents.values()) {
      const wallet = [...tables.wallets.values()].find((one) => one.agentId === agentId);
      if (ledger.state.effectOf(wallet?.agentWalletAddress ?? '', computeRef(id)) === null) continue;
      commands.recordExecutedByRef(id, world.nowMs);
    }
    invariants.isReconciling = false;
    tables.reconciling = false;
    for (const laneId of tables.lanes.keys()) engine.markLaneChanged(laneId);
    world.trace(() => 'an operator reconciles the records with the chain');
  }
}

function copyExecution(row: ExecutionRow): ExecutionRow {
  return { ...row, steps: row.steps.map(copyStep) };
}
