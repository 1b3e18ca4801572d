import type { StepFailure } from './failure-reason.js';
import type { ProviderTransaction } from './ports/custody.js';

/** A transaction that the provider reports as ended without an effect. */
export type EndedTransaction = ProviderTransaction & { state: 'failed' | 'denied' | 'cancelled' };

const REASONS = {
  failed: 'provider_failed',
  denied: 'provider_denied',
  cancelled: 'provider_cancelled',
} as const satisfies Record<EndedTransaction['state'], StepFailure>;
const FUNDS_REASONS: ReadonlySet<string> = new Set(['INSUFFICIENT_NATIVE_TOKEN', 'INSUFFICIENT_TOKEN']);
/** Documented reasons of the provider's checks before it signs. All others may follow a broadcast. */
const REASONS_BEFORE_BROADCAST: ReadonlySet<string> = new Set([
  ...FUNDS_REASONS,
  'ESTIMATION_ERROR',
  'ABI_SIGNATURE_PARAMS_MISMATCH',
  'FEE_EXCEEDS_MAX_ALLOWANCE',
  'GAS_LIMIT_TOO_LOW',
  'PAYMASTER_POLICY_NOT_ACTIVATED',
  'PAYMASTER_POLICY_EXCEED_MAX_DAILY_TRANSACTIONS',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_PER_TX',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_DAILY',
  'PAYMASTER_POLICY_EXCEED_MAX_NATIVE_TOKEN_DAILY',
  'PAYMASTER_POLICY_SENDER_IN_BLOCKLIST',
  'PAYMASTER_ENTITY_RESTRICTION',
]);

export function isEnded(transaction: ProviderTransaction): transaction is EndedTransaction {
  return transaction.state in REASONS;
}

/**
 * Whether the provider ended the transaction before it could broadcast it. Risk screening, which denies, precedes
 * broadcasting. A cancellation may come too late, and the original transaction is mined.
 */
export function precedesBroadcast({ state, errorReason }: EndedTransaction): boolean {
  if (state === 'denied') return true;
  return state === 'failed' && errorReason !== null && REASONS_BEFORE_BROADCAST.has(errorReason);
}

export function toStepFailure({ state, errorReason }: EndedTransaction): StepFailure {
  return errorReason !== null && FUNDS_REASONS.has(errorReason) ? 'insufficient_gas' : REASONS[state];
}
