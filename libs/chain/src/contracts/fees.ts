/** Fees of one gas unit (EIP-1559). */
export interface Fees {
  maxFeeWei: bigint;
  priorityFeeWei: bigint;
}

/** Price of a unit of gas, wei. */
export interface GasPrice {
  /** Most that a transaction sent now pays, whichever custody sends it. */
  maxFeeWei: bigint;
  presentWei: bigint;
}

/** Multiple of the base fee that a transaction can pay: six full blocks double it (EIP-1559). */
export const BASE_FEE_HEADROOM = 2n;
/** Floor of the priority fee: on an empty chain nodes suggest nearly nothing. */
const MIN_PRIORITY_FEE_WEI = 1_000_000_000n;
/** Priority fee of a wallet provider at the level MEDIUM, where the node suggests less. */
const PROVIDER_PRIORITY_FEE_WEI = 1_500_000_000n;

/** @param suggestedWei priority fee that the node suggests, of which at least 1 gwei is paid */
export function feesAt(baseFeeWei: bigint, suggestedWei = 0n): Fees {
  const priorityFeeWei = suggestedWei > MIN_PRIORITY_FEE_WEI ? suggestedWei : MIN_PRIORITY_FEE_WEI;
  return { maxFeeWei: baseFeeWei * BASE_FEE_HEADROOM + priorityFeeWei, priorityFeeWei };
}

export function gasPriceAt(baseFeeWei: bigint, suggestedWei = 0n): GasPrice {
  const { priorityFeeWei } = feesAt(baseFeeWei, suggestedWei);
  const highestWei = priorityFeeWei > PROVIDER_PRIORITY_FEE_WEI ? priorityFeeWei : PROVIDER_PRIORITY_FEE_WEI;
  return { maxFeeWei: baseFeeWei * BASE_FEE_HEADROOM + highestWei, presentWei: baseFeeWei + priorityFeeWei };
}
