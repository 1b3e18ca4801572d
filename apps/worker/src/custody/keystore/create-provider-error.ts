import { ProviderError, type ProviderFailure } from '@app/engine';

/** A failure for a reason of this adapter's own. */
export function createProviderError(
  operation: string,
  failureClass: ProviderFailure['class'],
  reason: string,
  resend: ProviderFailure['resend'] = 'after_backoff',
): ProviderError {
  return new ProviderError(operation, {
    class: failureClass,
    facts: { reason },
    resend,
    retryAfterMs: 0,
  });
}
