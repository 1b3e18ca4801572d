import type { SqlSession } from '@app/persistence';
import type { EventBatch } from '../domain/event-batch.js';
import type { CreatedMarket, IndexedEvent } from '../domain/indexed-event.js';
import { DEFAULT_COLLATERAL_ASSET, EXECUTION_CHAIN } from '@app/common';

/** Inserts new users, markets with their core records, and events. */
export async function insertBatch(tx: SqlSession, { created, events }: EventBatch): Promise<void> {
  await insertUsers(tx, events);
  if (created.length > 0) await insertMarkets(tx, created);
  await insertEvents(tx, events);
}

/** Inserts users of kind `address` for accounts that are not agents' wallets. */
async function insertUsers(tx: SqlSession, events: readonly IndexedEvent[]): Promise<void> {
  const firstSeen = new Map<string, Date>();
  for (const { name, account, blockTime } of events) {
    if ((name === 'MarketCreated' || name === 'Bought') && !firstSeen.has(account)) firstSeen.set(account, blockTime);
  }
  await tx.query(
    `INSERT INTO users (id, kind, wallet_address, created_at, updated_at)
     SELECT chain_row_id('user', account), 'address', account, seen_at, seen_at
     FROM unnest($1::text[], $2::timestamptz[]) AS seen (account, seen_at)
     WHERE NOT EXISTS (SELECT FROM users WHERE wallet_address = account)
     ON CONFLICT DO NOTHING`,
    [[...firstSeen.keys()], [...firstSeen.values()].map((time) => time.toISOString())],
  );
}

/**
 * Links a market to the core record whose id equals its market id, if the creator's user owns that record. Other markets
 * get a new record. The contract's times replace those of a linked record.
 */
async function insertMarkets(tx: SqlSession, created: readonly CreatedMarket[]): Promise<void> {
  await tx.query(
    `WITH created AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
         $8::bigint[], $9::timestamptz[], $10::text[])
       AS c (address, onchain_id, candidate, title, creator, resolver, closes_at, block_number, block_time, tx_hash)
     ), owned AS (
       SELECT c.*, u.id AS creator_user_id FROM created AS c JOIN users AS u ON u.wallet_address = c.creator
     ), linked AS (
       SELECT o.address, r.id, r.opens_at, r.closes_at, r.updated_at FROM owned AS o
       JOIN markets AS r ON r.id = o.candidate AND r.creator_user_id = o.creator_user_id AND NOT r.from_chain
       WHERE NOT EXISTS (SELECT FROM chain_markets AS m WHERE m.record_id = r.id)
     ), made AS (
       INSERT INTO markets AS r (id, creator_user_id, title, status, outcome_yes_label, outcome_no_label,
         collateral_asset, chain, closes_at, from_chain, created_at, updated_at)
       SELECT chain_row_id('market', address), creator_user_id, title, 'OPEN', 'YES', 'NO', $11, $12, closes_at, true,
         block_time, block_time
       FROM owned WHERE address NOT IN (SELECT address FROM linked)
       ON CONFLICT (id) DO UPDATE SET creator_user_id = EXCLUDED.creator_user_id, title = EXCLUDED.title,
         status = EXCLUDED.status, closes_at = EXCLUDED.closes_at, created_at = EXCLUDED.created_at,
         updated_at = EXCLUDED.updated_at
     ), adopted AS (
       UPDATE markets AS r SET closes_at = o.closes_at, updated_at = GREATEST(r.updated_at, o.block_time),
         opens_at = CASE WHEN r.opens_at <= o.block_time AND r.opens_at < o.closes_at THEN r.opens_at END
       FROM linked JOIN owned AS o USING (address) WHERE r.id = linked.id
     )
     INSERT INTO chain_markets (market_contract_address, record_id, linked, record_opens_at, record_closes_at,
       record_updated_at, onchain_id, creator, resolver, closes_at, block_number, created_at, transaction_hash)
     SELECT o.address, coalesce(l.id, chain_row_id('market', o.address)), l.id IS NOT NULL, l.opens_at, l.closes_at,
       l.updated_at, o.onchain_id, o.creator, o.resolver, o.closes_at, o.block_number, o.block_time, o.tx_hash
     FROM owned AS o LEFT JOIN linked AS l USING (address)`,
    [
      created.map(({ marketAddress }) => marketAddress),
      created.map(({ onchainId }) => onchainId),
      encodeArray(created.map(({ recordCandidate }) => recordCandidate)),
      created.map(({ title }) => title),
      created.map(({ creator }) => creator),
      created.map(({ resolver }) => resolver),
      created.map(({ closesAt }) => closesAt.toISOString()),
      created.map(({ blockNumber }) => String(blockNumber)),
      created.map(({ blockTime }) => blockTime.toISOString()),
      created.map(({ transactionHash }) => transactionHash),
      DEFAULT_COLLATERAL_ASSET,
      EXECUTION_CHAIN,
    ],
  );
}

async function insertEvents(tx: SqlSession, events: readonly IndexedEvent[]): Promise<void> {
  await tx.query(
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, ref, outcome, amount_base_units, yes_pool_base_units,
       no_pool_base_units)
     SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::numeric[], $12::numeric[], $13::numeric[])`,
    [
      events.map(({ blockNumber }) => String(blockNumber)),
      events.map(({ logIndex }) => String(logIndex)),
      events.map(({ blockHash }) => blockHash),
      events.map(({ blockTime }) => blockTime.toISOString()),
      events.map(({ transactionHash }) => transactionHash),
      events.map(({ marketAddress }) => marketAddress),
      events.map(({ name }) => name),
      events.map(({ account }) => account),
      encodeArray(events.map(({ ref }) => ref)),
      encodeArray(events.map(({ outcome }) => outcome)),
      encodeArray(events.map(({ amountBaseUnits }) => amountBaseUnits)),
      encodeArray(events.map(({ pools }) => pools?.yesBaseUnits ?? null)),
      encodeArray(events.map(({ pools }) => pools?.noBaseUnits ?? null)),
    ],
  );
}

/** Array literal of PostgreSQL for plain words and numbers, some of them null. */
function encodeArray(values: readonly (string | bigint | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`;
}
