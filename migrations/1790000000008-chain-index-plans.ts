import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two indexes start with the market and hold its buys. Their conditions differ in words, so that a statement planned while
 * the table was still small cannot read a market's prices where it is after one account's stakes.
 */
export class ChainIndexPlans1790000000008 implements MigrationInterface {
  name = 'ChainIndexPlans1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX chain_events_prices_idx;
      CREATE INDEX chain_events_prices_idx ON chain_events (market_contract_address, block_time, block_number, log_index)
        WHERE price IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX chain_events_prices_idx;
      CREATE INDEX chain_events_prices_idx ON chain_events (market_contract_address, block_time, block_number, log_index)
        WHERE name = 'Bought';
    `);
  }
}
