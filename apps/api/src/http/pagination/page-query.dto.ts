import { IsString, Max } from 'class-validator';
import { MAX_PAGE_LIMIT, type Page, type PageRequest } from '@app/common';
import { EXAMPLE } from '../../docs/examples.js';
import { requestField } from '../validation/field.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** Maximum number of items on a page, and the default. */
export function PageLimit(max: number): PropertyDecorator {
  return requestField(
    { description: `Maximum number of items on the page, 1 to ${max}.`, example: 10, default: max },
    {
      schema: { type: 'integer', minimum: 1, maximum: max },
      parse: (value) => (typeof value === 'string' && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : value),
      rules: [Max(max, { message: `$property must be a whole number from 1 to ${max}` })],
    },
  );
}

export function Cursor(): PropertyDecorator {
  return requestField(
    { description: '`next_cursor` of the previous page of the same list.', example: EXAMPLE.cursor, optional: true },
    { schema: { type: 'string' }, rules: [IsString({ message: '$property must be given once' })] },
  );
}

/** Query parameters of every list. A list with filters extends it. */
export class PageQueryDto {
  @PageLimit(MAX_PAGE_LIMIT)
  limit: number;

  @Cursor()
  cursor: string | undefined;
}

/**
 * @param scope identifies the list with everything that selects and orders its rows
 * @param isId accepts the ids of the list, where SQL would fail on other words
 */
export function toPageRequest(
  { limit, cursor }: PageQueryDto,
  scope: string,
  isId?: (id: string) => boolean,
): PageRequest {
  return { limit, after: cursor === undefined ? null : decodeCursor(scope, cursor, isId) };
}

export function encodeNextCursor(page: Pick<Page<unknown>, 'next'>, scope: string): string | null {
  return page.next === null ? null : encodeCursor(scope, page.next);
}
