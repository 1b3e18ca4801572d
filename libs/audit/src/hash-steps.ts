import { canonicalJson, sha256Hex } from '@app/common';
import type { StoredStep } from './records.js';

/** `steps_sha256` of the event that ends an execution: covers what its steps record. @param steps in order of their kinds */
export function hashSteps(steps: readonly StoredStep[]): string {
  const records = steps.map((step) =>
    canonicalJson({
      kind: step.kind,
      status: step.status,
      idempotency_key: step.idempotencyKey,
      body_sha256: step.body === null ? null : sha256Hex(step.body),
      contract_address: step.contractAddress,
      deadline: toIsoTime(step.deadlineMs),
      armed_at: toIsoTime(step.armedAtMs),
      armed_fence: step.armedFence,
      send_attempts: step.sendAttempts,
      provider_transaction_id: step.providerTransactionId,
      transaction_hash: step.transactionHash,
      block_number: step.blockNumber,
      block_hash: step.blockHash,
      failure_reason: step.failureReason,
      transaction_hashes: step.hashes.toSorted(),
    }),
  );
  return sha256Hex(records.join('|'));
}

function toIsoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.round(ms)).toISOString();
}
