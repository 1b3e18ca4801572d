import type { Market } from './market.entity.js';

/** Time after the close at which anyone may cancel an unresolved market: the contract's `ESCAPE_DELAY`. */
const ESCAPE_DELAY_MS = 30 * 86_400_000;

/** Time after the close within which the outcome is expected. The contract accepts it later, until somebody cancels. */
const RESOLUTION_TIME_MS = 86_400_000;

/** When the outcome of a market with a contract is expected. */
export interface Due {
  dueAt: Date | null;
  /** Whether the outcome came later, or is still missing then; false for a cancelled market. */
  overdue: boolean | null;
}

/** Resolver of a market and the times of its rights. All except `source` are null for a market without a contract. */
export interface ResolutionTerms extends Due {
  source: string | null;
  /** Lower-case. */
  resolver: string | null;
  resolverIsCreator: boolean | null;
  resolverHoldsPosition: boolean | null;
  creatorHoldsPosition: boolean | null;
  /** From this time creator and resolver may close the market. Buying ends then in any case. */
  closableAt: Date | null;
  /** From this time the resolver may resolve the market, closed or not. */
  resolvableAt: Date | null;
  /** From this time anyone may cancel an unresolved market, which returns every stake. */
  cancellableByAnyoneAt: Date | null;
}

export function toResolutionTerms(
  {
    resolutionSource,
    onchain,
    status,
    resolvedAt,
  }: Pick<Market, 'resolutionSource' | 'onchain' | 'status' | 'resolvedAt'>,
  nowMs: number,
): ResolutionTerms {
  const closesAt = onchain === null ? null : new Date(onchain.closesAtMs);
  return {
    source: resolutionSource,
    resolver: onchain?.resolver ?? null,
    resolverIsCreator: onchain === null ? null : onchain.resolver === onchain.creator,
    resolverHoldsPosition: onchain?.resolverHoldsPosition ?? null,
    creatorHoldsPosition: onchain?.creatorHoldsPosition ?? null,
    closableAt: closesAt,
    resolvableAt: closesAt,
    cancellableByAnyoneAt: closesAt === null ? null : new Date(closesAt.getTime() + ESCAPE_DELAY_MS),
    ...toDue({ closesAt, resolvedAt, isCancelled: status === 'CANCELLED' }, nowMs),
  };
}

interface Ended {
  /** Of the contract; null without one. */
  closesAt: Date | null;
  resolvedAt: Date | null;
  isCancelled: boolean;
}

export function toDue({ closesAt, resolvedAt, isCancelled }: Ended, nowMs: number): Due {
  if (closesAt === null) return { dueAt: null, overdue: null };
  const dueAt = new Date(closesAt.getTime() + RESOLUTION_TIME_MS);
  return { dueAt, overdue: !isCancelled && (resolvedAt?.getTime() ?? nowMs) > dueAt.getTime() };
}
