import { AppError } from '@app/common';
import { type Database, type QueryResultRow, type SqlParameter, sqlState } from '@app/persistence';

/** Time after which a list is refused whose filters and words make it long. */
const TIMEOUT_MS = 300;
const QUERY_CANCELED = '57014';
/** Words of a search that may be misspelt. */
const MAX_WORDS = 8;
const SPELLINGS = 5;

const PARSED_SQL = `
  SELECT query::text AS words, querytree(query) NOT IN ('', 'T') AS "canBeFound"
  FROM websearch_to_tsquery('pg_catalog.simple', $1) AS query`;

/** Searches with one word replaced by others of similar spelling. None for a search that excludes words. */
const RESPELT_SQL = `
  WITH word AS (
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', $2))) AS word
    WHERE length(word) >= 3 LIMIT ${MAX_WORDS}),
  respelt AS (
    SELECT ts_rewrite($1::text::tsquery, plainto_tsquery('pg_catalog.simple', word.word),
      string_agg('(' || near.query || ')', ' | ')::tsquery)::text AS query
    FROM word CROSS JOIN LATERAL (
      SELECT plainto_tsquery('pg_catalog.simple', w.word)::text AS query FROM market_words AS w
      WHERE w.word % word.word AND w.word <> word.word AND w.markets > 0
      ORDER BY similarity(w.word, word.word) DESC, w.word LIMIT ${SPELLINGS}) AS near
    WHERE near.query <> '' AND strpos($1::text, '!') = 0 GROUP BY word.word)
  SELECT string_agg('(' || query || ')', ' | ') AS words FROM respelt`;

/** The tsquery of words in web-search syntax; null when no word of it can be looked up. */
export async function parseSearch(database: Database, words: string): Promise<string | null> {
  const parsed = await database.queryOneOrFail<{ words: string; canBeFound: boolean }>(PARSED_SQL, [words]);
  return parsed.canBeFound ? parsed.words : null;
}

/** The tsquery with one word spelt in other ways; null for none. */
export async function respell(database: Database, search: string, words: string): Promise<string | null> {
  const [row] = await searchWithin<{ words: string | null }>(database, RESPELT_SQL, [search, words]);
  return row?.words ?? null;
}

/** Plans the statement for its parameters. @throws {AppError} overloaded when it takes too long */
export async function searchWithin<Row extends QueryResultRow>(
  database: Database,
  text: string,
  parameters: readonly SqlParameter[],
): Promise<Row[]> {
  try {
    return await database.queryWithin<Row>(TIMEOUT_MS, text, parameters);
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    const message = 'The search took too long. Search for rarer words, or with fewer filters.';
    throw new AppError('overloaded', { message, retryAfterS: 1 });
  }
}
