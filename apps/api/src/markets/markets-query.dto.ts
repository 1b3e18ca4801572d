import { IsString } from 'class-validator';
import { isUuid } from '@app/common';
import { MARKET_SORTS, MARKET_STATUSES, type MarketSort, type MarketStatus, type MarketsQuery } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { PageQueryDto, toPageRequest } from '../http/pagination/page-query.dto.js';
import { type FieldOptions, requestField } from '../http/validation/field.js';
import { AddressField, OneOf } from '../http/validation/fields.js';
import { IsStorable, MaxCodePoints } from '../http/validation/rules.js';

export class MarketsQueryDto extends PageQueryDto {
  @OneOf(MARKET_STATUSES, { description: 'Current status of the markets.', example: 'OPEN', optional: true })
  status: MarketStatus | undefined;

  @Filter(200, { description: 'Category of the markets, exact match.', example: 'weather', optional: true })
  category: string | undefined;

  @Filter(64, {
    description:
      'Part of the title, case-insensitive, at most 64 characters. A search that takes too long is 503 `overloaded`.',
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

  @OneOf(MARKET_SORTS, {
    description: 'Sort key, with `-` for descending. Ties are ordered by id.',
    example: 'closes_at',
    default: '-created_at',
  })
  sort: MarketSort;
}

/** Identifies the list that a query asks for: a cursor is valid for one list only. */
export function toMarketsScope(list: string, query: MarketsQueryDto): string {
  const { status, category, q, sort, tradable, onchain_market_id: name, market_contract_address: address } = query;
  return JSON.stringify([list, status, category, q, sort, tradable, name, address].map((value) => value ?? null));
}

export function toMarketsQuery(query: MarketsQueryDto, scope: string): MarketsQuery {
  const { status, category, q: titlePart, sort } = query;
  return {
    status,
    category,
    titlePart,
    sort,
    tradable: query.tradable !== undefined,
    onchainId: query.onchain_market_id,
    marketContractAddress: query.market_contract_address,
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
