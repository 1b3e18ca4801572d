import { MAX_PAGE_LIMIT } from '@app/common';
import type { SqlParameter } from '@app/persistence';
import type { MarketStatus } from './market.js';
import type { MarketSort, MarketsQuery } from './markets-query.js';
import { MARKET_COLUMNS } from './market-columns.js';

/**
 * Conditions on stored columns for each effective status. Each condition is one index scan from the stored status; one
 * condition with OR would scan all rows.
 */
const CONDITIONS: Readonly<Record<MarketStatus, readonly string[]>> = {
  DRAFT: [`status = 'DRAFT' AND opens_at > now()`],
  OPEN: [`status = 'OPEN' AND closes_at > now()`, `status = 'DRAFT' AND opens_at <= now() AND closes_at > now()`],
  TRADING_CLOSED: [
    `status = 'TRADING_CLOSED'`,
    `status = 'OPEN' AND closes_at <= now()`,
    `status = 'DRAFT' AND closes_at <= now()`,
  ],
  RESOLVED: [`status = 'RESOLVED'`],
  SETTLED: [`status = 'SETTLED'`],
  CANCELLED: [`status = 'CANCELLED'`],
};

const ORDERS: Readonly<Record<MarketSort, { column: string; direction: 'ASC' | 'DESC'; beyond: '<' | '>' }>> = {
  created_at: { column: 'created_at', direction: 'ASC', beyond: '>' },
  '-created_at': { column: 'created_at', direction: 'DESC', beyond: '<' },
  closes_at: { column: 'closes_at', direction: 'ASC', beyond: '>' },
  '-closes_at': { column: 'closes_at', direction: 'DESC', beyond: '<' },
};

export interface Statement {
  text: string;
  parameters: SqlParameter[];
}

/** Reads the rows of one page and at least one more, which tells whether there is a next page. */
export function marketsStatement(query: MarketsQuery): Statement {
  const { status, category, titlePart, sort, page } = query;
  const { column, direction, beyond } = ORDERS[sort];
  const parameters: SqlParameter[] = [];
  const bind = (value: SqlParameter): string => `$${parameters.push(value)}`;
  const shared: string[] = [];
  if (category !== undefined) shared.push(`category = ${bind(category)}`);
  if (titlePart !== undefined) {
    shared.push(`title ILIKE ${bind(`%${titlePart.replaceAll(/[\\%_]/g, '\\$&')}%`)}`);
    const parts = hasTrigrams(titlePart) ? [] : pairsOf(titlePart).slice(0, MAX_PAIRS);
    if (parts.length > 0) {
      shared.push(`short_parts(title) @> ARRAY[${parts.map((part) => `lower(${bind(part)})`).join(', ')}]`);
    }
  }
  const contract = contractConditions(query, bind);
  if (contract.length > 0) {
    shared.push(`id IN (SELECT c.record_id FROM chain_markets AS c WHERE ${contract.join(' AND ')})`);
  }
  if (page.after !== null) {
    shared.push(`(${column}, id) ${beyond} (${bind(page.after.at)}::timestamptz, ${bind(page.after.id)}::uuid)`);
  }
  const tail = `ORDER BY ${column} ${direction}, id ${direction} LIMIT ${MAX_PAGE_LIMIT + 1}`;
  const branches = (status === undefined ? [''] : CONDITIONS[status]).map((condition) => {
    const conditions = [condition, ...shared].filter((part) => part !== '');
    return `SELECT * FROM markets ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`} ${tail}`;
  });
  const source = branches.length === 1 ? branches[0] : branches.map((branch) => `(${branch})`).join(' UNION ALL ');
  return { text: `SELECT ${MARKET_COLUMNS} FROM (${source}) AS market ${tail}`, parameters };
}

/** Conditions on the market's contract. Each has its own index. */
function contractConditions(
  { tradable, onchainId, marketContractAddress }: MarketsQuery,
  bind: (value: SqlParameter) => string,
): string[] {
  return [
    ...(tradable ? [`c.phase = 'open' AND c.closes_at > now()`] : []),
    ...(onchainId === undefined ? [] : [`c.onchain_id = ${bind(onchainId)}`]),
    ...(marketContractAddress === undefined ? [] : [`c.market_contract_address = ${bind(marketContractAddress)}`]),
  ];
}

/** Pairs of characters that a search looks up at most. */
const MAX_PAIRS = 8;

/**
 * Whether the index of trigrams has two for the text, at least. It has none for punctuation, and none that cross a word's
 * end, so that it would be read as a whole. Letters beyond ASCII are not counted: some locales of PostgreSQL do not know them.
 */
function hasTrigrams(text: string): boolean {
  const words = text.match(/[a-z0-9]+/gi) ?? [];
  return words.reduce((sum, { length }) => sum + Math.max(0, length - 2), 0) >= 2;
}

/** Neighbouring characters of the text; a single one as it is. */
function pairsOf(text: string): string[] {
  const letters = [...text];
  return letters.length === 1
    ? letters
    : [...new Set(letters.slice(1).map((letter, index) => letters[index] + letter))];
}
