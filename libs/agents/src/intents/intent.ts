export const INTENT_STATUSES = ['preview', 'confirmed', 'executing', 'executed', 'failed', 'cancelled'] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

export type IntentOutcome = 'yes' | 'no';
