import type { Execution, Step } from './lane-work.js';
import type { Change, ExecutionChange, StepChange } from './ports/engine-store.js';

/** The execution after a change that the store has written at this time, as a later read returns it. */
export function applyLocally(
  execution: Execution,
  { execution: change = {}, step }: Change,
  writtenAtMs: number,
): Execution {
  const steps = execution.steps.map((one) => (one.kind === step.kind ? movedStep(one, step, writtenAtMs) : one));
  return { ...execution, ...movedExecution(execution, change), steps };
}

type MovedExecution = Pick<Execution, 'status' | 'waitingFor' | 'tries'>;

export function movedExecution({ status, waitingFor, tries }: MovedExecution, change: ExecutionChange): MovedExecution {
  return {
    status: change.to ?? status,
    waitingFor: change.waitingFor === undefined ? waitingFor : change.waitingFor,
    tries: change.tries ?? tries,
  };
}

/** The step after the change, with each new transaction hash. */
export function movedStep(step: Step, change: StepChange, writtenAtMs: number): Step {
  const { to, providerTransactionId, providerState, transactionHash, blockNumber, accelerationKey } = change;
  const isAcceleration = accelerationKey !== undefined && accelerationKey !== null;
  return {
    ...step,
    status: to ?? step.status,
    providerState: providerState ?? step.providerState,
    ...(providerTransactionId !== undefined && { providerTransactionId }),
    ...(transactionHash !== undefined && { transactionHash }),
    ...(blockNumber !== undefined && { blockNumber }),
    ...(accelerationKey !== undefined && { accelerationKey }),
    body: change.body ?? step.body,
    seal: change.seal ?? step.seal,
    ...(isAcceleration && { accelerations: step.accelerations + 1, acceleratedAtMs: writtenAtMs }),
    ...movedHashes(step, change),
    updatedAtMs: writtenAtMs,
  };
}

function movedHashes(
  { hashes, foreignHashes }: Step,
  { transactionHash = null, foreignHash }: StepChange,
): Pick<Step, 'hashes' | 'foreignHashes'> {
  const isNew =
    transactionHash !== null && !hashes.includes(transactionHash) && !foreignHashes.includes(transactionHash);
  const seen = isNew ? [...hashes, transactionHash] : hashes;
  if (foreignHash === undefined || !seen.includes(foreignHash)) return { hashes: seen, foreignHashes };
  return { hashes: seen.filter((hash) => hash !== foreignHash), foreignHashes: [...foreignHashes, foreignHash] };
}
