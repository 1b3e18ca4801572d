import type { SqlSession } from '@app/persistence';

/** Maximum changes per statement. */
const BATCH = 5_000;

/**
 * Adds the oldest changes to the counts of markets. Safe to run in any number of workers.
 * @returns whether others may be left
 */
export async function foldMarketCounts(sql: SqlSession): Promise<boolean> {
  const { taken } = await sql.queryOneOrFail<{ taken: number }>(
    `WITH taken AS (
       DELETE FROM market_count_changes WHERE id IN
         (SELECT id FROM market_count_changes ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING facet, value, change),
     sums AS (SELECT facet, value, sum(change) AS change FROM taken GROUP BY facet, value HAVING sum(change) <> 0),
     facets AS (
       INSERT INTO market_facets AS f SELECT facet, value, change FROM sums WHERE facet <> 'word' ORDER BY facet, value
       ON CONFLICT (facet, value) DO UPDATE SET markets = f.markets + EXCLUDED.markets),
     words AS (
       INSERT INTO market_words AS w SELECT value, change FROM sums WHERE facet = 'word' ORDER BY value
       ON CONFLICT (word) DO UPDATE SET markets = w.markets + EXCLUDED.markets)
     SELECT count(*)::int AS taken FROM taken`,
  );
  return taken === BATCH;
}
