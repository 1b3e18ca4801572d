import { JsonRpcError, JsonRpcUnavailableError } from '@app/common';
import type { Chain } from '../chain/chain.js';
import type { Ending, SignedAttempt } from '../domain/transaction.js';

/**
 * `sent`, also when the nonce is used; `known` when the node already has the transaction; `unknown` without an answer;
 * or the reason of a refusal.
 */
export type BroadcastOutcome = 'sent' | 'known' | 'unknown' | Ending;

const ALREADY_KNOWN = /already (?:known|imported)/i;
const NONCE_USED = /nonce too low/i;
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/insufficient funds/i, 'INSUFFICIENT_NATIVE_TOKEN'],
  [/underpriced|less than block base fee|fee cap|fee too low/i, 'TRANSACTION_UNDER_PRICE'],
  [/intrinsic gas|gas too low|exceeds block gas limit/i, 'GAS_LIMIT_TOO_LOW'],
];

/** Broadcasts a signed form. Safe to repeat: it sends the same bytes. */
export async function broadcast(chain: Chain, attempt: SignedAttempt): Promise<BroadcastOutcome> {
  try {
    await chain.sendRaw(attempt.raw);
    return 'sent';
  } catch (error) {
    if (error instanceof JsonRpcUnavailableError) return 'unknown';
    if (!(error instanceof JsonRpcError)) throw error;
    if (ALREADY_KNOWN.test(error.message)) return 'known';
    if (NONCE_USED.test(error.message)) return 'sent';
    return { state: 'FAILED', errorReason: parseReason(error.message), errorDetails: error.message };
  }
}

export function parseReason(message: string): string {
  return REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'INTERNAL_ERROR';
}
