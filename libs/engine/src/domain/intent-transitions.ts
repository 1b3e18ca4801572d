import type { IntentStatus } from './intent.js';

/**
 * Legal transitions of an intent. `failed → confirmed` happens only through confirm, and `executed → executing` only when a
 * reorganisation takes the effect back.
 */
const INTENT_TRANSITIONS = {
  preview: ['confirmed', 'cancelled'],
  confirmed: ['executing', 'cancelled'],
  executing: ['executed', 'failed', 'cancelled'],
  failed: ['confirmed'],
  executed: ['executing'],
  cancelled: [],
} as const satisfies Record<IntentStatus, readonly IntentStatus[]>;

export function canMoveIntent(from: IntentStatus, to: IntentStatus): boolean {
  const targets: readonly IntentStatus[] = INTENT_TRANSITIONS[from];
  return targets.includes(to);
}

/** Confirming a confirmed intent changes nothing. */
export function canConfirm(status: IntentStatus): boolean {
  return status === 'confirmed' || canMoveIntent(status, 'confirmed');
}
