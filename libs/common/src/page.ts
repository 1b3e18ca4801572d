/** Sort key of the last row of a page; ties are broken by id. */
export interface Keyset {
  at: Date;
  id: string;
  /** Unsigned number that a list sorts by before the time. */
  place?: string | undefined;
}

/** Requests at most `limit` rows after the key `after`. */
export interface PageRequest {
  limit: number;
  after: Keyset | null;
}

/** `next` is the key for the next page, null on the last page. */
export interface Page<T> {
  items: readonly T[];
  next: Keyset | null;
}

export const MAX_PAGE_LIMIT = 50;

/**
 * Cuts rows read beyond the limit; their presence means a next page. Statements read a constant `MAX_PAGE_LIMIT + 1` rows,
 * which lets Postgres plan prepared statements as short reads.
 */
export function toPage<T>(rows: readonly T[], limit: number, keyOf: (row: T) => Keyset): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}
