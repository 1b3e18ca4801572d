/** How a call to the provider failed, in facts: no text of theirs. */
export type ProviderFailure =
  | { kind: 'answer'; httpStatus: number; providerCode: number | null; retryAfterMs: number | null }
  | { kind: 'no_answer'; reason: 'timeout' | 'connection' | 'unreadable' };

/**
 * Where in its life the step was. Only the answer to the first send, under the lease that armed it, can prove that the
 * provider never took the request: a later refusal may be about a repeat of something that it did take.
 */
export type SendPhase = 'before_arming' | 'first_send' | 'resend';

export type FailureClass =
  /** Cannot succeed as it is; nothing was taken. */
  | 'permanent'
  /** The wallet is short of gas or token; nothing was taken. */
  | 'funds'
  /** Nothing was taken; try again later. */
  | 'retryable'
  /** Our credentials are refused: an operator must act, and everything waits. */
  | 'operator'
  /** The provider may or may not have taken it. */
  | 'unknown';

/** Entity secret wrong, unset, or to be rotated first (provider contract, §7). */
const CREDENTIAL_CODES: ReadonlySet<number> = new Set([156013, 156016, 156019]);
const FORBIDDEN_CODE = 3;
/** A single-use ciphertext came twice, or could not be read: says nothing about the request itself. */
const CIPHERTEXT_CODES: ReadonlySet<number> = new Set([156004, 177602]);
/** "Use a new idempotency key": the key is known, so something may have been taken under it. */
const KEY_CODES: ReadonlySet<number> = new Set([156020, 177607, 175403]);
const FUNDS_CODES: ReadonlySet<number> = new Set([155201, 155204, 155205, 155258]);
/** The wallet's queue at the provider is full. */
const QUEUE_FULL_CODE = 155264;
/** Refusals that the provider documents for a request that it did not take. */
const PERMANENT_CODES: ReadonlySet<number> = new Set([
  2, 155202, 155208, 155209, 155210, 155211, 155215, 155229, 155230, 155231, 155232, 155233, 155234, 155235, 155237,
  155244, 155245, 155247, 155501, 156001, 156005, 156006, 156009, 156027,
]);

export function classifyProviderFailure(failure: ProviderFailure, phase: SendPhase): FailureClass {
  if (failure.kind === 'no_answer') return phase === 'before_arming' ? 'retryable' : 'unknown';
  const { httpStatus, providerCode } = failure;
  if (isCredentialRefusal(httpStatus, providerCode)) return 'operator';
  if (phase === 'resend') return 'unknown';
  const refused = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429;
  if (refused && providerCode !== null) {
    if (FUNDS_CODES.has(providerCode)) return 'funds';
    if (PERMANENT_CODES.has(providerCode)) return 'permanent';
  }
  return phase === 'before_arming' ? 'retryable' : 'unknown';
}

/** Whether the next repeat must first look whether the provider has the transaction already. */
export function mustLookUp(failure: ProviderFailure): boolean {
  return failure.kind === 'answer' && failure.providerCode !== null && KEY_CODES.has(failure.providerCode);
}

/** Whether the same request may be repeated at once, since only its envelope was refused. */
export function isCiphertextRefusal(failure: ProviderFailure): boolean {
  return failure.kind === 'answer' && failure.providerCode !== null && CIPHERTEXT_CODES.has(failure.providerCode);
}

export function isBusy(failure: ProviderFailure): boolean {
  return failure.kind === 'answer' && (failure.httpStatus === 429 || failure.providerCode === QUEUE_FULL_CODE);
}

function isCredentialRefusal(httpStatus: number, providerCode: number | null): boolean {
  if (httpStatus === 401) return true;
  if (httpStatus === 403 && providerCode === FORBIDDEN_CODE) return true;
  return providerCode !== null && CREDENTIAL_CODES.has(providerCode);
}
