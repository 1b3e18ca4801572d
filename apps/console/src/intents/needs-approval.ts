import type { Intent } from '@presage/sdk';
import { isPositive, negated, sum } from '../format/decimal.js';

const APPROVABLE: readonly Intent['status'][] = ['preview', 'confirmed', 'failed'];

/**
 * Whether the owner must approve an intent before it is executed.
 * @param approvalAbove of the wallet, null without a limit
 */
export function needsApproval(
  { amount, approved_at, status }: Pick<Intent, 'amount' | 'approved_at' | 'status'>,
  approvalAbove: string | null,
): boolean {
  if (amount === null || approvalAbove === null || approved_at !== null || !APPROVABLE.includes(status)) return false;
  return isPositive(sum(amount, negated(approvalAbove)));
}
