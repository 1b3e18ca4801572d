import { createHash } from 'node:crypto';
import type pg from 'pg';

const WORDS = 50_000;
const CATEGORIES = 30;
const TAGS = 2_000;
const DESCRIPTION_WORDS = 12;
const CHUNK = 20_000;

/** A share from 0 to 1 that follows from a row and a place. */
function shareOf(row: number, place: number): number {
  let hash = Math.imul(row, 2_654_435_761) ^ Math.imul(place + 1, 2_246_822_519);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A rank, of which the first is by far the most frequent. */
function rankOf(row: number, place: number, ranks: number): number {
  return Math.floor(Math.exp(shareOf(row, place) * Math.log(ranks)));
}

/** Word of 4 to 9 letters. The word of rank 1 is the most frequent, in about one of four markets. */
export function seededWord(rank: number): string {
  const letters = [...createHash('md5').update(`word ${rank}`).digest()].map((byte) =>
    String.fromCharCode(97 + (byte % 26)),
  );
  return letters.join('').slice(0, 4 + (rank % 6));
}
export const seededTag = (rank: number): string => `tag-${rank}`;
export const seededCategory = (rank: number): string => `category-${rank}`;
/** One of a thousand resolvers. */
export const seededResolver = (row: number): string => `0xd${(row % 1_000).toString(16).padStart(39, '0')}`;

/** A title of words that few seeded markets have. */
export function similarTo(): { id: string; title: string } {
  const words = [40, 400, 4_000].map(seededWord);
  return { id: '00000000-0000-0000-0000-000000000000', title: `Will ${words.join(' ')} before June?` };
}

function textsOf(
  row: number,
  words: readonly string[],
): [title: string, description: string, category: string, tags: string] {
  const word = (place: number): string => words[rankOf(row, place, WORDS)] ?? '';
  const title = `Will ${word(1)} ${word(2)} the ${word(3)} before ${word(4)} ${2026 + (row % 5)}?`;
  const description = Array.from({ length: DESCRIPTION_WORDS }, (_, place) => word(20 + place)).join(' ');
  const tags = [...new Set([rankOf(row, 6, TAGS), rankOf(row, 7, TAGS)].map(seededTag))].join();
  return [title, description, seededCategory(rankOf(row, 5, CATEGORIES)), tags];
}

/**
 * Adds markets with words, categories, tags and pools of uneven frequency, without triggers, and counts them. Nine of ten have
 * a contract, one of ten is open, and half of the contracts have stakes.
 * @param creator SQL of the id of a user
 */
export async function seedMarkets(client: Pick<pg.Client, 'query'>, markets: number, creator: string): Promise<void> {
  await client.query('SET session_replication_role = replica');
  // Rebuilt at the end, which takes a fraction of the time.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('markets', 'chain_markets') AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const words = Array.from({ length: WORDS + 1 }, (_, rank) => seededWord(rank));
  for (let first = 1; first <= markets; first += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, markets - first + 1) }, (_, index) => first + index);
    const texts = rows.map((row) => textsOf(row, words));
    await client.query(
      `INSERT INTO markets (id, creator_user_id, title, description, category, tags, status, outcome_yes_label,
         outcome_no_label, collateral_asset, chain, has_contract, closes_at, created_at)
       SELECT md5('seeded' || n)::uuid, ${creator}, title, description, category, string_to_array(tags, ','),
         CASE WHEN n % 10 = 0 THEN 'OPEN' ELSE 'SETTLED' END, 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', n % 9 <> 5,
         now() + CASE WHEN n % 10 = 0 THEN share * interval '60 days' ELSE -n * interval '10 seconds' END,
         now() - n * interval '20 seconds'
       FROM unnest($1::int[], $2::float8[], $3::text[], $4::text[], $5::text[], $6::text[])
         AS row (n, share, title, description, category, tags)`,
      [rows, rows.map((row) => shareOf(row, 8)), ...[0, 1, 2, 3].map((place) => texts.map((each) => each[place]))],
    );
    await client.query(
      `INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
         block_number, created_at, transaction_hash, phase, winning_outcome, yes_pool_base_units, no_pool_base_units,
         last_stake_at)
       SELECT '0xe' || lpad(to_hex(n), 39, '0'), md5('seeded' || n)::uuid, false, 'seeded-' || n, resolver, resolver,
         now() + CASE WHEN n % 10 = 0 THEN closing * interval '60 days' ELSE -n * interval '10 seconds' END, n,
         now() - n * interval '20 seconds', '0x', CASE WHEN n % 10 = 0 THEN 'open' ELSE 'resolved' END,
         CASE WHEN n % 10 = 0 THEN NULL ELSE 'YES' END, CASE WHEN n % 4 < 2 THEN floor(1e6 * exp(share * 10)) ELSE 0 END, 0,
         CASE WHEN n % 4 < 2 THEN now() - n * interval '7 seconds' END
       FROM unnest($1::int[], $2::float8[], $3::text[], $4::float8[]) AS row (n, share, resolver, closing) WHERE n % 9 <> 5`,
      [rows, rows.map((row) => shareOf(row, 9)), rows.map(seededResolver), rows.map((row) => shareOf(row, 8))],
    );
  }
  for (const { definition } of indexes) await client.query(definition);
  await countSeeded(client);
}

async function countSeeded(client: Pick<pg.Client, 'query'>): Promise<void> {
  for (const statement of [
    `INSERT INTO market_words AS w SELECT word, ndoc FROM ts_stat('SELECT words FROM markets')
       WHERE word ~ '^[^[:punct:][:digit:][:space:]]{3,40}$'
     ON CONFLICT (word) DO UPDATE SET markets = EXCLUDED.markets`,
    `INSERT INTO market_facets AS f SELECT 'status', status, count(*) FROM markets GROUP BY status
       UNION ALL SELECT 'category', category, count(*) FROM markets WHERE category IS NOT NULL GROUP BY category
       UNION ALL SELECT 'tag', tag, count(*) FROM markets, unnest(tags) AS tag GROUP BY tag
     ON CONFLICT (facet, value) DO UPDATE SET markets = EXCLUDED.markets`,
    'TRUNCATE market_count_changes',
    'VACUUM ANALYZE markets, chain_markets, market_words, market_facets, market_count_changes',
  ]) {
    await client.query(statement);
  }
}
