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

/** Failure of a call to the provider, as the adapter reads its answer, without upstream text. */
export interface ProviderFailure {
  /** Effect that this response proves for this request. Earlier sends of it are not considered. */
  class: FailureClass;
  /** Codes and reasons for the log. */
  facts: { readonly [name: string]: string | number | null };
  /**
   * When a resend is due. `after_lookup`: the provider knows the request's key and may have taken it. `with_new_body`: the
   * custody refuses this body for good, so the step is armed again with another. `with_more_gas`: the fee is too low, or the
   * wallet lacks gas, so the custody renews the body.
   */
  resend: 'after_backoff' | 'after_lookup' | 'with_new_body' | 'with_more_gas';
  /** Minimum delay of a resend that the provider asks for; 0 for none. */
  retryAfterMs: number;
}

/**
 * Phase of the step at the call. Only the answer to the first send can prove that the provider never took the request: a
 * refused resend may repeat a request that it did take.
 */
export type SendPhase = 'before_arming' | 'first_send' | 'resend';

export function classifyProviderFailure({ class: failureClass }: ProviderFailure, phase: SendPhase): FailureClass {
  if (failureClass === 'operator') return 'operator';
  if (phase === 'resend') return 'unknown';
  return phase === 'before_arming' && failureClass === 'unknown' ? 'retryable' : failureClass;
}
