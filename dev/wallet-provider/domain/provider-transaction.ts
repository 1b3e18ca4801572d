import { newProviderId } from './provider-id.js';
import type { TransactionRecord, TransactionScript } from './transaction.js';

interface ProviderTransaction {
  readonly account: { readonly id: string; readonly address: string };
  readonly blockchain: string;
  readonly seq: number;
  readonly nowMs: number;
  readonly contractAddress: string;
  readonly callData: string;
  readonly valueWei: bigint;
  readonly script?: TransactionScript;
}

/** Returns a new transaction of the provider itself, which belongs to no request. */
export function providerTransaction({ account, nowMs, valueWei, ...rest }: ProviderTransaction): TransactionRecord {
  return {
    script: {},
    ...rest,
    id: newProviderId(),
    accountId: account.id,
    sourceAddress: account.address,
    valueWei: valueWei.toString(),
    abiFunctionSignature: '',
    abiParameters: null,
    refId: '',
    fees: { feeLevel: 'HIGH' },
    createDateMs: nowMs,
    updateDateMs: nowMs,
    state: 'INITIATED',
    attempts: [],
  };
}
