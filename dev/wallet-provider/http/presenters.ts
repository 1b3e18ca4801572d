import type { Json } from '@app/common';
import { shownResult, type TransactionRecord } from '../domain/transaction.js';
import type { WalletRecord, WalletSetRecord } from '../store/provider-store.js';

/** Formats a date in whole seconds, as the provider does. */
export function presentDate(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

export function presentWalletSet({ id, name, createDateMs }: WalletSetRecord): { readonly [key: string]: Json } {
  const date = presentDate(createDateMs);
  return { id, custodyType: 'DEVELOPER', name, createDate: date, updateDate: date };
}

export function presentWallet(wallet: WalletRecord): { readonly [key: string]: Json } {
  const { id, walletSetId, address, blockchain, name, refId } = wallet;
  const date = presentDate(wallet.createDateMs);
  return {
    id,
    state: 'LIVE',
    walletSetId,
    custodyType: 'DEVELOPER',
    address,
    blockchain,
    accountType: 'EOA',
    name,
    refId,
    createDate: date,
    updateDate: date,
  };
}

/** Absent members are undefined, which JSON leaves out, as the provider does. */
export function presentTransaction(record: TransactionRecord): Readonly<Record<string, Json | undefined>> {
  const { state, txHash, blockHash, blockHeight, errorReason, errorDetails } = shownResult(record);
  return {
    id: record.id,
    blockchain: record.blockchain,
    walletId: record.accountId,
    sourceAddress: record.sourceAddress,
    contractAddress: record.contractAddress,
    transactionType: 'OUTBOUND',
    custodyType: 'DEVELOPER',
    operation: 'CONTRACT_EXECUTION',
    state,
    refId: record.refId,
    feeLevel: record.feeLevel,
    createDate: presentDate(record.createDateMs),
    updateDate: presentDate(record.updateDateMs),
    txHash,
    blockHash,
    blockHeight,
    errorReason,
    errorDetails,
  };
}
