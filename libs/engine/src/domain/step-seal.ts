import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AcceptedKeys, canonicalJson, type Secret } from '@app/common';
import type { StepKind } from './states.js';

/**
 * Why an armed step must not be sent.
 * - `seal_missing`: the step is armed and has no seal: it was removed
 * - `seal_differs`: not armed by a worker, or it or the call that its intent asks for has changed since
 * - `body_differs`: its body does not make that call
 */
export type SealViolation = 'seal_missing' | 'seal_differs' | 'body_differs';

export interface SealedFields {
  laneId: string;
  executionId: string;
  attempt: number;
  kind: StepKind;
  /** Stake of the intent, which the call of its approval does not name; null for other actions. */
  amount: string | null;
  /** Version of the wallet's policy that permitted the step. */
  policyVersion: string;
  idempotencyKey: string;
  contractAddress: string;
  callData: string;
  deadlineMs: number;
  body: string;
}

/** HMAC-SHA-256 of an armed step in hex. Only workers hold the key, so no other writer of the row can make one. */
export function computeSeal(key: Secret, fields: SealedFields): string {
  return createHmac('sha256', key.reveal())
    .update(canonicalJson({ ...fields }))
    .digest('hex');
}

/** Whether one of the keys made the seal. Compares in constant time. */
export function verifySeal(seal: string, keys: AcceptedKeys, fields: SealedFields): boolean {
  const given = Buffer.from(seal);
  return keys.some((key) => {
    const expected = Buffer.from(computeSeal(key, fields));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
