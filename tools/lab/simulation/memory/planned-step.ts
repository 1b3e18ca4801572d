import type { StepRow } from './rows.js';

/** A step before its first arming. */
export function plannedStep(kind: StepRow['kind'], nowMs: number): StepRow {
  return {
    kind,
    status: 'planned',
    body: null,
    allowanceBaseUnits: null,
    deadlineMs: null,
    armedAtMs: null,
    armedFence: null,
    sendAttempts: 0,
    lastSentAtMs: null,
    providerTransactionId: null,
    providerState: null,
    transactionHash: null,
    hashes: [],
    foreignHashes: [],
    accelerations: 0,
    accelerationKey: null,
    acceleratedAtMs: null,
    blockNumber: null,
    updatedAtMs: nowMs,
    idempotencyKey: null,
    seal: null,
    policyVersion: null,
    failure: null,
  };
}
