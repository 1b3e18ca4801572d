import { formatNative, presentFee, type TransactionFeeDto } from '../domain/fees.js';
import { latestCall, shownResult, type SignedAttempt, type TransactionRecord } from '../domain/transaction.js';
import type { WalletRecord, WalletSetRecord } from '../store/provider-store.js';
import type { Json } from '@app/common';
import { toJson } from './commands.js';

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

export interface TransactionView {
  /** False for lists without `txType`. */
  readonly withFees: boolean;
  /** State that a fault shows instead of the real one. */
  readonly shownState?: string | undefined;
}

/** Absent members are undefined, which JSON leaves out, as the provider does. */
export function presentTransaction(
  record: TransactionRecord,
  { withFees, shownState }: TransactionView,
): Readonly<Record<string, Json | undefined>> {
  const call = latestCall(record);
  const result = shownResult(record);
  return {
    id: record.id,
    blockchain: record.blockchain,
    walletId: record.accountId,
    sourceAddress: record.sourceAddress,
    contractAddress: record.contractAddress,
    transactionType: 'OUTBOUND',
    custodyType: 'DEVELOPER',
    state: shownState ?? result.state,
    amounts: record.valueWei === '0' ? [] : [formatNative(BigInt(record.valueWei))],
    nfts: null,
    operation: 'CONTRACT_EXECUTION',
    refId: record.refId,
    abiFunctionSignature: record.abiFunctionSignature,
    abiParameters: toJson(record.abiParameters),
    createDate: presentDate(record.createDateMs),
    updateDate: presentDate(record.updateDateMs),
    feeLevel: record.fees.feeLevel,
    txHash: result.txHash,
    blockHash: result.blockHash,
    blockHeight: result.blockHeight,
    firstConfirmDate: result.firstConfirmDateMs === undefined ? undefined : presentDate(result.firstConfirmDateMs),
    errorReason: result.errorReason,
    errorDetails: result.errorDetails,
    ...(withFees && {
      networkFee: result.networkFeeWei === undefined ? undefined : formatNative(BigInt(result.networkFeeWei)),
      estimatedFee: call === undefined ? undefined : { ...presentAttemptFee(call) },
    }),
  };
}

function presentAttemptFee(attempt: SignedAttempt): TransactionFeeDto {
  return presentFee(BigInt(attempt.gasLimit), {
    baseFeeWei: BigInt(attempt.baseFeeWei),
    maxFeeWei: BigInt(attempt.maxFeeWei),
    priorityFeeWei: BigInt(attempt.priorityFeeWei),
  });
}
