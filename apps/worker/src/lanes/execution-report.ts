import type { ExecutionObserver } from '@app/engine';
import { ExecutionMetrics, type Logger, type Metrics } from '@app/observability';

/** What becomes of executions, as metrics and as log lines: its end for everybody, every step for whoever looks closer. */
export class ExecutionReport extends ExecutionMetrics implements ExecutionObserver {
  constructor(
    metrics: Metrics,
    private readonly log: Logger,
  ) {
    super(metrics);
  }

  written(executionId: string, event: string): void {
    if (event.startsWith('execution.')) this.log.info({ event, executionId });
    else this.log.debug({ event, executionId });
  }
}
