import type { FailureClass, ProviderFailure } from '@app/engine';

/** A failed HTTP call, as facts without upstream text. */
export type HttpFailure =
  | { kind: 'answer'; httpStatus: number; providerCode: number | null; retryAfterMs: number | null }
  | { kind: 'no_answer'; reason: 'timeout' | 'connection' | 'unreadable' };

/** Entity secret wrong, unset, or to be rotated first. */
const CREDENTIAL_CODES: ReadonlySet<number> = new Set([156013, 156016, 156019]);
const FORBIDDEN_CODE = 3;
/** Single-use ciphertext reused or unreadable; proves nothing about the request. */
export const CIPHERTEXT_CODES: ReadonlySet<number> = new Set([156004, 177602]);
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

/** Reads what a failed call proves, by the provider's contract. */
export function toProviderFailure(failure: HttpFailure): ProviderFailure {
  if (failure.kind === 'no_answer') {
    return { class: 'unknown', facts: { noAnswer: failure.reason }, resend: 'after_backoff', retryAfterMs: 0 };
  }
  const { httpStatus, providerCode, retryAfterMs } = failure;
  const isBusy = httpStatus === 429 || providerCode === QUEUE_FULL_CODE;
  return {
    class: toFailureClass(httpStatus, providerCode),
    facts: { httpStatus, providerCode },
    resend: chooseResend(providerCode),
    retryAfterMs: isBusy ? (retryAfterMs ?? 0) : 0,
  };
}

function toFailureClass(httpStatus: number, providerCode: number | null): FailureClass {
  if (httpStatus === 401 || (httpStatus === 403 && providerCode === FORBIDDEN_CODE)) return 'operator';
  if (providerCode === null) return 'unknown';
  if (CREDENTIAL_CODES.has(providerCode)) return 'operator';
  if (httpStatus < 400 || httpStatus >= 500 || httpStatus === 429) return 'unknown';
  if (FUNDS_CODES.has(providerCode)) return 'funds';
  return PERMANENT_CODES.has(providerCode) ? 'permanent' : 'unknown';
}

function chooseResend(providerCode: number | null): ProviderFailure['resend'] {
  return providerCode !== null && KEY_CODES.has(providerCode) ? 'after_lookup' : 'after_backoff';
}
