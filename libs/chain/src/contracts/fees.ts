/** Fees of one gas unit (EIP-1559). */
export interface Fees {
  maxFeeWei: bigint;
  priorityFeeWei: bigint;
}

/** Multiple of the base fee that a transaction can pay: six full blocks double it (EIP-1559). */
const BASE_FEE_HEADROOM = 2n;
const PRIORITY_FEE_WEI = 1_000_000_000n;

export function feesAt(baseFeeWei: bigint): Fees {
  return { maxFeeWei: baseFeeWei * BASE_FEE_HEADROOM + PRIORITY_FEE_WEI, priorityFeeWei: PRIORITY_FEE_WEI };
}
