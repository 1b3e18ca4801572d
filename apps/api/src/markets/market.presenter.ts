import { plainText, toChecksumAddress } from '@app/common';
import {
  type FacetValue,
  MARKET_STATUSES,
  MAX_FACET_VALUES,
  type Market,
  type OnchainMarket,
  toResolutionTerms,
} from '@app/markets';
import { checksummed, plain } from '../http/present.js';
import type { FacetsDto } from './discovery.dto.js';
import type {
  CompactMarketDto,
  MarketDto,
  MarketSummaryDto,
  OnchainMarketDto,
  ResolutionTermsDto,
} from './market.dto.js';

export function presentMarket(market: Market): MarketDto {
  return {
    ...presentSummary(market),
    creator_user_id: market.creatorUserId,
    description: plain(market.description),
    cover_image_url: market.coverImageUrl,
    outcome_yes_label: plainText(market.outcomeYesLabel),
    outcome_no_label: plainText(market.outcomeNoLabel),
    opens_at: market.opensAt?.toISOString() ?? null,
    resolved_at: market.resolvedAt?.toISOString() ?? null,
    settled_at: market.settledAt?.toISOString() ?? null,
    winning_outcome: market.winningOutcome,
    resolution_terms: presentResolutionTerms(market),
    created_at: market.createdAt.toISOString(),
    updated_at: market.updatedAt.toISOString(),
  };
}

export function presentCompactMarket(market: Market): CompactMarketDto {
  const market_contract_address = checksummed(market.onchain?.marketContractAddress ?? null);
  return { ...presentSummary(market), market_contract_address };
}

function presentSummary(market: Market): MarketSummaryDto {
  return {
    id: market.id,
    title: plainText(market.title),
    status: market.status,
    category: plain(market.category),
    tags: market.tags.map(plainText),
    collateral_asset: plainText(market.collateralAsset),
    chain: plainText(market.chain),
    closes_at: market.closesAt.toISOString(),
    resolution_source: plain(market.resolutionSource),
    onchain: market.onchain === null ? null : presentOnchain(market.onchain),
  };
}

export function presentFacets(values: readonly FacetValue[]): FacetsDto {
  const of = (facet: FacetValue['facet']): { value: string; count: number }[] =>
    values
      .filter((each) => each.facet === facet && each.count > 0)
      .slice(0, MAX_FACET_VALUES)
      .map(({ value, count }) => ({ value: plainText(value), count }));
  const statuses = of('status');
  return {
    status: MARKET_STATUSES.map((value) => statuses.find((each) => each.value === value) ?? { value, count: 0 }),
    category: of('category'),
    tag: of('tag'),
  };
}

function presentOnchain(onchain: OnchainMarket): OnchainMarketDto {
  return {
    market_id: plainText(onchain.marketId),
    market_contract_address: toChecksumAddress(onchain.marketContractAddress),
    deployment_transaction_hash: onchain.deploymentTransactionHash,
    resolver: toChecksumAddress(onchain.resolver),
    yes_pool: onchain.yesPool,
    no_pool: onchain.noPool,
    implied_probability_yes: onchain.impliedProbabilityYes,
    last_stake_at: onchain.lastStakeAtMs === null ? null : new Date(onchain.lastStakeAtMs).toISOString(),
    as_of_block: onchain.asOfBlock,
  };
}

function presentResolutionTerms(market: Market): ResolutionTermsDto {
  const terms = toResolutionTerms(market, Date.now());
  return {
    source: plain(terms.source),
    resolver: checksummed(terms.resolver),
    resolver_is_creator: terms.resolverIsCreator,
    resolver_holds_position: terms.resolverHoldsPosition,
    creator_holds_position: terms.creatorHoldsPosition,
    closable_at: terms.closableAt?.toISOString() ?? null,
    resolvable_at: terms.resolvableAt?.toISOString() ?? null,
    cancellable_by_anyone_at: terms.cancellableByAnyoneAt?.toISOString() ?? null,
    due_at: terms.dueAt?.toISOString() ?? null,
    overdue: terms.overdue,
  };
}
