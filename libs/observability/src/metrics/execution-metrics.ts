import type { Action } from '@app/common';
import type { Metrics } from './metrics.js';

/** What the engine tells of its executions, as metrics. */
export class ExecutionMetrics {
  constructor(private readonly metrics: Metrics) {}

  accepted(action: Action): void {
    this.metrics.count('presage_executions_accepted_total', { action });
  }

  stageTook(stage: string, ms: number): void {
    this.metrics.observe('presage_execution_stage_seconds', { stage }, Math.max(0, ms) / 1000);
  }

  becameUnknown(action: Action): void {
    this.metrics.count('presage_executions_became_unknown_total', { action });
  }

  ended(action: Action, outcome: string): void {
    this.metrics.count('presage_executions_ended_total', { action, outcome });
  }
}
