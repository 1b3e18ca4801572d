/** Where a page of a list ended: the sort key of its last row, ties broken by id. */
export interface Keyset {
  at: Date;
  id: string;
}

/** A page that is asked for: at most `limit` rows, those that follow `after`. */
export interface PageRequest {
  limit: number;
  after: Keyset | null;
}

/** `next` is where the following page starts, null on the last one. */
export interface Page<T> {
  items: readonly T[];
  next: Keyset | null;
}

/** The most rows that a page can have. */
export const PAGE_LIMIT_MAX = 50;

/**
 * Cuts rows that were read beyond the limit, which is how one knows that there are more. Statements read
 * `PAGE_LIMIT_MAX + 1` rows whatever the limit, as a constant, so that Postgres keeps planning them as short reads.
 */
export function toPage<T>(rows: readonly T[], limit: number, keyOf: (row: T) => Keyset): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}
