import { toChecksumAddress } from '@app/common';
import { type Market, type OnchainMarket, resolutionTermsOf } from '@app/markets';
import { timestampOf } from '../../http/index.js';

export interface MarketBody {
  id: string;
  creator_user_id: string;
  title: string;
  description: string | null;
  category: string | null;
  cover_image_url: string | null;
  status: string;
  outcome_yes_label: string;
  outcome_no_label: string;
  collateral_asset: string;
  chain: string;
  resolution_source: string | null;
  opens_at: string | null;
  closes_at: string;
  resolved_at: string | null;
  settled_at: string | null;
  winning_outcome: string | null;
  onchain: OnchainBody | null;
  resolution_terms: ResolutionTermsBody;
  created_at: string;
  updated_at: string;
}

export interface OnchainBody {
  market_id: string;
  market_contract_address: string;
  deployment_transaction_hash: string;
  resolver: string;
  yes_pool: string;
  no_pool: string;
  implied_probability_yes: string | null;
  as_of_block: number;
}

/** Who decides the market, and from when on what can be done about it; null where there is no contract to say so. */
export interface ResolutionTermsBody {
  source: string | null;
  resolver: string | null;
  resolver_is_creator: boolean | null;
  resolver_holds_position: boolean | null;
  closable_at: string | null;
  resolvable_at: string | null;
  cancellable_by_anyone_at: string | null;
}

/** What an agent needs to choose a market by. */
export interface CompactMarketBody {
  id: string;
  title: string;
  status: string;
  category: string | null;
  collateral_asset: string;
  chain: string;
  closes_at: string;
  resolution_source: string | null;
}

export function presentMarket(market: Market): MarketBody {
  return {
    id: market.id,
    creator_user_id: market.creatorUserId,
    title: market.title,
    description: market.description,
    category: market.category,
    cover_image_url: market.coverImageUrl,
    status: market.status,
    outcome_yes_label: market.outcomeYesLabel,
    outcome_no_label: market.outcomeNoLabel,
    collateral_asset: market.collateralAsset,
    chain: market.chain,
    resolution_source: market.resolutionSource,
    opens_at: timestampOf(market.opensAt),
    closes_at: timestampOf(market.closesAt),
    resolved_at: timestampOf(market.resolvedAt),
    settled_at: timestampOf(market.settledAt),
    winning_outcome: market.winningOutcome,
    onchain: market.onchain === null ? null : presentOnchain(market.onchain),
    resolution_terms: presentResolutionTerms(market),
    created_at: timestampOf(market.createdAt),
    updated_at: timestampOf(market.updatedAt),
  };
}

export function presentCompactMarket(market: Market): CompactMarketBody {
  return {
    id: market.id,
    title: market.title,
    status: market.status,
    category: market.category,
    collateral_asset: market.collateralAsset,
    chain: market.chain,
    closes_at: timestampOf(market.closesAt),
    resolution_source: market.resolutionSource,
  };
}

function presentOnchain(onchain: OnchainMarket): OnchainBody {
  return {
    market_id: onchain.marketId,
    market_contract_address: toChecksumAddress(onchain.marketContractAddress),
    deployment_transaction_hash: onchain.deploymentTransactionHash,
    resolver: toChecksumAddress(onchain.resolver),
    yes_pool: onchain.yesPool,
    no_pool: onchain.noPool,
    implied_probability_yes: onchain.impliedProbabilityYes,
    as_of_block: onchain.asOfBlock,
  };
}

function presentResolutionTerms(market: Market): ResolutionTermsBody {
  const terms = resolutionTermsOf(market);
  return {
    source: terms.source,
    resolver: terms.resolver === null ? null : toChecksumAddress(terms.resolver),
    resolver_is_creator: terms.resolverIsCreator,
    resolver_holds_position: terms.resolverHoldsPosition,
    closable_at: timestampOf(terms.closableAt),
    resolvable_at: timestampOf(terms.resolvableAt),
    cancellable_by_anyone_at: timestampOf(terms.cancellableByAnyoneAt),
  };
}
