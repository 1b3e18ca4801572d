import { type SimulationDependencies, simulate } from './simulation.js';
import { Coverage } from './world/coverage.js';
import type { Violation } from './world/world.js';

export interface ManyRuns {
  fromSeed: number;
  seeds: number;
  /** LANE_DEPTH of every seed; drawn by each if absent. */
  depth?: number | undefined;
  /** Stops after this many failed seeds. */
  stopAfterFailures: number;
  dependencies?: Partial<SimulationDependencies>;
}

export interface FailedSeed {
  seed: number;
  violations: readonly Violation[];
}

export interface ManyRunsReport {
  ran: number;
  failed: readonly FailedSeed[];
  coverage: Coverage;
}

/** Runs consecutive seeds. */
export async function simulateMany(runs: ManyRuns): Promise<ManyRunsReport> {
  const coverage = new Coverage();
  const failed: FailedSeed[] = [];
  let ran = 0;
  while (ran < runs.seeds && failed.length < runs.stopAfterFailures) {
    const seed = runs.fromSeed + ran;
    const violations = await simulate({
      seed,
      coverage,
      ...(runs.depth !== undefined && { depth: runs.depth }),
      ...(runs.dependencies && { dependencies: runs.dependencies }),
    });
    if (violations.length > 0) failed.push({ seed, violations });
    ran += 1;
  }
  return { ran, failed, coverage };
}
