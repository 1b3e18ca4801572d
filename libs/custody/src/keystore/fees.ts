import type { Fees } from '@app/contracts';

/** Multiple of the base fee that a transaction can pay: six full blocks double it (EIP-1559). */
const BASE_FEE_HEADROOM = 2n;
const PRIORITY_FEE_WEI = 1_000_000_000n;

export function feesAt(baseFeeWei: bigint): Fees {
  return { maxFeeWei: baseFeeWei * BASE_FEE_HEADROOM + PRIORITY_FEE_WEI, priorityFeeWei: PRIORITY_FEE_WEI };
}

/** Doubles the fees once per attempt. Nodes accept a replacement from a tenth above. */
export function raiseFees({ maxFeeWei, priorityFeeWei }: Fees, attempt: number): Fees {
  const factor = 2n ** BigInt(attempt);
  return { maxFeeWei: maxFeeWei * factor, priorityFeeWei: priorityFeeWei * factor };
}
