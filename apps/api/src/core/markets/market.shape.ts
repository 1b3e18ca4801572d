import { EXECUTION_CHAIN } from '@app/common';
import { MARKET_STATUSES, OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import type { CompactMarketBody, MarketBody, OnchainBody, ResolutionTermsBody } from './market.presenter.js';

const ONCHAIN = wire.named<OnchainBody>('OnchainMarket', 'What an indexed block says of the market’s contract.', {
  market_id: wire.text('The creator’s own name of the market.', EXAMPLE.marketName),
  market_contract_address: wire.address('The market’s contract.', EXAMPLE.market),
  deployment_transaction_hash: wire.bytes32('The transaction that deployed it.', EXAMPLE.transactionHash),
  resolver: wire.address('Who may resolve it.', EXAMPLE.agentWallet),
  yes_pool: wire.decimal('All stakes on YES.', '10'),
  no_pool: wire.decimal('All stakes on NO.', '30'),
  implied_probability_yes: wire.nullable(
    wire.decimal('The share of the YES pool, from 0 to 1; null while the pools are empty.', '0.25'),
  ),
  as_of_block: wire.integer('The block that all of this is read at.', 4711),
});

const RESOLUTION_TERMS = wire.named<ResolutionTermsBody>(
  'ResolutionTerms',
  'Who decides the market, and from when on what can be done about it; null where there is no contract to say so.',
  {
    source: wire.nullable(wire.text('Where the outcome is read off.', 'IPMA, station Lisboa')),
    resolver: wire.nullable(wire.address('Who may resolve it.', EXAMPLE.agentWallet)),
    resolver_is_creator: wire.nullable(wire.flag('Whether the resolver made the market.', true)),
    resolver_holds_position: wire.nullable(wire.flag('Whether the resolver has a stake in the outcome.', false)),
    closable_at: wire.nullable(
      wire.timestamp(
        'From when on creator and resolver may close it; buying ends then even if they do not.',
        EXAMPLE.closesAt,
      ),
    ),
    resolvable_at: wire.nullable(
      wire.timestamp(
        'From when on the resolver may name the outcome, whether or not the market was closed.',
        EXAMPLE.closesAt,
      ),
    ),
    cancellable_by_anyone_at: wire.nullable(
      wire.timestamp(
        'From when on anyone may cancel it while nobody has resolved it, so that every stake is returned.',
        '2100-01-07T18:00:00.000Z',
      ),
    ),
  },
);

export const MARKET = wire.named<MarketBody>('Market', 'A market with two outcomes.', {
  id: wire.uuid('The market’s id.', EXAMPLE.marketId),
  creator_user_id: wire.uuid('The user whose market it is.', EXAMPLE.userId),
  title: wire.text('The question.', EXAMPLE.question),
  description: wire.nullable(wire.text('What counts as YES.', ''), null),
  category: wire.nullable(wire.text('A word to filter lists by.', 'weather')),
  cover_image_url: wire.nullable(
    wire.text('A public HTTPS URL of a picture.', 'https://images.example.com/lisbon.png', { format: 'uri' }),
  ),
  status: wire.oneOf(MARKET_STATUSES, 'What it is at this moment: time alone opens and closes a market.', 'OPEN'),
  outcome_yes_label: wire.text('What YES is called.', 'YES'),
  outcome_no_label: wire.text('What NO is called.', 'NO'),
  collateral_asset: wire.text('The token that stakes are made in.', 'USDC'),
  chain: wire.text('The network that it belongs to.', EXECUTION_CHAIN),
  resolution_source: wire.nullable(wire.text('Where the outcome is read off.', 'IPMA, station Lisboa')),
  opens_at: wire.nullable(wire.timestamp('When trading begins; null for at once.', EXAMPLE.createdAt), null),
  closes_at: wire.timestamp('When trading ends.', EXAMPLE.closesAt),
  resolved_at: wire.nullable(wire.timestamp('When it was resolved.', EXAMPLE.updatedAt), null),
  settled_at: wire.nullable(wire.timestamp('When the last payout was claimed.', EXAMPLE.updatedAt), null),
  winning_outcome: wire.nullable(wire.oneOf(OUTCOMES, 'How it ended.'), null),
  onchain: wire.nullable(ONCHAIN),
  resolution_terms: RESOLUTION_TERMS,
  created_at: wire.timestamp('When the record was made.', EXAMPLE.createdAt),
  updated_at: wire.timestamp('When it last changed.', EXAMPLE.updatedAt),
});

export const COMPACT_MARKET = wire.named<CompactMarketBody>(
  'CompactMarket',
  'What an agent needs to choose a market by.',
  {
    id: wire.uuid('The market’s id.', EXAMPLE.marketId),
    title: wire.text('The question.', EXAMPLE.question),
    status: wire.oneOf(MARKET_STATUSES, 'What it is at this moment.', 'OPEN'),
    category: wire.nullable(wire.text('A word to filter lists by.', 'weather')),
    collateral_asset: wire.text('The token that stakes are made in.', 'USDC'),
    chain: wire.text('The network that it belongs to.', EXECUTION_CHAIN),
    closes_at: wire.timestamp('When trading ends.', EXAMPLE.closesAt),
    resolution_source: wire.nullable(wire.text('Where the outcome is read off.', 'IPMA, station Lisboa')),
  },
);

/** A market that is a record and has no contract. */
export const RECORDED_MARKET = wire.amended(MARKET, {
  onchain: null,
  resolution_terms: {
    source: 'IPMA, station Lisboa',
    resolver: null,
    resolver_is_creator: null,
    resolver_holds_position: null,
    closable_at: null,
    resolvable_at: null,
    cancellable_by_anyone_at: null,
  },
});
