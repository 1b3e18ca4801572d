import { assertNever, backoffMs } from '@app/common';
import type { Step } from './lane-work.js';

export interface MoveSettings {
  /** Age up to which a sent request is resent without a lookup at the provider. */
  resendWithoutLookupMs: number;
  random: () => number;
}

export type Move =
  /** Check, simulate, arm and send. */
  | { do: 'prepare' }
  /** Resend the armed body. */
  | { do: 'resend' }
  /** Ask the provider for the transaction before resending. */
  | { do: 'look_up' }
  /** Past the deadline: read from the chain whether the ref was used. */
  | { do: 'prove' }
  /** The provider has the transaction: poll it. */
  | { do: 'follow' }
  /** Mined: wait for confirmations, then finish. */
  | { do: 'confirm' }
  | { do: 'wait'; untilMs: number };

/** Stored provider state: the provider knows the idempotency key and may have taken a request under it. */
export const KEY_REFUSED = 'KEY_REFUSED';
const RESEND_BACKOFF = { baseMs: 200, maxMs: 10_000 } as const;

/** Next move of the first step that is not done. Pure but for the jitter of `random`. */
export function nextMove(step: Step, nowMs: number, settings: MoveSettings): Move {
  switch (step.status) {
    case 'planned':
      return { do: 'prepare' };
    case 'armed':
    case 'unknown':
      return repeatOrProve(step, nowMs, settings);
    case 'sent':
      return { do: 'follow' };
    case 'mined':
      return { do: 'confirm' };
    case 'done':
    case 'failed':
      throw new Error(`a ${step.status} step has no next move`);
    default:
      return assertNever(step.status);
  }
}

function repeatOrProve(step: Step, nowMs: number, { resendWithoutLookupMs, random }: MoveSettings): Move {
  if (step.armedAtMs === null || step.deadlineMs === null) throw new Error('an armed step lacks its times');
  if (nowMs > step.deadlineMs) return { do: 'prove' };
  const delayMs = backoffMs(step.sendAttempts - 1, RESEND_BACKOFF, random);
  // A step is still `armed` here only if its sender died before the answer: resend at once.
  const untilMs = step.status === 'armed' ? nowMs : (step.lastSentAtMs ?? nowMs) + delayMs;
  if (nowMs < untilMs) return { do: 'wait', untilMs };
  const mayHaveArrived = nowMs - step.armedAtMs > resendWithoutLookupMs || step.providerState === KEY_REFUSED;
  return { do: mayHaveArrived ? 'look_up' : 'resend' };
}
