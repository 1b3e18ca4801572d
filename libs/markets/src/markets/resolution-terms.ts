import type { Market } from './market.entity.js';

/** Time after the close at which anyone may cancel an unresolved market: the contract's `ESCAPE_DELAY`. */
const ESCAPE_DELAY_MS = 30 * 86_400_000;

/** Resolver of a market and the times of its rights. All except `source` are null for a market without a contract. */
export interface ResolutionTerms {
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

export function toResolutionTerms({
  resolutionSource,
  onchain,
}: Pick<Market, 'resolutionSource' | 'onchain'>): ResolutionTerms {
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
  };
}
