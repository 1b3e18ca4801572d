import { isUuid } from '@app/common';
import { MARKET_SORTS, MARKET_STATUSES, type MarketSort, type MarketStatus, type MarketsQuery } from '@app/markets';
import { type FieldType, oneOf, OptionalField, PageQuery, pageRequestOf, Refused, text } from '../../http/index.js';

export class MarketsListQuery extends PageQuery {
  @OptionalField(oneOf(MARKET_STATUSES), { doc: 'Only markets that have this status now.', example: 'OPEN' })
  status: MarketStatus | undefined;

  @OptionalField(filterText(200), { doc: 'Only markets of exactly this category.', example: 'weather' })
  category: string | undefined;

  @OptionalField(filterText(500), { doc: 'Only markets whose title contains this, in any case.', example: 'lisbon' })
  q: string | undefined;

  @OptionalField(oneOf(MARKET_SORTS), {
    fallback: '-created_at',
    doc: 'The order; `-` is descending. Ties go by id.',
    example: 'closes_at',
  })
  sort: MarketSort;
}

/** Names the list that a query asks for: its cursors are good for no other. */
export function scopeOf(list: string, { status, category, q, sort }: MarketsListQuery): string {
  return JSON.stringify([list, status ?? null, category ?? null, q ?? null, sort]);
}

export function marketsQueryOf(query: MarketsListQuery, scope: string): MarketsQuery {
  const { status, category, q, sort } = query;
  return { status, category, titlePart: q, sort, page: pageRequestOf(query, scope, isUuid) };
}

/** A filter that is left blank, as an empty search box sends it, filters nothing. */
function filterText(max: number): FieldType<string | undefined> {
  const filled = text({ max });
  return {
    schema: { type: 'string', maxLength: max },
    parse: (value) => {
      const parsed = filled.parse(value);
      return parsed instanceof Refused || parsed.trim() !== '' ? parsed : undefined;
    },
  };
}
