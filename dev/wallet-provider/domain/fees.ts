import type { FeeLevel, SignedAttempt } from './transaction.js';

const PRIORITY_WEI: Readonly<Record<FeeLevel, bigint>> = {
  LOW: 1_000_000_000n,
  MEDIUM: 1_500_000_000n,
  HIGH: 2_000_000_000n,
};

export interface Fees {
  readonly maxFeeWei: bigint;
  readonly priorityFeeWei: bigint;
}

/** Suggests fees by the provider's formula: `maxFee = 2 × baseFee + priorityFee`. */
export function suggestFees(baseFeeWei: bigint, level: FeeLevel): Fees {
  const priorityFeeWei = PRIORITY_WEI[level];
  return { priorityFeeWei, maxFeeWei: 2n * baseFeeWei + priorityFeeWei };
}

/** Fees of a replacement: at least HIGH, and a quarter above the replaced fees. Nodes require a tenth. */
export function bumpFees(baseFeeWei: bigint, replaced: SignedAttempt): Fees {
  const high = suggestFees(baseFeeWei, 'HIGH');
  return {
    maxFeeWei: max(high.maxFeeWei, raise(BigInt(replaced.maxFeeWei))),
    priorityFeeWei: max(high.priorityFeeWei, raise(BigInt(replaced.priorityFeeWei))),
  };
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
