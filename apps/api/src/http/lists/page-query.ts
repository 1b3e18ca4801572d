import { type Page, MAX_PAGE_LIMIT, type PageRequest } from '@app/common';
import { EXAMPLE } from '../../openapi/examples.js';
import { OptionalField } from '../fields/field.decorator.js';
import { type FieldType, Refused } from '../fields/field-type.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** The parameters of every list. A list with filters of its own extends this. */
export class PageQuery {
  @OptionalField(pageLimit(MAX_PAGE_LIMIT), {
    fallback: MAX_PAGE_LIMIT,
    doc: 'The most items that the page may have.',
    example: 10,
  })
  limit: number;

  @OptionalField(cursorText(), {
    doc: 'The `next_cursor` of the page before, from this very list.',
    example: EXAMPLE.cursor,
  })
  cursor: string | undefined;
}

/**
 * @param scope names the list and everything that selects and orders its rows
 * @param isId what an id of this list looks like, when a statement would choke on other words
 */
export function pageRequestOf(
  { limit, cursor }: PageQuery,
  scope: string,
  isId?: (id: string) => boolean,
): PageRequest {
  return { limit, after: cursor === undefined ? null : decodeCursor(scope, cursor, isId) };
}

/** The `next_cursor` that stands beside a list. */
export function nextCursorOf(page: Pick<Page<unknown>, 'next'>, scope: string): string | null {
  return page.next === null ? null : encodeCursor(scope, page.next);
}

/** @param max the most that a page can have, and what it has unless told otherwise */
export function pageLimit(max: number): FieldType<number> {
  return {
    schema: { type: 'integer', minimum: 1, maximum: max, default: max },
    parse: (value) => {
      const limit = typeof value === 'string' && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : Number.NaN;
      return limit <= max ? limit : Refused.because(`must be a whole number from 1 to ${max}`);
    },
  };
}

export function cursorText(): FieldType<string> {
  return {
    schema: { type: 'string' },
    parse: (value) => (typeof value === 'string' ? value : Refused.because('must be given once')),
  };
}
