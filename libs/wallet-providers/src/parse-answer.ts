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
/** The provider's own words for a reason, by form: anything else could be free text, and is dropped. */
const REASON = /^[A-Z][A-Z0-9_]{2,80}$/;

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
    errorReason: typeof errorReason === 'string' && REASON.test(errorReason) ? errorReason : null,
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
          name: shortText(name),
          symbol: shortText(symbol),
          decimals: typeof decimals === 'number' ? decimals : 0,
          address,
          blockchain: shortText(blockchain),
        },
      },
    ];
  });
}

export function parseList(value: unknown): unknown[] {
  return Array.isArray(value) ? value.map((item: unknown) => item) : [];
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : '';
}

function unreadable(operation: string): ProviderError {
  return new ProviderError(operation, { kind: 'no_answer', reason: 'unreadable' });
}
