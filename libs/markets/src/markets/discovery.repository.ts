import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { Database } from '@app/persistence';
import { EFFECTIVE_STATUS, MARKET_COLUMNS } from './market-columns.js';
import type { Market } from './market.entity.js';
import { searchWithin } from './search.js';

/** Values of a facet that are counted, those of most markets. */
export const MAX_FACET_VALUES = 50;
export const MAX_SIMILAR = 10;
/** Words by which similar markets are found: the rarest. */
const RARE_WORDS = 4;
/** Markets that have a word at most which finds similar ones alone, and together with another. */
const RARE = 300;
const USABLE = 20_000;
const CANDIDATES = 500;

export interface FacetValue {
  facet: 'status' | 'category' | 'tag';
  value: string;
  count: number;
}

/** A market and how much its title resembles a text, 0 to 1. */
export interface SimilarMarket extends Market {
  score: number;
}

/** Numbers of words and of values, with the changes that no worker has added yet. */
const FACETS_SQL = `
  WITH late AS (
    SELECT id, status, ${EFFECTIVE_STATUS} AS now_status FROM markets WHERE status IN ('DRAFT', 'OPEN') AND closes_at <= now()
    UNION ALL SELECT id, status, ${EFFECTIVE_STATUS} FROM markets
    WHERE status = 'DRAFT' AND opens_at <= now() AND closes_at > now()),
  changed AS (
    SELECT facet, value, sum(change) AS change FROM (
      SELECT facet, value, change FROM market_count_changes WHERE facet IN ('status', 'category', 'tag')
      UNION ALL SELECT 'status', status, -1 FROM late UNION ALL SELECT 'status', now_status, 1 FROM late) AS each
    GROUP BY facet, value),
  shown AS (
    SELECT facet, value FROM changed UNION
    SELECT facet, value FROM unnest('{status,category,tag}'::text[]) AS of (facet) CROSS JOIN LATERAL (
      SELECT f.value FROM market_facets AS f WHERE f.facet = of.facet
      ORDER BY f.markets DESC, f.value DESC LIMIT ${MAX_FACET_VALUES}) AS top)
  SELECT facet, value, (coalesce(f.markets, 0) + coalesce(c.change, 0))::float8 AS count
  FROM shown LEFT JOIN market_facets AS f USING (facet, value) LEFT JOIN changed AS c USING (facet, value)
  ORDER BY count DESC, value`;

/** The tsquery of the rarest words of a text, and of pairs of them; null without such words. */
const RARE_WORDS_SQL = `
  WITH own AS (SELECT tsvector_to_array(to_tsvector('pg_catalog.simple', $1)) AS words),
  word AS (
    SELECT word, sum(markets) AS markets FROM (
      SELECT word, markets FROM market_words WHERE word = ANY (ARRAY(SELECT unnest(words) FROM own))
      UNION ALL SELECT value, change FROM market_count_changes
        WHERE facet = 'word' AND value = ANY (ARRAY(SELECT unnest(words) FROM own))) AS counted
    GROUP BY word HAVING sum(markets) BETWEEN 1 AND ${USABLE} ORDER BY sum(markets), word LIMIT ${RARE_WORDS}),
  each AS (
    SELECT word AS words FROM word WHERE markets <= ${RARE}
    UNION ALL SELECT a.word || ' ' || b.word FROM word AS a JOIN word AS b ON a.word < b.word)
  SELECT string_agg('(' || plainto_tsquery('pg_catalog.simple', words)::text || ')', ' | ') AS search FROM each`;

/** The newest markets with these words, compared by the trigrams of their titles. */
const SIMILAR_SQL = `
  SELECT ${MARKET_COLUMNS}, round(market.similarity::numeric, 4)::float8 AS score FROM (
    SELECT *, similarity(title, $2) AS similarity FROM (
      SELECT m.* FROM markets AS m WHERE m.words @@ $1::tsquery ORDER BY m.created_at DESC LIMIT ${CANDIDATES}) AS candidate
    WHERE id <> $3::uuid) AS market
  WHERE market.similarity >= $4 AND (NOT $5::boolean OR ${EFFECTIVE_STATUS} IN ('DRAFT', 'OPEN'))
  ORDER BY market.similarity DESC, id DESC LIMIT $6`;

const NO_MARKET = '00000000-0000-0000-0000-000000000000';
const MIN_SCORE = 0.2;
/** Score from which the question of a new market may be the one of an open market. */
const SAME_QUESTION = 0.6;
const MAX_SAME = 3;

/** Finds markets by what they have in common. */
@Injectable()
export class DiscoveryRepository {
  constructor(private readonly database: Database) {}

  /** Values of each facet, those of most markets first. */
  countFacets(): Promise<FacetValue[]> {
    return this.database.query<FacetValue>(FACETS_SQL);
  }

  /** Other markets with a similar title, the most similar first. @throws {AppError} overloaded */
  listSimilar({ id, title }: Pick<Market, 'id' | 'title'>): Promise<SimilarMarket[]> {
    return findSimilar(this.database, title, [id, MIN_SCORE, false, MAX_SIMILAR]);
  }

  /** Open markets that may ask the same question. Empty also where that takes too long. */
  async findSameQuestion(question: string): Promise<Pick<SimilarMarket, 'id' | 'title' | 'score'>[]> {
    try {
      const found = await findSimilar(this.database, question, [NO_MARKET, SAME_QUESTION, true, MAX_SAME]);
      return found.map(({ id, title, score }) => ({ id, title, score }));
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }
}

/** @param limits market to leave out, least score, whether only open ones, and their number */
async function findSimilar(
  database: Database,
  title: string,
  limits: readonly [string, number, boolean, number],
): Promise<SimilarMarket[]> {
  const { search } = await database.queryOneOrFail<{ search: string | null }>(RARE_WORDS_SQL, [title]);
  return search === null ? [] : searchWithin<SimilarMarket>(database, SIMILAR_SQL, [search, title, ...limits]);
}
