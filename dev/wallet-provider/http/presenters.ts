import { formatNative, presentFee, type TransactionFeeDto } from '../domain/fees.js';
import {
  latestCall,
  shownResult,
  type SignedAttempt,
  type TransactionRecord,
  type TransactionResult,
} from '../domain/transaction.js';
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

export function presentTransaction(
  record: TransactionRecord,
  { withFees, shownState }: TransactionView,
): Record<string, Json> {
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
    ...present('feeLevel', record.fees.feeLevel),
    ...present('txHash', result.txHash),
    ...present('blockHash', result.blockHash),
    ...present('blockHeight', result.blockHeight),
    ...present(
      'firstConfirmDate',
      result.firstConfirmDateMs === undefined ? undefined : presentDate(result.firstConfirmDateMs),
    ),
    ...present('errorReason', result.errorReason),
    ...present('errorDetails', result.errorDetails),
    ...(withFees ? presentFees(result, call) : {}),
  };
}

function presentAttemptFee(attempt: SignedAttempt): TransactionFeeDto {
  return presentFee(BigInt(attempt.gasLimit), {
    baseFeeWei: BigInt(attempt.baseFeeWei),
    maxFeeWei: BigInt(attempt.maxFeeWei),
    priorityFeeWei: BigInt(attempt.priorityFeeWei),
  });
}

function presentFees({ networkFeeWei }: TransactionResult, call: SignedAttempt | undefined): Record<string, Json> {
  return {
    ...present('networkFee', networkFeeWei === undefined ? undefined : formatNative(BigInt(networkFeeWei))),
    ...present('estimatedFee', call === undefined ? undefined : { ...presentAttemptFee(call) }),
  };
}

/** Leaves an absent member out instead of null, as the provider does. */
function present(name: string, value: Json | undefined): Record<string, Json> {
  return value === undefined ? {} : { [name]: value };
}
