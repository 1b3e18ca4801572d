import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that find markets by their contract. While each is built, the table cannot be written; reads go on. */
export class MarketFilters1790000000040 implements MigrationInterface {
  name = 'MarketFilters1790000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX chain_markets_tradable_idx ON chain_markets (closes_at) WHERE phase = 'open';
      CREATE INDEX chain_markets_onchain_id_idx ON chain_markets (onchain_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX chain_markets_onchain_id_idx, chain_markets_tradable_idx');
  }
}
