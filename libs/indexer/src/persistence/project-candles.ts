import type { SqlSession } from '@app/persistence';
import type { TradedMinute } from '../domain/affected-keys.js';

/** Each interval and the finer one that it aggregates. The finest aggregates events. */
const COARSER = [
  { seconds: 300, of: 60 },
  { seconds: 3_600, of: 300 },
  { seconds: 86_400, of: 3_600 },
] as const;
const INTERVALS = [60, ...COARSER.map(({ seconds }) => seconds)];

/** Start of the interval of $3 seconds that contains each minute. */
const STARTS_SQL = `SELECT DISTINCT address, date_bin(make_interval(secs => $3::integer), minute, 'epoch') AS start_at
  FROM unnest($1::text[], $2::timestamptz[]) AS given (address, minute)`;
const MERGED_SQL = `ON CONFLICT (market_contract_address, interval_seconds, start_at) DO UPDATE SET open = EXCLUDED.open,
  high = EXCLUDED.high, low = EXCLUDED.low, close = EXCLUDED.close, volume_base_units = EXCLUDED.volume_base_units,
  trades = EXCLUDED.trades`;

/** Aggregates the implied probability of YES after each buy, and the stakes. */
const FINEST_SQL = `
  INSERT INTO market_candles AS c (market_contract_address, interval_seconds, start_at, open, high, low, close,
    volume_base_units, trades)
  SELECT affected.address, $3::integer, affected.start_at, bought.* FROM (${STARTS_SQL}) AS affected CROSS JOIN LATERAL (
    SELECT (array_agg(yes ORDER BY block_time, block_number, log_index))[1], max(yes), min(yes),
      (array_agg(yes ORDER BY block_time DESC, block_number DESC, log_index DESC))[1], sum(amount_base_units), count(*)
    FROM (
      SELECT e.*, div(e.yes_pool_base_units * 1e18, e.yes_pool_base_units + e.no_pool_base_units) * 1e-18 AS yes
      FROM chain_events AS e
      WHERE e.market_contract_address = affected.address AND e.price IS NOT NULL AND e.block_time >= affected.start_at
        AND e.block_time < affected.start_at + make_interval(secs => $3::integer)
    ) AS priced HAVING count(*) > 0
  ) AS bought ${MERGED_SQL}`;

const FROM_FINER_SQL = `
  INSERT INTO market_candles AS c (market_contract_address, interval_seconds, start_at, open, high, low, close,
    volume_base_units, trades)
  SELECT affected.address, $3::integer, affected.start_at, finer.* FROM (${STARTS_SQL}) AS affected CROSS JOIN LATERAL (
    SELECT (array_agg(f.open ORDER BY f.start_at))[1], max(f.high), min(f.low),
      (array_agg(f.close ORDER BY f.start_at DESC))[1], sum(f.volume_base_units), sum(f.trades)
    FROM market_candles AS f
    WHERE f.market_contract_address = affected.address AND f.interval_seconds = $4::integer
      AND f.start_at >= affected.start_at AND f.start_at < affected.start_at + make_interval(secs => $3::integer)
    HAVING count(*) > 0
  ) AS finer ${MERGED_SQL}`;

/** Recomputes open, high, low, close and volume of the traded minutes, each interval from a bounded number of rows. */
export async function projectCandles(tx: SqlSession, trades: readonly TradedMinute[]): Promise<void> {
  const [finest = 60] = INTERVALS;
  await tx.query(FINEST_SQL, [...toArrays(trades), finest]);
  for (const { seconds, of } of COARSER) await tx.query(FROM_FINER_SQL, [...toArrays(trades), seconds, of]);
}

/** Deletes the candles of the traded minutes. Projecting recreates the ones that remain valid. */
export async function deleteCandles(tx: SqlSession, trades: readonly TradedMinute[]): Promise<void> {
  for (const seconds of INTERVALS) {
    await tx.query(
      `DELETE FROM market_candles AS c USING (${STARTS_SQL}) AS affected
       WHERE c.market_contract_address = affected.address AND c.interval_seconds = $3::integer AND c.start_at = affected.start_at`,
      [...toArrays(trades), seconds],
    );
  }
}

function toArrays(trades: readonly TradedMinute[]): [addresses: string[], minutes: string[]] {
  return [trades.map(({ marketAddress }) => marketAddress), trades.map(({ start }) => start.toISOString())];
}
