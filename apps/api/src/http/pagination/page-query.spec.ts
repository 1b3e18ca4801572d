import { AppError, isUuid, toPage } from '@app/common';
import { encodeCursor } from './cursor.js';
import { parseDto } from '../validation/parse-dto.js';
import { encodeNextCursor, PageQueryDto, toPageRequest } from './page-query.dto.js';

const OPTIONS = { code: 'invalid_query', unknown: 'refused', blank: 'value' } as const;
const KEY = { at: new Date('2030-01-02T03:04:05.678Z'), id: '0b9c1c9e-4b1b-4b1b-8b1b-0b9c1c9e4b1b' };

function parse(query: object): PageQueryDto {
  return parseDto(PageQueryDto, query, OPTIONS);
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
  }
  return 'accepted';
}

describe('a list query', () => {
  it('defaults to 50 rows from the start', () => {
    expect(toPageRequest(parse({}), 'things')).toEqual({ limit: 50, after: null });
  });

  it.each(['1', '7', '50'])('accepts a limit of %s', (limit) => {
    expect(parse({ limit }).limit).toBe(Number(limit));
  });

  it.each(['0', '51', '-1', '1.5', '', ' 5', '05', 'all', '1e1', ['1', '2']])('refuses a limit of %p', (limit) => {
    expect(refusal(() => parse({ limit }))).toBe('invalid_query');
  });

  it('refuses an unknown parameter', () => {
    expect(refusal(() => parse({ page: '2' }))).toBe('invalid_query');
  });
});

describe('a cursor', () => {
  it('decodes to the end of the page', () => {
    const page = toPage([1, 2, 3], 2, () => KEY);
    const cursor = encodeNextCursor(page, 'things') ?? '';
    expect(page.items).toEqual([1, 2]);
    expect(toPageRequest({ limit: 2, cursor }, 'things')).toEqual({ limit: 2, after: KEY });
  });

  it('is null on the last page', () => {
    expect(
      encodeNextCursor(
        toPage([1, 2], 2, () => KEY),
        'things',
      ),
    ).toBeNull();
  });

  it.each([
    ['another list', encodeCursor('others', KEY)],
    ['no list', 'bm90aGluZw'],
    ['this list, changed', encodeCursor('things', KEY).replace(/.$/, 'A')],
    ['no list: empty', ''],
    ['no list: not base64url', '%%%'],
    ['this list, padded', `${encodeCursor('things', KEY)}=`],
  ])('is refused when it is of %s', (_list, cursor) => {
    expect(refusal(() => toPageRequest({ limit: 2, cursor }, 'things'))).toBe('invalid_query');
  });

  it('is refused when its id is not one of the list', () => {
    const cursor = encodeCursor('things', { ...KEY, id: 'a-word' });
    expect(toPageRequest({ limit: 2, cursor }, 'things').after?.id).toBe('a-word');
    expect(refusal(() => toPageRequest({ limit: 2, cursor }, 'things', isUuid))).toBe('invalid_query');
  });
});
