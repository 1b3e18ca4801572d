import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXECUTION_CHAIN } from '@app/common';
import { MARKET_STATUSES, OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiBytes32,
  ApiDecimal,
  ApiEnum,
  ApiFlag,
  ApiInteger,
  ApiNextCursor,
  ApiText,
  ApiTimestamp,
  ApiUuid,
} from '../docs/properties.js';
import { ApiDueAt, ApiOverdue } from './due.decorator.js';

const SOURCE = 'IPMA, station Lisboa';

@ApiSchema({ name: 'OnchainMarket', description: 'State of the market contract at an indexed block.' })
export class OnchainMarketDto {
  @ApiText({ description: 'Name of the market, chosen by its creator.', example: EXAMPLE.marketName })
  market_id: string;

  @ApiAddress({ description: 'Address of the market contract.', example: EXAMPLE.market })
  market_contract_address: string;

  @ApiBytes32({ description: 'Hash of the transaction that deployed the contract.', example: EXAMPLE.transactionHash })
  deployment_transaction_hash: string;

  @ApiAddress({ description: 'Address that may resolve the market.', example: EXAMPLE.agentWallet })
  resolver: string;

  @ApiDecimal({ description: 'Sum of all stakes on YES, display units.', example: '10' })
  yes_pool: string;

  @ApiDecimal({ description: 'Sum of all stakes on NO, display units.', example: '30' })
  no_pool: string;

  @ApiDecimal({
    description: 'YES pool as a share of both pools, 0 to 1.',
    null: 'while the pools are empty',
    example: '0.25',
  })
  implied_probability_yes: string | null;

  @ApiTimestamp({ description: 'Time of the last stake.', null: 'before the first', example: EXAMPLE.updatedAt })
  last_stake_at: string | null;

  @ApiInteger({ description: 'Block at which these values were read.', example: 4711 })
  as_of_block: number;
}

@ApiSchema({
  name: 'ResolutionTerms',
  description:
    'Resolver of the market and times of its resolution. All fields except `source` are null for a market without a contract.',
})
export class ResolutionTermsDto {
  @ApiText({ description: 'Source of the outcome.', null: 'if not given', example: SOURCE })
  source: string | null;

  @ApiAddress({ description: 'Address that may resolve the market.', example: EXAMPLE.agentWallet, nullable: true })
  resolver: string | null;

  @ApiFlag({ description: 'Whether the resolver created the market.', example: true, nullable: true })
  resolver_is_creator: boolean | null;

  @ApiFlag({ description: 'Whether the resolver has a stake in the market.', example: false, nullable: true })
  resolver_holds_position: boolean | null;

  @ApiFlag({
    description:
      'Whether the creator has a stake in the market. A creator may cancel the market before its close time.',
    example: false,
    nullable: true,
  })
  creator_holds_position: boolean | null;

  @ApiTimestamp({
    description:
      'Earliest time at which creator or resolver may close the market. Buying ends at this time even if the market is not closed.',
    example: EXAMPLE.closesAt,
    nullable: true,
  })
  closable_at: string | null;

  @ApiTimestamp({
    description: 'Earliest time at which the resolver may resolve the market, even if it is not closed.',
    example: EXAMPLE.closesAt,
    nullable: true,
  })
  resolvable_at: string | null;

  @ApiTimestamp({
    description: 'Earliest time at which anyone may cancel an unresolved market. Every stake is then refunded.',
    example: '2100-01-07T18:00:00.000Z',
    nullable: true,
  })
  cancellable_by_anyone_at: string | null;

  @ApiDueAt()
  due_at: string | null;

  @ApiOverdue()
  overdue: boolean | null;
}

export class MarketSummaryDto {
  @ApiUuid({ description: 'Id of the market.', example: EXAMPLE.marketId })
  id: string;

  @ApiText({ description: 'Question of the market.', example: EXAMPLE.question })
  title: string;

  @ApiEnum(MARKET_STATUSES, { description: 'Current status. Opening and closing depend on the time.', example: 'OPEN' })
  status: string;

  @ApiText({ description: 'Category for filtering.', null: 'if not given', example: 'weather' })
  category: string | null;

  @ApiProperty({ type: [String], description: 'Tags for filtering and search, at most 5.', example: ['lisbon'] })
  tags: readonly string[];

  @ApiText({ description: 'Token of the stakes.', example: 'USDC' })
  collateral_asset: string;

  @ApiText({ description: 'Network of the market.', example: EXECUTION_CHAIN })
  chain: string;

  @ApiTimestamp({ description: 'End of trading.', example: EXAMPLE.closesAt })
  closes_at: string;

  @ApiText({ description: 'Source of the outcome.', null: 'if not given', example: SOURCE })
  resolution_source: string | null;

  @ApiProperty({
    type: OnchainMarketDto,
    description: 'Contract of the market. Null for a market that is only a record.',
    nullable: true,
  })
  onchain: OnchainMarketDto | null;
}

@ApiSchema({ name: 'CompactMarket', description: 'Summary of a market.' })
export class CompactMarketDto extends MarketSummaryDto {
  @ApiAddress({
    description: 'Address of the market contract, as in `onchain`.',
    null: 'for a market that is only a record',
    example: EXAMPLE.market,
  })
  market_contract_address: string | null;
}

@ApiSchema({ name: 'Market', description: 'Market with two outcomes.' })
export class MarketDto extends MarketSummaryDto {
  @ApiUuid({ description: 'Id of the user that owns the market.', example: EXAMPLE.userId })
  creator_user_id: string;

  @ApiText({ description: 'Criteria for YES. Null if not given.', example: null })
  description: string | null;

  @ApiText({
    description: 'Public HTTPS URL of an image.',
    null: 'if not given',
    example: 'https://images.example.com/lisbon.png',
    format: 'uri',
  })
  cover_image_url: string | null;

  @ApiText({ description: 'Label of YES.', example: 'YES' })
  outcome_yes_label: string;

  @ApiText({ description: 'Label of NO.', example: 'NO' })
  outcome_no_label: string;

  @ApiTimestamp({ description: 'Start of trading. Null if trading starts at creation.', example: null })
  opens_at: string | null;

  @ApiTimestamp({ description: 'Time of the resolution. Null until then.', example: null })
  resolved_at: string | null;

  @ApiTimestamp({ description: 'Time of the last claimed payout. Null until then.', example: null })
  settled_at: string | null;

  @ApiEnum(OUTCOMES, { description: 'Outcome of the market. Null before the resolution.', example: null })
  winning_outcome: string | null;

  @ApiProperty({ type: ResolutionTermsDto })
  resolution_terms: ResolutionTermsDto;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;
}

export class MarketResponse {
  @ApiProperty({ type: MarketDto })
  market: MarketDto;
}

export class MarketsPage {
  @ApiProperty({ type: [MarketDto], description: 'Markets in the requested order.' })
  markets: MarketDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}

export class CompactMarketsPage {
  @ApiProperty({ type: [CompactMarketDto], description: 'Markets in the requested order.' })
  markets: CompactMarketDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}

/** A market without a contract, where it differs from the examples of the properties. */
export const RECORD_EXAMPLE = {
  onchain: null,
  resolution_terms: {
    resolver: null,
    resolver_is_creator: null,
    resolver_holds_position: null,
    creator_holds_position: null,
    closable_at: null,
    resolvable_at: null,
    cancellable_by_anyone_at: null,
    due_at: null,
    overdue: null,
  },
};
