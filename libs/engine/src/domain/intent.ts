import type { CamelCase, IntentField } from '@app/common';

export const INTENT_STATUSES = ['preview', 'confirmed', 'executing', 'executed', 'failed', 'cancelled'] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

export type IntentOutcome = 'yes' | 'no';

/** Property of an intent with a field of its action. */
export type IntentProperty = CamelCase<IntentField>;
