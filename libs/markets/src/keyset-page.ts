import { type Page, MAX_PAGE_LIMIT, type PageRequest, toPage } from '@app/common';
import type { SqlParameter, SqlSession } from '@app/persistence';

/** Selects the rows of a user or of a market. */
export type UserOrMarketFilter = { userId: string } | { marketId: string };

/**
 * Reads one page of a user's or a market's rows, newest first.
 *
 * @param select statement up to its WHERE clause, of a table with an index on (user_id or market_id, created_at, id)
 */
export async function keysetPage<Row extends { id: string; createdAt: Date }>(
  sql: SqlSession,
  select: string,
  { filter, page: { limit, after } }: { filter: UserOrMarketFilter; page: PageRequest },
): Promise<Page<Row>> {
  const [column, id] = 'userId' in filter ? ['user_id', filter.userId] : ['market_id', filter.marketId];
  const parameters: SqlParameter[] = after === null ? [id] : [id, after.at, after.id];
  const text = `${select} WHERE ${column} = $1 ${after === null ? '' : 'AND (created_at, id) < ($2::timestamptz, $3::uuid)'}
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_PAGE_LIMIT + 1}`;
  const rows = await sql.query<Row>(text, parameters);
  return toPage(rows, limit, ({ createdAt, id: rowId }) => ({ at: createdAt, id: rowId }));
}
