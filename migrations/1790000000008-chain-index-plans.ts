import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two partial indexes of buys start with the market. Different conditions keep a plan made on a small table from reading a
 * market's prices where the statement needs one account's stakes.
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
