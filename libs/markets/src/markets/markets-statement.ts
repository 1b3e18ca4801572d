import { MAX_PAGE_LIMIT } from '@app/common';
import type { SqlParameter } from '@app/persistence';
import {
  contractConditions,
  isAhead,
  openConditions,
  recordConditions,
  STATUS_CONDITIONS,
  tradableCondition,
} from './market-conditions.js';
import { MARKET_COLUMNS } from './market-columns.js';
import type { MarketsQuery } from './markets-query.js';

/** Matches that a search ranks, the newest: ranking reads each of them. */
const MAX_RANKED = 500;
/** Latest place of a time. */
const MAX_TIME_MS = 8.64e15;
const ROWS = MAX_PAGE_LIMIT + 1;

const USUAL = new Set(['sort', 'page', 'status', 'category', 'tradable', 'onchainId', 'marketContractAddress']);
const NEWEST = 'ORDER BY created_at DESC, id DESC';

export interface Statement {
  text: string;
  parameters: SqlParameter[];
}

/**
 * Reads the rows of one page and at least one more, which tells whether there is a next page.
 * @param search PostgreSQL's tsquery of the words; null for none
 */
export function marketsStatement(query: MarketsQuery, search: string | null): Statement {
  const parameters: SqlParameter[] = [];
  const bind = (value: SqlParameter): string => `$${parameters.push(value)}`;
  const words = search === null ? '' : `${bind(search)}::tsquery`;
  const conditions = {
    statuses: statusesOf(query),
    record: [...recordConditions(query, bind), ...(words === '' ? [] : [`m.words @@ ${words}`])],
    contract: contractConditions(query, bind),
    bind,
    words,
  };
  return { text: textOf(query, conditions), parameters };
}

/** The record of a contract that accepts buys is open. */
function statusesOf(query: MarketsQuery): readonly string[] {
  const { status, tradable } = query;
  const isLive = isUsual(query) ? 'm.closes_at > now()' : isAhead('m.closes_at');
  if (tradable === true && (status ?? 'OPEN') === 'OPEN') return [tradableCondition(isLive)];
  if (status === 'OPEN') return openConditions(isLive);
  return status === undefined ? ['true'] : STATUS_CONDITIONS[status];
}

/** Whether an index has the markets in their order, whatever the values. */
export function isUsual(query: MarketsQuery): boolean {
  if (query.sort === '-pool' || query.sort === '-last_stake_at') return false;
  return Object.entries(query).every(([name, value]) => value === undefined || USUAL.has(name));
}

interface Conditions {
  statuses: readonly string[];
  /** On `markets AS m`. */
  record: string[];
  /** On `chain_markets AS c`. */
  contract: string[];
  bind: (value: SqlParameter) => string;
  /** SQL of the words; empty for none. */
  words: string;
}

function textOf(query: MarketsQuery, conditions: Conditions): string {
  const { sort, page } = query;
  const { bind, words } = conditions;
  if (sort === '-pool') return stakedText(query, conditions, 'pool_base_units');
  if (sort === '-last_stake_at') return stakedText(query, conditions, 'last_stake_at');
  if (sort === 'relevance' && words !== '') return rankedText(query, conditions);
  const column = sort.endsWith('closes_at') ? 'closes_at' : 'created_at';
  const [direction, beyond] = sort === column ? ['ASC', '>'] : ['DESC', '<'];
  const after =
    page.after === null
      ? []
      : [`(m.${column}, m.id) ${beyond} (${bind(page.after.at)}::timestamptz, ${bind(page.after.id)}::uuid)`];
  const tail = `ORDER BY ${column} ${direction}, id ${direction} LIMIT ${ROWS}`;
  return `SELECT ${MARKET_COLUMNS} FROM (${unionOf(conditions, after, tail)}) AS market ${tail}`;
}

/** Rows of each stored status, as one index scan each. */
function unionOf({ statuses, record, contract }: Conditions, after: readonly string[], tail: string): string {
  const shared = [...record, ...contractOf(contract), ...after];
  return statuses
    .map((status) => `(SELECT * FROM markets AS m WHERE ${[status, ...shared].join(' AND ')} ${tail})`)
    .join(' UNION ALL ');
}

function contractOf(contract: readonly string[]): string[] {
  if (contract.length === 0) return [];
  return [`m.id IN (SELECT c.record_id FROM chain_markets AS c WHERE ${contract.join(' AND ')})`];
}

/**
 * Ranks the newest matches. Later pages rank every match since the oldest of the first page, so that new markets displace
 * none.
 */
