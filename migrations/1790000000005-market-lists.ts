import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the market lists: status and category in the order of either time, and trigrams of the title. */
export class MarketLists1790000000005 implements MigrationInterface {
  name = 'MarketLists1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX markets_category_closes_at_idx ON markets (category, closes_at, id);
      CREATE INDEX markets_status_created_at_idx ON markets (status, created_at, id);
      CREATE INDEX markets_status_closes_at_idx ON markets (status, closes_at, id);
      CREATE INDEX markets_category_status_created_at_idx ON markets (category, status, created_at, id);
      CREATE INDEX markets_category_status_closes_at_idx ON markets (category, status, closes_at, id);
      CREATE INDEX markets_title_idx ON markets USING gin (title gin_trgm_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX markets_title_idx, markets_category_status_closes_at_idx, markets_category_status_created_at_idx,
        markets_status_closes_at_idx, markets_status_created_at_idx, markets_category_closes_at_idx;
      DROP EXTENSION pg_trgm;
    `);
  }
}
