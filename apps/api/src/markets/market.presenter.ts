import { plainText, toChecksumAddress } from '@app/common';
import {
  type FacetValue,
  MARKET_STATUSES,
  MAX_FACET_VALUES,
  type Market,
  type OnchainMarket,
  toResolutionTerms,
} from '@app/markets';
import { checksummed, plain, present } from '../http/present.js';
import type { FacetsDto } from './discovery.dto.js';
import { CompactMarketDto, MarketDto, OnchainMarketDto, ResolutionTermsDto } from './market.dto.js';

export function presentMarket(market: Market): MarketDto {
  return present(MarketDto, {
    ...withPlainTexts(market),
    description: plain(market.description),
    outcomeYesLabel: plainText(market.outcomeYesLabel),
    outcomeNoLabel: plainText(market.outcomeNoLabel),
    onchain: market.onchain && presentOnchain(market.onchain),
    resolutionTerms: presentResolutionTerms(market),
  });
}

export function presentCompactMarket(market: Market): CompactMarketDto {
  return present(CompactMarketDto, {
    ...withPlainTexts(market),
    marketContractAddress: checksummed(market.onchain?.marketContractAddress ?? null),
    onchain: market.onchain && presentOnchain(market.onchain),
  });
}

/** The market with the texts of its creator that every form of it shows. */
function withPlainTexts(market: Market): Market {
  return {
    ...market,
    title: plainText(market.title),
    category: plain(market.category),
    tags: market.tags.map(plainText),
    collateralAsset: plainText(market.collateralAsset),
    chain: plainText(market.chain),
    resolutionSource: plain(market.resolutionSource),
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
  return present(OnchainMarketDto, {
    ...onchain,
    marketId: plainText(onchain.marketId),
    marketContractAddress: toChecksumAddress(onchain.marketContractAddress),
    resolver: toChecksumAddress(onchain.resolver),
    lastStakeAt: onchain.lastStakeAtMs === null ? null : new Date(onchain.lastStakeAtMs),
  });
}

function presentResolutionTerms(market: Market): ResolutionTermsDto {
  const terms = toResolutionTerms(market, Date.now());
  return present(ResolutionTermsDto, { ...terms, source: plain(terms.source), resolver: checksummed(terms.resolver) });
}
