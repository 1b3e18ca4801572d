import type { TurnWatch, WatchedTurn } from '@app/engine';
import { correlate, type Tracer } from '@app/observability';

/** Every move of an execution is logged and traced as what followed from the request that asked for it. */
export class TracedTurns implements TurnWatch {
  constructor(private readonly tracer: Tracer) {}

  turn<T>({ execution, step, move }: WatchedTurn, work: () => Promise<T>): Promise<T> {
    const { id: executionId, requestId, traceParent, intent } = execution;
    return correlate({ executionId, ...(requestId !== null && { requestId }) }, () =>
      this.tracer.span(
        {
          name: `execution.${move}`,
          kind: 'consumer',
          parent: traceParent,
          attributes: {
            'presage.execution_id': executionId,
            'presage.intent_id': intent.id,
            'presage.action': intent.action,
            'presage.step': step,
          },
        },
        work,
      ),
    );
  }
}
