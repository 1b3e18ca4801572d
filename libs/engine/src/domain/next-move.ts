import { assertNever } from '@app/common';
import { backoffMs } from './backoff.js';
import type { Step } from './lane-work.js';

export interface MoveSettings {
  /** Up to this age a sent request is repeated without a look whether it arrived. */
  resendWithoutLookupMs: number;
  random: () => number;
}

export type Move =
  /** Check, simulate, arm and send. */
  | { do: 'prepare' }
  /** Repeat the armed bytes. */
  | { do: 'resend' }
  /** Ask the provider whether it has the transaction, before the bytes are repeated. */
  | { do: 'look_up' }
  /** The deadline is over: the chain says whether the ref was used. */
  | { do: 'prove' }
  /** The provider has it: ask where it is. */
  | { do: 'follow' }
  /** It is in a block: wait for confirmations, then finish. */
  | { do: 'confirm' }
  | { do: 'wait'; untilMs: number };

/** Kept as the step's provider state: the provider knows the key, so it may have taken something under it. */
export const KEY_REFUSED = 'KEY_REFUSED';
const RESEND_BACKOFF = { baseMs: 200, maxMs: 10_000 } as const;

/** What is to be done about the first step that is not done. Pure: the same step at the same time gives the same move. */
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
  const restMs = backoffMs(step.sendAttempts - 1, RESEND_BACKOFF, random);
  // An armed step that nobody answered is one whose sender died: it is repeated at once.
  const untilMs = step.status === 'armed' ? nowMs : (step.lastSentAtMs ?? nowMs) + restMs;
  if (nowMs < untilMs) return { do: 'wait', untilMs };
  const mayHaveArrived = nowMs - step.armedAtMs > resendWithoutLookupMs || step.providerState === KEY_REFUSED;
  return { do: mayHaveArrived ? 'look_up' : 'resend' };
}
