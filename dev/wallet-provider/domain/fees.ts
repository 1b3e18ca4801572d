import { fromBaseUnits } from '@app/common';
import type { FeeLevel, FeeRequest, SignedAttempt } from './transaction.js';

const GWEI_DECIMALS = 9;
const NATIVE_DECIMALS = 18;
const PRIORITY_WEI: Readonly<Record<FeeLevel, bigint>> = {
  LOW: 1_000_000_000n,
  MEDIUM: 1_500_000_000n,
  HIGH: 2_000_000_000n,
};

export interface Fees {
  readonly baseFeeWei: bigint;
  readonly maxFeeWei: bigint;
  readonly priorityFeeWei: bigint;
}

/** Suggests fees by the provider's formula: `maxFee = 2 × baseFee + priorityFee`. */
export function suggestFees(baseFeeWei: bigint, level: FeeLevel): Fees {
  const priorityFeeWei = PRIORITY_WEI[level];
  return { baseFeeWei, priorityFeeWei, maxFeeWei: 2n * baseFeeWei + priorityFeeWei };
}

/** Completes the fees of a request with the suggestion for its level. */
export function chooseFees(baseFeeWei: bigint, request: FeeRequest): Fees {
  const suggested = suggestFees(baseFeeWei, request.feeLevel ?? 'MEDIUM');
  return {
    baseFeeWei,
    maxFeeWei: request.maxFeeWei === undefined ? suggested.maxFeeWei : BigInt(request.maxFeeWei),
    priorityFeeWei: request.priorityFeeWei === undefined ? suggested.priorityFeeWei : BigInt(request.priorityFeeWei),
  };
}

/** Fees of a replacement: at least HIGH, and a quarter above the replaced fees. Nodes require a tenth. */
export function bumpFees(baseFeeWei: bigint, replaced: SignedAttempt): Fees {
  const high = suggestFees(baseFeeWei, 'HIGH');
  return {
    baseFeeWei,
    maxFeeWei: max(high.maxFeeWei, raise(BigInt(replaced.maxFeeWei))),
    priorityFeeWei: max(high.priorityFeeWei, raise(BigInt(replaced.priorityFeeWei))),
  };
}

export interface TransactionFeeDto {
  gasLimit: string;
  baseFee: string;
  priorityFee: string;
  maxFee: string;
  networkFee: string;
}

/** Presents gas prices in gwei and the network fee in native coins, as decimal strings. */
export function presentFee(gasLimit: bigint, { baseFeeWei, maxFeeWei, priorityFeeWei }: Fees): TransactionFeeDto {
  return {
    gasLimit: gasLimit.toString(),
    baseFee: formatGwei(baseFeeWei),
    priorityFee: formatGwei(priorityFeeWei),
    maxFee: formatGwei(maxFeeWei),
    networkFee: formatNative(gasLimit * maxFeeWei),
  };
}

function formatGwei(wei: bigint): string {
  return fromBaseUnits(wei, GWEI_DECIMALS);
}

export function formatNative(wei: bigint): string {
  return fromBaseUnits(wei, NATIVE_DECIMALS);
}

/** Minimum gas of a valid transaction, with the floor price of call data (EIP-7623). */
export function minimumGas(callData: string): bigint {
  const bytes = Buffer.from(callData.slice(2), 'hex');
  const tokens = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 4), 0);
  return 21_000n + 10n * BigInt(tokens);
}

function raise(wei: bigint): bigint {
  return (wei * 5n) / 4n + 1n;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
