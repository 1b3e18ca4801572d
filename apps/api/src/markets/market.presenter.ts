import { toChecksumAddress } from '@app/common';
import { type Market, type OnchainMarket, resolutionTermsOf } from '@app/markets';
import { timestampOf } from '../http/present.js';
import type { CompactMarketDto, MarketDto, OnchainMarketDto, ResolutionTermsDto } from './market.dto.js';

export function presentMarket(market: Market): MarketDto {
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

export function presentCompactMarket(market: Market): CompactMarketDto {
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

function presentOnchain(onchain: OnchainMarket): OnchainMarketDto {
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

function presentResolutionTerms(market: Market): ResolutionTermsDto {
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
