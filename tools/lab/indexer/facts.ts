import type { Secret } from '@app/common';
import { EventsRepository, type WireEvent } from '@app/events';
import type { Database } from '@app/persistence';
import { withClient } from '../../../dev/devnet/postgres/postgres.js';
import { FACT_KINDS, type FactKind, type FactLines } from './fact-lines.js';
import { emptyFacts, type FoldedLogs, foldLog } from './fold-logs.js';
import { PONDER_SCHEMA } from './ponder-process.js';

const PAGE_SIZE = 1_000;

/** Dues are computed here, from Ponder's pools and positions: stake + floor(stake × losing pool / winning pool). */
const PONDER_QUERIES: Readonly<Record<FactKind, string>> = {
  market: `SELECT concat_ws(' ', address, phase, coalesce(winner, '-'), yes_pool, no_pool) AS line FROM market`,
  position: `SELECT concat_ws(' ', market, account, outcome, stake) AS line FROM "position"`,
  due: `SELECT concat_ws(' ', market, account, outcome, due) AS line FROM dues`,
  claimable: `SELECT concat_ws(' ', market, account, sum(due)) AS line FROM dues GROUP BY market, account`,
  payment: `SELECT concat_ws(' ', market, account, amount) AS line FROM payment`,
};
const PONDER_DUES_SQL = `
  CREATE TEMPORARY VIEW dues AS SELECT market, account, outcome,
    CASE WHEN phase = 'cancelled' THEN stake
      WHEN outcome = 'YES' THEN stake + div(stake * no_pool, yes_pool)
      ELSE stake + div(stake * yes_pool, no_pool) END AS due
  FROM "position" JOIN market ON address = market
  WHERE phase = 'cancelled' OR (phase = 'resolved' AND outcome = winner)`;

const HELD = `JOIN users AS u ON u.id = held.user_id JOIN chain_markets AS m ON m.record_id = held.market_id
  CROSS JOIN chain_index AS i`;
const HOLDER = `m.market_contract_address, u.wallet_address`;
const READ_MODEL_QUERIES: Readonly<Record<FactKind, string>> = {
  market: `SELECT concat_ws(' ', market_contract_address, phase, coalesce(winning_outcome, '-'), yes_pool_base_units,
    no_pool_base_units) AS line FROM chain_markets`,
  position: `SELECT concat_ws(' ', ${HOLDER}, held.outcome, trim_scale(held.quantity / i.base_unit)) AS line
    FROM positions AS held ${HELD}`,
  due: `SELECT concat_ws(' ', ${HOLDER}, held.outcome, trim_scale(held.amount / i.base_unit)) AS line
    FROM settlements AS held ${HELD}`,
  claimable: `SELECT concat_ws(' ', ${HOLDER}, trim_scale(sum(held.amount / i.base_unit))) AS line
    FROM settlements AS held ${HELD} GROUP BY ${HOLDER}`,
  payment: `SELECT concat_ws(' ', ${HOLDER}, trim_scale(sum(held.amount / i.base_unit))) AS line
    FROM settlements AS held ${HELD} WHERE held.status = 'SETTLED' GROUP BY ${HOLDER}`,
};

export async function readPonder(databaseUrl: Secret): Promise<FactLines> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`SET search_path TO ${PONDER_SCHEMA}`);
    await client.query(PONDER_DUES_SQL);
    return collect(PONDER_QUERIES, async (text) => (await client.query<{ line: string }>(text)).rows);
  });
}

export function readModels(database: Database): Promise<FactLines> {
  return collect(READ_MODEL_QUERIES, (text) => database.query<{ line: string }>(text));
}

/** Reads all logs whose names have the prefix, as a client does, and returns what they state. */
export async function readLogs(
  database: Database,
  prefix: 'agent:' | 'market:',
  decimals: number,
): Promise<{ facts: FactLines; events: number; undone: number }> {
  const facts = emptyFacts();
  let count = 0;
  const logs = await database.query<{ log: string }>(
    'SELECT log FROM event_logs WHERE starts_with(log, $1) ORDER BY log',
    [prefix],
  );
  for (const { log } of logs) {
    const events = await readLog(new EventsRepository(database), log);
    foldLog(facts, events, decimals);
    count += events.length;
  }
  return { facts: toLines(facts, prefix), events: count, undone: facts.undone };
}

async function readLog(repository: EventsRepository, log: string): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for (;;) {
    const page = await repository.readPage({ log, after: events.length, types: null, limit: PAGE_SIZE });
    events.push(...page.events);
    if (page.nextAfter >= page.headSeq) return events;
  }
}

/** The log of a market does not tell what is due, and the one of an agent not every market. */
function toLines({ markets, positions, claimables, payments }: FoldedLogs, prefix: 'agent:' | 'market:'): FactLines {
  const lines = (sums: ReadonlyMap<string, bigint>): string[] => [...sums].map(([key, sum]) => `${key} ${sum}`);
  const shared = { position: lines(positions), payment: lines(payments) };
  if (prefix === 'agent:') return { ...shared, claimable: lines(claimables) };
  const market = [...markets].map(
    ([address, { phase, winner, yesPool, noPool }]) => `${address} ${phase} ${winner ?? '-'} ${yesPool} ${noPool}`,
  );
  return { ...shared, market };
}

async function collect(
  queries: Readonly<Record<FactKind, string>>,
  run: (text: string) => Promise<readonly { line: string }[]>,
): Promise<FactLines> {
  const facts: Partial<Record<FactKind, string[]>> = {};
  for (const kind of FACT_KINDS) facts[kind] = (await run(queries[kind])).map(({ line }) => line);
  return facts;
}