function rankedText({ page: { after } }: MarketsQuery, conditions: Conditions): string {
  const { bind, words } = conditions;
  const since = after === null ? [] : [`m.created_at >= ${bind(after.at)}::timestamptz`];
  const tail = `${NEWEST} LIMIT ${after === null ? MAX_RANKED : 2 * MAX_RANKED}`;
  const beyond =
    after === null ? '' : `WHERE (rank, id) < (${bind(after.place ?? '0')}::float8, ${bind(after.id)}::uuid)`;
  return `WITH ranked AS MATERIALIZED (
      SELECT id, created_at, ${rankOf(words)} AS rank
      FROM (SELECT * FROM (${unionOf(conditions, since, tail)}) AS match ${tail}) AS match)
    SELECT ${MARKET_COLUMNS}, page.rank::text AS place, (SELECT min(created_at) FROM ranked) AS "rankedFrom"
    FROM (SELECT id, rank FROM ranked ${beyond} ORDER BY rank DESC, id DESC LIMIT ${ROWS}) AS page
    JOIN markets AS market USING (id) ORDER BY page.rank DESC, id DESC`;
}

/**
 * Share of the searched words in the title, more in a short one, less in category and tags, least in the description. Without
 * positions, so that repeating a word gains nothing; the joined query makes PostgreSQL add up its words.
 */
function rankOf(words: string): string {
  const share = (part: string): string =>
    `ts_rank('{1, 1, 1, 1}', strip(ts_filter(words, '{${part}}')), ${words} || ${words})`;
  return `(${share('a')} / ln(2 + length(title)) + 0.4 * ${share('b')} + 0.1 * ${share('d')})::float8`;
}

/** Markets with stakes in the order of their contracts, then the others, newest first. */
function stakedText(
  query: MarketsQuery,
  { statuses, record, contract, bind }: Conditions,
  key: 'pool_base_units' | 'last_stake_at',
): string {
  const { status, tradable, page } = query;
  const { after } = page;
  const areOpen = status === 'OPEN' || (status === undefined && tradable === true);
  const isTime = key === 'last_stake_at';
  const keyOf = (place: string): string =>
    isTime ? `to_timestamp(least(${place}::numeric, ${MAX_TIME_MS})::float8 / 1000)` : `${place}::numeric`;
  const isAmongOthers = after !== null && after.place === undefined;
  const ofStatus = `(${statuses.map((each) => `(${each})`).join(' OR ')})`;
  const staked = [
    ...(isAmongOthers ? ['false'] : ['c.last_stake_at IS NOT NULL']),
    // An index has these. The condition on the record says the same, but its rows are underestimated.
    areOpen ? `c.phase = 'open' AND ${isAhead('c.closes_at')}` : ofStatus,
    ...contract,
    ...record,
    ...(after?.place === undefined
      ? []
      : [`(c.${key}, c.record_id) < (${keyOf(bind(after.place))}, ${bind(after.id)}::uuid)`]),
  ];
  const others = [
    ...(query.minPool === undefined ? [] : ['false']),
    `(SELECT count(*) FROM staked) < ${ROWS}`,
    `NOT EXISTS (SELECT FROM chain_markets AS c WHERE c.record_id = m.id AND c.last_stake_at IS NOT NULL)`,
    ofStatus,
    ...record,
    ...contractOf(contract),
    ...(isAmongOthers ? [`(m.created_at, m.id) < (${bind(after.at)}::timestamptz, ${bind(after.id)}::uuid)`] : []),
  ];
  const place = isTime ? `extract(epoch FROM c.${key}) * 1000` : `c.${key}`;
  return `WITH staked AS MATERIALIZED (
      SELECT m.id, m.created_at, trim_scale(${place}) AS place FROM chain_markets AS c JOIN markets AS m ON m.id = c.record_id
      WHERE ${staked.join(' AND ')} ORDER BY c.${key} DESC, c.record_id DESC LIMIT ${ROWS})
    SELECT ${MARKET_COLUMNS}, page.place::text AS place
    FROM (SELECT id, place, NULL AS since FROM staked UNION ALL (
      SELECT m.id, NULL, m.created_at FROM markets AS m WHERE ${others.join(' AND ')} ${NEWEST} LIMIT ${ROWS})
    ) AS page JOIN markets AS market USING (id)
    ORDER BY page.place DESC NULLS LAST, page.since DESC, id DESC LIMIT ${ROWS}`;
}
