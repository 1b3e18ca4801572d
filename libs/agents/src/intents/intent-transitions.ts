import type { IntentStatus } from './intent.js';

/** Every legal move of an intent, and no other. `failed → confirmed` happens through confirm alone. */
const INTENT_TRANSITIONS = {
  preview: ['confirmed', 'cancelled'],
  confirmed: ['executing', 'cancelled'],
  executing: ['executed', 'failed', 'cancelled'],
  failed: ['confirmed'],
  executed: [],
  cancelled: [],
} as const satisfies Record<IntentStatus, readonly IntentStatus[]>;

export function canMoveIntent(from: IntentStatus, to: IntentStatus): boolean {
  const targets: readonly IntentStatus[] = INTENT_TRANSITIONS[from];
  return targets.includes(to);
}

/** Confirm repeats on a confirmed intent without a change. */
export function canConfirm(status: IntentStatus): boolean {
  return status === 'confirmed' || canMoveIntent(status, 'confirmed');
}
