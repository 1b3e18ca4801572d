import type { PermitSignature } from '@app/chain';
import { toBaseUnits } from '@app/common';

/** Stakes of the buy that its approval covers at most. */
const MAX_STAKES = 20n;

/** `exact`: an approval covers one stake. `market`: it covers what the wallet's limits allow. */
export type AllowanceMode = 'exact' | 'market';

/** Limits of a wallet in display units; null for none. */
export interface AllowanceLimits {
  marketLimit: string | null;
  dailyLimit: string | null;
  totalLimit: string | null;
}

/** Amount of an approval, and the version of the wallet's policy whose limits it keeps. */
export interface Allowance {
  baseUnits: string;
  policyVersion: string;
  /** Sent with the buy itself, instead of an approval before it; null for none. */
  permit: PermitSignature | null;
}

/** Base units that the approval before a buy covers: the stake, or up to 20 of them within the limits of the wallet. */
export function computeAllowance(
  stakeBaseUnits: bigint,
  { marketLimit, dailyLimit, totalLimit }: AllowanceLimits,
  { mode, decimals }: { mode: AllowanceMode; decimals: number },
): bigint {
  if (mode === 'exact') return stakeBaseUnits;
  // A limit finer than the token's units allows the stake only.
  const limits = [marketLimit, dailyLimit, totalLimit].map((limit) =>
    limit === null ? null : (toBaseUnits(limit, decimals) ?? 0n),
  );
  const least = limits.reduce(
    (low: bigint, limit) => (limit !== null && limit < low ? limit : low),
    stakeBaseUnits * MAX_STAKES,
  );
  return least > stakeBaseUnits ? least : stakeBaseUnits;
}
