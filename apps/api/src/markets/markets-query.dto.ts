import { IsString } from 'class-validator';
import { isUuid, parseAddress } from '@app/common';
import { MARKET_SORTS, MARKET_STATUSES, type MarketSort, type MarketStatus, type MarketsQuery } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { PageQueryDto, toPageRequest } from '../http/pagination/page-query.dto.js';
import { type FieldOptions, requestField } from '../http/validation/field.js';
import { AddressField, DecimalString, Lines, OneOf, Timestamp } from '../http/validation/fields.js';
import { IsStorable, MaxCodePoints, Satisfies } from '../http/validation/rules.js';
import { MAX_TAG_LENGTH, MAX_TAGS } from './create-market.dto.js';

export class MarketsQueryDto extends PageQueryDto {
  @OneOf(MARKET_STATUSES, { description: 'Current status of the markets.', example: 'OPEN', optional: true })
  status: MarketStatus | undefined;

  @Filter(200, { description: 'Category of the markets, exact match.', example: 'weather', optional: true })
  category: string | undefined;

  @Lines(MAX_TAGS, MAX_TAG_LENGTH, {
    description: 'Tag of the markets, exact match. Repeated, each market has all of them.',
    example: ['lisbon'],
    optional: true,
  })
  tag: string[] | undefined;

  @Filter(64, {
    description:
      'Words of title, description, category and tags, in any case, at most 64 characters. `"…"` is a phrase, `or` an alternative, and `-` excludes a word. If nothing matches, one word is taken as misspelt. A search that takes too long is 503 `overloaded`.',
    example: 'lisbon',
    optional: true,
  })
  q: string | undefined;

  @OneOf(['true'], { description: 'Only markets whose contract accepts buys now.', example: 'true', optional: true })
  tradable: 'true' | undefined;

  @Filter(200, {
    description: 'Name that the creator gave the market, as in `onchain.market_id`, exact match.',
    example: EXAMPLE.marketName,
    optional: true,
  })
  onchain_market_id: string | undefined;

  @AddressField({ description: 'Address of the market contract.', example: EXAMPLE.market, optional: true })
  market_contract_address: string | undefined;

  @Creator()
  creator: string | undefined;

  @AddressField({ description: 'Address that may resolve the market.', example: EXAMPLE.agentWallet, optional: true })
  resolver: string | undefined;

  @Timestamp({ description: 'Latest end of trading, exclusive.', example: EXAMPLE.closesAt, optional: true })
  closes_before: Date | undefined;

  @Timestamp({ description: 'Earliest end of trading, inclusive.', example: EXAMPLE.createdAt, optional: true })
  closes_after: Date | undefined;

  @DecimalString({ description: 'Least sum of both pools, display units.', example: '100', optional: true })
  min_pool: string | undefined;

  @OneOf(['false'], {
    description: 'Leaves out markets in which the resolver or the creator holds a position.',
    example: 'false',
    optional: true,
  })
  has_conflict: 'false' | undefined;

  @OneOf(MARKET_SORTS, {
    description:
      'Sort key, with `-` for descending. Ties are ordered by id. `relevance`, the default with `q`, ranks the newest 500 matches. By `-pool` and `-last_stake_at`, markets without a stake come last. By default, newest first.',
    example: 'closes_at',
    optional: true,
  })
  sort: MarketSort | undefined;
}

/** Identifies the list that a query asks for: a cursor is valid for one list only. */
export function toMarketsScope(list: string, query: MarketsQueryDto): string {
  return JSON.stringify([list, { ...query, limit: undefined, cursor: undefined }]);
}

export function toMarketsQuery(query: MarketsQueryDto, scope: string): MarketsQuery {
  return {
    status: query.status,
    category: query.category,
    tags: query.tag,
    words: query.q,
    tradable: query.tradable === undefined ? undefined : true,
    onchainId: query.onchain_market_id,
    marketContractAddress: query.market_contract_address,
    creator: query.creator,
    resolver: query.resolver,
    closesBefore: query.closes_before,
    closesAfter: query.closes_after,
    minPool: Number(query.min_pool ?? 0) > 0 ? query.min_pool : undefined,
    withoutConflict: query.has_conflict === undefined ? undefined : true,
    sort: query.sort ?? (query.q === undefined ? '-created_at' : 'relevance'),
    page: toPageRequest(query, scope, isUuid),
  };
}

/** A blank text filters nothing: an empty search box sends one. */
function Filter(max: number, options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', maxLength: max },
    parse: (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    rules: [IsString({ message: '$property must be a string' }), IsStorable(), MaxCodePoints(max)],
  });
}

/** The id of a user, or an address, in lower case. */
function Creator(): PropertyDecorator {
  return requestField(
    {
      description: 'Creator of the markets: an address, or the id of a user as in `creator_user_id`.',
      example: EXAMPLE.userId,
      optional: true,
    },
    {
      schema: { type: 'string' },
      parse: (value) => parseAddress(value) ?? (typeof value === 'string' ? value.toLowerCase() : value),
      rules: [
        Satisfies(
          'isCreator',
          (value) => parseAddress(value) !== null || (typeof value === 'string' && isUuid(value)),
          'must be a UUID, or an address with a valid checksum if in mixed case',
        ),
      ],
    },
  );
}
