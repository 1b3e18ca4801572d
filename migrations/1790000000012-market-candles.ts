import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Price history of markets: one row per interval with a buy, in four interval sizes. */
export class MarketCandles1790000000012 implements MigrationInterface {
  name = 'MarketCandles1790000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE market_candles (
        market_contract_address text NOT NULL,
        interval_seconds integer NOT NULL,
        start_at timestamptz(3) NOT NULL,
        open numeric NOT NULL,
        high numeric NOT NULL,
        low numeric NOT NULL,
        close numeric NOT NULL,
        volume_base_units numeric NOT NULL,
        trades integer NOT NULL,
        CONSTRAINT market_candles_pkey PRIMARY KEY (market_contract_address, interval_seconds, start_at),
        CONSTRAINT market_candles_market_fkey
          FOREIGN KEY (market_contract_address) REFERENCES chain_markets (market_contract_address),
        CONSTRAINT market_candles_interval_check CHECK (interval_seconds IN (60, 300, 3600, 86400))
      );
      COMMENT ON TABLE market_candles IS 'follows from chain_events; an interval without a buy has no row';
      COMMENT ON COLUMN market_candles.open IS
        'implied probability of YES right after the first buy of the interval, rounded down; close: after the last';
      COMMENT ON COLUMN market_candles.volume_base_units IS 'staked on both outcomes together';

      INSERT INTO market_candles
      SELECT market_contract_address, seconds, date_bin(make_interval(secs => seconds), block_time, 'epoch'),
        (array_agg(yes ORDER BY block_time, block_number, log_index))[1], max(yes), min(yes),
        (array_agg(yes ORDER BY block_time DESC, block_number DESC, log_index DESC))[1], sum(amount_base_units), count(*)
      FROM (
        SELECT *, div(yes_pool_base_units * 1e18, yes_pool_base_units + no_pool_base_units) * 1e-18 AS yes
        FROM chain_events WHERE price IS NOT NULL
      ) AS priced, (VALUES (60), (300), (3600), (86400)) AS i (seconds)
      GROUP BY 1, 2, 3;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE market_candles');
  }
}
