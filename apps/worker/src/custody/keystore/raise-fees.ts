import type { Fees } from '@app/chain';

/** Doubles the fees once per attempt. Nodes accept a replacement from a tenth above. */
export function raiseFees({ maxFeeWei, priorityFeeWei }: Fees, attempt: number): Fees {
  const factor = 2n ** BigInt(attempt);
  return { maxFeeWei: maxFeeWei * factor, priorityFeeWei: priorityFeeWei * factor };
}
