import { isPlainDecimal } from '@app/common';
import {
  ProviderError,
  type ProviderBalance,
  type ProviderState,
  type ProviderTransaction,
  type ProviderWallet,
} from '@app/engine';
import { record } from './provider-http.js';

/** Names as the provider and its older pages spell them. What is not here counts as pending. */
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
/** The reasons that the provider documents. Anything else could be anybody's text, and is dropped. */
const REASONS: ReadonlySet<string> = new Set([
  ...['ESTIMATION_ERROR', 'INSUFFICIENT_NATIVE_TOKEN', 'INSUFFICIENT_TOKEN', 'ABI_SIGNATURE_PARAMS_MISMATCH'],
  ...['FEE_EXCEEDS_MAX_ALLOWANCE', 'QUERY_NFT_METADATA_ERROR', 'GAS_LIMIT_TOO_LOW', 'TRANSACTION_UNDER_PRICE'],
  ...['FAILED_ON_CHAIN', 'FAILED_REORG', 'INTERNAL_ERROR', 'PAYMASTER_ENTITY_RESTRICTION'],
  ...['PAYMASTER_POLICY_NOT_ACTIVATED', 'PAYMASTER_POLICY_SENDER_IN_BLOCKLIST'],
  ...['PAYMASTER_POLICY_EXCEED_MAX_DAILY_TRANSACTIONS', 'PAYMASTER_POLICY_EXCEED_MAX_NATIVE_TOKEN_DAILY'],
  ...['PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_PER_TX', 'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_DAILY'],
]);

/**
 * What a token calls itself is shown to agents, and anyone may send a wallet a token of any name: a few plain words, or
 * nothing.
 */
const TOKEN_NAME = /^[A-Za-z0-9]{1,12}(?:[ .-][A-Za-z0-9]{1,12}){0,3}$/;
const TOKEN_SYMBOL = /^[A-Za-z0-9.$-]{1,12}$/;
const BLOCKCHAIN = /^[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12})?$/;

export function textField(value: unknown, operation: string): string {
  if (typeof value !== 'string' || value === '') throw unreadable(operation);
  return value;
}

export function parseTransaction(value: unknown, operation: string): ProviderTransaction {
  const { id, state, txHash, errorReason, refId, contractAddress } = record(value);
  return {
    id: textField(id, operation),
    state: (typeof state === 'string' ? STATES[state] : undefined) ?? 'pending',
    transactionHash: typeof txHash === 'string' && HASH.test(txHash) ? txHash.toLowerCase() : null,
    errorReason: typeof errorReason === 'string' && REASONS.has(errorReason) ? errorReason : null,
    refId: typeof refId === 'string' ? refId : '',
    contractAddress: typeof contractAddress === 'string' ? contractAddress.toLowerCase() : null,
  };
}

export function parseWallet(value: unknown, operation: string): ProviderWallet {
  const { id, address, refId } = record(value);
  if (typeof address !== 'string' || !ADDRESS.test(address)) throw unreadable(operation);
  return {
    id: textField(id, operation),
    address: address.toLowerCase(),
    refId: typeof refId === 'string' ? refId : '',
  };
}

/** Entries that cannot be read are left out: the provider lists whatever anyone sent to the wallet. */
export function parseBalances(value: unknown): ProviderBalance[] {
  return parseList(value).flatMap((entry) => {
    const { amount, token } = record(entry);
    const { name, symbol, decimals, tokenAddress, blockchain } = record(token);
    if (!isPlainDecimal(amount)) return [];
    const address = typeof tokenAddress === 'string' && ADDRESS.test(tokenAddress) ? tokenAddress.toLowerCase() : null;
    return [
      {
        amount,
        token: {
          name: textLike(TOKEN_NAME, name),
          symbol: textLike(TOKEN_SYMBOL, symbol),
          decimals: typeof decimals === 'number' ? decimals : 0,
          address,
          blockchain: textLike(BLOCKCHAIN, blockchain),
        },
      },
    ];
  });
}

export function parseList(value: unknown): unknown[] {
  return Array.isArray(value) ? value.map((item: unknown) => item) : [];
}

function textLike(pattern: RegExp, value: unknown): string {
  return typeof value === 'string' && pattern.test(value) ? value : '';
}

function unreadable(operation: string): ProviderError {
  return new ProviderError(operation, { kind: 'no_answer', reason: 'unreadable' });
}
