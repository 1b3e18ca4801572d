/** Failure of a provider call, as facts without upstream text. */
export type ProviderFailure =
  | { kind: 'answer'; httpStatus: number; providerCode: number | null; retryAfterMs: number | null }
  | { kind: 'no_answer'; reason: 'timeout' | 'connection' | 'unreadable' };

/**
 * Phase of the step at the call. Only the answer to the first send can prove that the provider never took the request: a
 * refused resend may repeat a request that it did take.
 */
export type SendPhase = 'before_arming' | 'first_send' | 'resend';

export type FailureClass =
  /** The request can never succeed; the provider did not take it. */
  | 'permanent'
  /** The wallet lacks gas or token; the provider did not take the request. */
  | 'funds'
  /** The provider did not take the request; retry later. */
  | 'retryable'
  /** The provider rejects the credentials. All sends wait for an operator. */
  | 'operator'
  /** The provider may have taken the request. */
  | 'unknown';

/** Entity secret wrong, unset, or to be rotated first. */
const CREDENTIAL_CODES: ReadonlySet<number> = new Set([156013, 156016, 156019]);
const FORBIDDEN_CODE = 3;
/** Single-use ciphertext reused or unreadable; proves nothing about the request. */
const CIPHERTEXT_CODES: ReadonlySet<number> = new Set([156004, 177602]);
/** The provider knows the idempotency key, so it may have taken a request under it. */
const KEY_CODES: ReadonlySet<number> = new Set([156020, 177607, 175403]);
const FUNDS_CODES: ReadonlySet<number> = new Set([155201, 155204, 155205, 155258]);
/** The provider's queue for this wallet is full. */
const QUEUE_FULL_CODE = 155264;
/** Documented refusals of requests that the provider did not take. */
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

/** Whether the next resend must first look the transaction up. */
export function mustLookUp(failure: ProviderFailure): boolean {
  return failure.kind === 'answer' && failure.providerCode !== null && KEY_CODES.has(failure.providerCode);
}

/** Whether only the ciphertext was refused, so that the request may be resent at once. */
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
