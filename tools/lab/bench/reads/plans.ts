import type pg from 'pg';
import { type QueryNote, watchQueries } from '../support/watch-queries.js';

/** Tables with one row, or few rows of configuration. */
const TINY = /Seq Scan on (chain_index|provider_accounts|execution_pauses)\b/g;
const TRANSACTION_BOUNDARY = /^\s*(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SET)\b/;

/**
 * Explains every statement of one request: for the values of the request, and for any values if it is prepared, because a
 * connection keeps that plan.
 */
export async function plansOf(client: pg.Client, url: string): Promise<string[]> {
  const plans: string[] = [];
  for (const { text, values, isPrepared } of await statementsOf(url)) {
    for (const options of isPrepared ? ['', '(GENERIC_PLAN)'] : ['']) {
      const explain = { text: `EXPLAIN ${options} ${text}`, values: [...values] };
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(explain);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
  }
  if (plans.length === 0) throw new Error(`${url} sends no query`);
  return plans;
}

/** Returns the statements that two requests have in common, which leaves out the API's periodic statements. */
async function statementsOf(url: string): Promise<QueryNote[]> {
  const [first, second] = [await notesOf(url), await notesOf(url)];
  const texts = new Set(second.map(({ text }) => text));
  return first.filter(({ text }) => texts.has(text) && !TRANSACTION_BOUNDARY.test(text));
}

async function notesOf(url: string): Promise<QueryNote[]> {
  const { notes, stop } = watchQueries();
  try {
    await fetch(url);
  } finally {
    stop();
  }
  return notes;
}

export function indexesIn(plans: readonly string[]): string {
  return namesIn(plans.join('\n'), /(?:using|Index Scan on) (\w+(?:_idx|_key|_pkey))/g);
}

/** Names the tables that a plan reads sequentially, without tiny ones. */
export function wholeTablesIn(plans: readonly string[]): string {
  return namesIn(plans.join('\n').replace(TINY, ''), /Seq Scan on (\w+)/g);
}

function namesIn(text: string, pattern: RegExp): string {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].join(' ');
}
