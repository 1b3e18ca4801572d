import type { Market } from './market.js';

/** How long after the close time an unresolved market can be cancelled by anyone: the contract's `ESCAPE_DELAY`. */
const ESCAPE_DELAY_MS = 30 * 86_400_000;

/** Who decides a market, and from when on what can be done about it. All but the source are null without a contract. */
export interface ResolutionTerms {
  source: string | null;
  /** Lower case. */
  resolver: string | null;
  /** Whoever created the market decides it. */
  resolverIsCreator: boolean | null;
  /** Whoever decides the market has a stake in the outcome. */
  resolverHoldsPosition: boolean | null;
  /** From here on creator and resolver may close it; buying ends then even if they do not. */
  closableAt: Date | null;
  /** From here on the resolver may name the outcome, whether or not the market was closed. */
  resolvableAt: Date | null;
  /** From here on, while nobody has resolved it, anyone may cancel it, and every stake is returned. */
  cancellableByAnyoneAt: Date | null;
}

export function resolutionTermsOf({
  resolutionSource,
  onchain,
}: Pick<Market, 'resolutionSource' | 'onchain'>): ResolutionTerms {
  const closesAt = onchain === null ? null : new Date(onchain.closesAtMs);
  return {
    source: resolutionSource,
    resolver: onchain?.resolver ?? null,
    resolverIsCreator: onchain === null ? null : onchain.resolver === onchain.creator,
    resolverHoldsPosition: onchain?.resolverHoldsPosition ?? null,
    closableAt: closesAt,
    resolvableAt: closesAt,
    cancellableByAnyoneAt: closesAt === null ? null : new Date(closesAt.getTime() + ESCAPE_DELAY_MS),
  };
}
