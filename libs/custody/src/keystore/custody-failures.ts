import { CustodyError, type CustodyFailure } from '@app/engine';

/** A failure for a reason of this adapter's own. */
export function custodyErrorOf(operation: string, failureClass: CustodyFailure['class'], reason: string): CustodyError {
  return new CustodyError(operation, {
    class: failureClass,
    facts: { reason },
    resend: 'after_backoff',
    retryAfterMs: 0,
  });
}
