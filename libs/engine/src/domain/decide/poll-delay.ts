import { backoffMs } from '@app/common';
import type { Step } from '../lane-work.js';
import type { KnownFacts } from './decision.js';

/** Poll delays: a share of the transaction's age, within bounds. */
const BLOCK_POLL = { minMs: 40, maxMs: 5_000, shareOfAge: 0.25 } as const;
const PROOF_POLL = { minMs: 1_000, maxMs: 30_000, shareOfAge: 0.25 } as const;

/** Range of the delay between two sends of a step. */
const RESEND_BACKOFF = { baseMs: 200, maxMs: 10_000 } as const;

/** Time since the step's last send. */
export function computeAgeMs({ lastSentAtMs }: Step, { nowMs }: KnownFacts): number {
  return nowMs - (lastSentAtMs ?? nowMs);
}

/** Delay until receipts and provider are polled again. */
export function blockPollDelayMs(ageMs: number): number {
  return pollDelayMs(ageMs, BLOCK_POLL);
}

/** Delay until the ref is read again, of a step that only the ref can prove. */
export function proofPollDelayMs(ageMs: number): number {
  return pollDelayMs(ageMs, PROOF_POLL);
}

/** Delay from a send without a clear answer to the next one. @param jitter random number from 0 to 1 */
export function resendDelayMs({ sendAttempts }: Step, jitter: number): number {
  return backoffMs(sendAttempts - 1, RESEND_BACKOFF, () => jitter);
}

function pollDelayMs(ageMs: number, { minMs, maxMs, shareOfAge }: typeof BLOCK_POLL | typeof PROOF_POLL): number {
  return Math.min(maxMs, Math.max(minMs, ageMs * shareOfAge));
}
