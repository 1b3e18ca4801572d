import type { Change } from './ports/engine-store.js';

/**
 * One change for two of the same step that follow each other, where the second shows its transaction. Null when each needs a
 * write of its own: a hash that only the first shows would be lost, and an execution's every status has an event.
 */
export function joinChanges(first: Change, second: Change): Change | null {
  const hash = second.step.transactionHash ?? null;
  if (hash === null || (first.step.transactionHash ?? hash) !== hash) return null;
  if (first.execution?.to !== undefined && second.execution?.to !== undefined) return null;
  return {
    executionId: first.executionId,
    from: first.from,
    execution: { ...first.execution, ...second.execution },
    step: { ...first.step, ...second.step },
    event: { type: second.event.type, data: { ...first.event.data, ...second.event.data } },
  };
}
