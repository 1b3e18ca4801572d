import type { SqlSession } from '@app/persistence';
import type { IndexedEvent } from '../domain/indexed-event.js';
import { type AffectedKeys, collectAffectedKeys } from '../domain/affected-keys.js';
import { deleteCandles } from './project-candles.js';
import { project } from './project.js';

/** Block number below every block. */
const BEFORE_GENESIS = -1;

/**
 * Restores the state at a block: deletes later events and the markets that they created, and recomputes affected rows
 * from the remaining events. Returns the number of deleted events.
 */
export async function rollBack(tx: SqlSession, afterBlock: number): Promise<number> {
  const removed = await tx.query<Pick<IndexedEvent, 'marketAddress' | 'name' | 'account' | 'blockTime'>>(
    `DELETE FROM chain_events WHERE block_number > $1
     RETURNING market_contract_address AS "marketAddress", name, account,
       block_time AS "blockTime"`,
    [afterBlock],
  );
  await tx.query('DELETE FROM chain_blocks WHERE block_number > $1', [afterBlock]);
  const keys = collectAffectedKeys(removed);
  await deleteDerivedRows(tx, keys);
  await deleteCandles(tx, keys.trades);
  await deleteMarkets(tx, afterBlock);
  await project(tx, keys);
  await deleteUsers(tx, removed);
  return removed.length;
}

/**
 * Restores the state before the first event. Does not load the events, of which an index may hold more than fit into
 * memory. Returns the number of deleted events.
 */
export async function removeAll(tx: SqlSession): Promise<number> {
  const accounts = await tx.query<{ account: string }>('SELECT DISTINCT account FROM chain_events');
  const { events } = await tx.queryOneOrFail<{ events: string }>(
    'WITH removed AS (DELETE FROM chain_events RETURNING 1) SELECT count(*) AS events FROM removed',
  );
  await tx.query('DELETE FROM chain_blocks');
  for (const table of ['settlements', 'positions', 'resolutions']) {
    await tx.query(`DELETE FROM ${table} AS r USING chain_markets AS m WHERE r.market_id = m.record_id`);
  }
  await tx.query('DELETE FROM market_candles');
  await deleteMarkets(tx, BEFORE_GENESIS);
  await deleteUsers(tx, accounts);
  return Number(events);
}

/** Deletes derived rows. Projecting recreates the ones that remain valid. */
async function deleteDerivedRows(tx: SqlSession, { holdings, phases }: AffectedKeys): Promise<void> {
  const parameters = [holdings.map(({ marketAddress }) => marketAddress), holdings.map(({ account }) => account)];
  for (const table of ['settlements', 'positions']) {
    await tx.query(
      `DELETE FROM ${table} AS r USING unnest($1::text[], $2::text[]) AS affected (address, account),
         chain_markets AS m, users AS u
       WHERE m.market_contract_address = affected.address AND u.wallet_address = affected.account
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
 * Deletes markets created after the block. A linked record gets its previous values back. A market's own record is deleted
 * too, unless trades refer to it: then it stays as cancelled and is reused if the market reappears.
 */
async function deleteMarkets(tx: SqlSession, afterBlock: number): Promise<void> {
  const removed = await tx.query<{ address: string }>(
    'SELECT market_contract_address AS address FROM chain_markets WHERE block_number > $1',
    [afterBlock],
  );
  if (removed.length === 0) return;
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

/** Deletes users created for an address without remaining events, unless a record refers to them. */
async function deleteUsers(tx: SqlSession, removed: readonly { account: string }[]): Promise<void> {
  await tx.query(
    `DELETE FROM users AS u WHERE u.wallet_address = ANY ($1::text[]) AND u.kind = 'address'
       AND NOT EXISTS (SELECT FROM positions AS p WHERE p.user_id = u.id)
       AND NOT EXISTS (SELECT FROM markets AS r WHERE r.creator_user_id = u.id)`,
    [[...new Set(removed.map(({ account }) => account))]],
  );
}
