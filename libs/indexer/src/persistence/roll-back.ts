import type { Sql } from '@app/persistence';
import type { IndexedEvent } from '../domain/indexed-event.js';
import { type AffectedKeys, touchedBy } from '../domain/affected-keys.js';
import { forgetCandles } from './project-candles.js';
import { project } from './project.js';

/**
 * Makes the rows what they were before any event after the block: those events go, with the markets that they created,
 * and whatever they touched is computed again from the events that stay. Answers how many went.
 */
export async function rollBack(tx: Sql, afterBlock: number): Promise<number> {
  const gone = await tx.query<Pick<IndexedEvent, 'marketAddress' | 'name' | 'account' | 'blockTime'>>(
    `DELETE FROM chain_events WHERE block_number > $1
     RETURNING market_contract_address AS "marketAddress", name, account,
       block_time AS "blockTime"`,
    [afterBlock],
  );
  await tx.query('DELETE FROM chain_blocks WHERE block_number > $1', [afterBlock]);
  const touched = touchedBy(gone);
  await forgetRows(tx, touched);
  await forgetCandles(tx, touched.trades);
  await forgetMarkets(tx, afterBlock);
  await project(tx, touched);
  await forgetUsers(tx, gone);
  return gone.length;
}

/** Takes away the rows that the events had made; projecting makes those again that still are to be. */
async function forgetRows(tx: Sql, { holdings, phases }: AffectedKeys): Promise<void> {
  const parameters = [holdings.map(({ marketAddress }) => marketAddress), holdings.map(({ account }) => account)];
  for (const table of ['settlements', 'positions']) {
    await tx.query(
      `DELETE FROM ${table} AS r USING unnest($1::text[], $2::text[]) AS touched (address, account),
         chain_markets AS m, users AS u
       WHERE m.market_contract_address = touched.address AND u.wallet_address = touched.account
         AND r.market_id = m.record_id AND r.user_id = u.id`,
      parameters,
    );
    await tx.query(
      `DELETE FROM ${table} AS r USING chain_markets AS m
       WHERE m.market_contract_address = ANY ($1::text[]) AND r.market_id = m.record_id`,
      [phases],
    );
  }
  await tx.query(
    `DELETE FROM resolutions AS r USING chain_markets AS m
     WHERE m.market_contract_address = ANY ($1::text[]) AND r.market_id = m.record_id`,
    [phases],
  );
}

/**
 * A linked record says again what it said before. A record of a market's own goes with it, unless trades name it: then it
 * stays as cancelled, and is the market's again should the market come back.
 */
async function forgetMarkets(tx: Sql, afterBlock: number): Promise<void> {
  const gone = await tx.query<{ address: string }>(
    'SELECT market_contract_address AS address FROM chain_markets WHERE block_number > $1',
    [afterBlock],
  );
  if (gone.length === 0) return;
  await tx.query(
    `UPDATE markets AS r SET opens_at = m.record_opens_at, closes_at = m.record_closes_at,
       updated_at = m.record_updated_at, resolved_at = NULL, settled_at = NULL, winning_outcome = NULL,
       status = CASE WHEN m.record_closes_at <= now() THEN 'TRADING_CLOSED' WHEN m.record_opens_at > now() THEN 'DRAFT'
         ELSE 'OPEN' END
     FROM chain_markets AS m WHERE m.block_number > $1 AND m.linked AND r.id = m.record_id`,
    [afterBlock],
  );
  const own = await tx.query<{ id: string }>(
    'DELETE FROM chain_markets WHERE block_number > $1 RETURNING CASE WHEN NOT linked THEN record_id END AS id',
    [afterBlock],
  );
  const ids = own.map(({ id }) => id).filter((id) => id !== null);
  await tx.query(
    `DELETE FROM markets AS r WHERE r.id = ANY ($1::uuid[])
       AND NOT EXISTS (SELECT FROM trades AS t WHERE t.market_id = r.id)`,
    [ids],
  );
  await tx.query(
    `UPDATE markets SET status = 'CANCELLED', resolved_at = NULL, settled_at = NULL, winning_outcome = NULL
     WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
}

/** Users that were made for an address go with its last event, unless a record of somebody's names them. */
async function forgetUsers(tx: Sql, gone: readonly { account: string }[]): Promise<void> {
  await tx.query(
    `DELETE FROM users AS u WHERE u.wallet_address = ANY ($1::text[]) AND u.kind = 'address'
       AND NOT EXISTS (SELECT FROM positions AS p WHERE p.user_id = u.id)
       AND NOT EXISTS (SELECT FROM markets AS r WHERE r.creator_user_id = u.id)`,
    [[...new Set(gone.map(({ account }) => account))]],
  );
}
