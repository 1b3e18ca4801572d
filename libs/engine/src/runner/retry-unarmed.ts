import { backoffMs } from '@app/common';
import type { EngineParts } from './engine-parts.js';
import type { StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';
import { failStep, transitionStep } from './transition-step.js';

const UNARMED_BACKOFF = { baseMs: 500, maxMs: 30_000 } as const;
/** Attempts, and age of the execution, after which an unreachable chain fails it. */
const MAX_UNARMED_TRIES = 10;
const MAX_UNARMED_AGE_MS = 10 * 60_000;

/** Retries with backoff while nothing is armed. Failing at the limit is safe for the same reason. */
export async function retryUnarmed(
  parts: EngineParts,
  context: StepContext,
  waitingFor: 'block' | 'gas' | 'provider',
): Promise<StepResult> {
  const { execution, nowMs } = context;
  const tries = execution.tries + 1;
  if (tries >= MAX_UNARMED_TRIES || nowMs - execution.createdAtMs > MAX_UNARMED_AGE_MS) {
    return failStep(parts, context, 'gave_up_before_sending', { tries });
  }
  await transitionStep(parts, context, {
    event: 'execution.delayed',
    data: { tries },
    execution: { tries, waitingFor },
  });
  return wait(backoffMs(tries, UNARMED_BACKOFF, parts.random), waitingFor);
}
