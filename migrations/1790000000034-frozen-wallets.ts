import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets that only leave their positions. The new column needs no rewrite of the table. */
export class FrozenWallets1790000000034 implements MigrationInterface {
  name = 'FrozenWallets1790000000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agent_wallets ADD COLUMN frozen_at timestamptz(3);
      COMMENT ON COLUMN agent_wallets.frozen_at IS 'since when the wallet creates no market and buys nothing; null: not frozen';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE agent_wallets DROP COLUMN frozen_at');
  }
}
