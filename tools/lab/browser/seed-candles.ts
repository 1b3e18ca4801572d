import type { ClientBase } from 'pg';

const INSERT_CANDLES_SQL = `
  INSERT INTO market_candles (market_contract_address, interval_seconds, start_at, open, high, low, close,
    volume_base_units, trades)
  SELECT market_contract_address, 60, date_bin('1 minute', now(), 'epoch') - (n + 60) * interval '1 minute',
    0.5, 0.9, 0.1, round((0.5 + 0.4 * sin(n / 300.0) + 0.05 * sin(n * 7))::numeric, 6), 1000000 + n % 997 * 10000, 1
  FROM chain_markets, generate_series(1, $2::int) AS n WHERE record_id = $1`;

/** Adds candles of one minute before the newest ones of a market. */
export async function seedCandles(client: ClientBase, marketId: string, count: number): Promise<void> {
  await client.query(INSERT_CANDLES_SQL, [marketId, count]);
}
