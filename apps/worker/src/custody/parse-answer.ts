import { isPlainDecimal } from '@app/common';
import type { ProviderBalance, ProviderState, ProviderTransaction, ProviderWallet } from '@app/engine';
import { noAnswer, recordOrEmpty } from './provider-http.js';

/** State names of the provider, in all spellings of its documentation. Unlisted names count as pending. */
const STATES: Readonly<Record<string, ProviderState>> = {
  INITIATED: 'pending',
  CLEARED: 'pending',
  QUEUED: 'pending',
  SENT: 'sent',
  STUCK: 'stuck',
  CONFIRMED: 'sent',
  COMPLETE: 'complete',
  COMPLETED: 'complete',
  FAILED: 'failed',
  DENIED: 'denied',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
};

const HASH = /^0x[0-9a-fA-F]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Documented error reasons. Any other text is dropped, because it may quote foreign content. */
const REASONS: ReadonlySet<string> = new Set([
  'ESTIMATION_ERROR',
  'INSUFFICIENT_NATIVE_TOKEN',
  'INSUFFICIENT_TOKEN',
  'ABI_SIGNATURE_PARAMS_MISMATCH',
  'FEE_EXCEEDS_MAX_ALLOWANCE',
  'QUERY_NFT_METADATA_ERROR',
  'GAS_LIMIT_TOO_LOW',
  'TRANSACTION_UNDER_PRICE',
  'FAILED_ON_CHAIN',
  'FAILED_REORG',
  'INTERNAL_ERROR',
  'PAYMASTER_ENTITY_RESTRICTION',
  'PAYMASTER_POLICY_NOT_ACTIVATED',
  'PAYMASTER_POLICY_SENDER_IN_BLOCKLIST',
  'PAYMASTER_POLICY_EXCEED_MAX_DAILY_TRANSACTIONS',
  'PAYMASTER_POLICY_EXCEED_MAX_NATIVE_TOKEN_DAILY',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_PER_TX',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_DAILY',
]);

/** Allowed token names; others become empty. Anyone can send a wallet a token of any name, and agents read it. */
const TOKEN_NAME = /^[A-Za-z0-9]{1,12}(?:[ .-][A-Za-z0-9]{1,12}){0,3}$/;
const TOKEN_SYMBOL = /^[A-Za-z0-9.$-]{1,12}$/;
const BLOCKCHAIN = /^[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12})?$/;

export function textField(value: unknown, operation: string): string {
  if (typeof value !== 'string' || value === '') throw noAnswer(operation, 'unreadable');
  return value;
}

export function parseTransaction(value: unknown, operation: string): ProviderTransaction {
  const { id, state, txHash, errorReason, refId } = recordOrEmpty(value);
  return {
    id: textField(id, operation),
    state: (typeof state === 'string' ? STATES[state] : undefined) ?? 'pending',
    transactionHash: typeof txHash === 'string' && HASH.test(txHash) ? txHash.toLowerCase() : null,
    errorReason: typeof errorReason === 'string' && REASONS.has(errorReason) ? errorReason : null,
    refId: typeof refId === 'string' ? refId : '',
  };
}

export function parseWallet(value: unknown, operation: string): ProviderWallet {
  const { id, address } = recordOrEmpty(value);
  if (typeof address !== 'string' || !ADDRESS.test(address)) throw noAnswer(operation, 'unreadable');
  return {
    id: textField(id, operation),
    address: address.toLowerCase(),
  };
}

/** Skips malformed entries: the provider lists any token that was sent to the wallet. */
export function parseBalances(value: unknown): ProviderBalance[] {
  return listOrEmpty(value).flatMap((entry) => {
    const { amount, token } = recordOrEmpty(entry);
    const { name, symbol, decimals, tokenAddress, blockchain } = recordOrEmpty(token);
    if (!isPlainDecimal(amount)) return [];
    const address = typeof tokenAddress === 'string' && ADDRESS.test(tokenAddress) ? tokenAddress.toLowerCase() : null;
    return [
      {
        amount,
        token: {
          name: textMatching(TOKEN_NAME, name),
          symbol: textMatching(TOKEN_SYMBOL, symbol),
          decimals: typeof decimals === 'number' ? decimals : 0,
          address,
          blockchain: textMatching(BLOCKCHAIN, blockchain),
        },
      },
    ];
  });
}

/** Items of an array; none for any other value. */
export function listOrEmpty(value: unknown): unknown[] {
  return Array.isArray(value) ? value.map((item: unknown) => item) : [];
}

function textMatching(pattern: RegExp, value: unknown): string {
  return typeof value === 'string' && pattern.test(value) ? value : '';
}
