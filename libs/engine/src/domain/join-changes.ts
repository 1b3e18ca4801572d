import type { Change } from './ports/engine-store.js';

/**
 * Joins two changes of one step, made one after the other, into one write. Null unless the second shows the step's
 * transaction, and where both must be written: if they show two hashes, or both move the execution, because each of its
 * statuses has its own event.
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
  };
}
