import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BUDGET_FUNCTIONS_SQL } from './functions/budgets.js';
import { createFunctions } from './functions/index.js';

/** Limits of accounts. Those of agents are columns of their wallets. */
export class Budgets1795700000007 implements MigrationInterface {
  name = 'Budgets1795700000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, BUDGET_FUNCTIONS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION account_of_wallet, wallets_of_account, open_stakes, budget_rules, check_budget;
      DROP TABLE account_limits;`);
  }
}

const TABLES_SQL = `
  CREATE TABLE account_limits (
    account text NOT NULL,
    daily_limit numeric,
    market_limit numeric,
    open_exposure_limit numeric,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT account_limits_pkey PRIMARY KEY (account),
    CONSTRAINT account_limits_account_check CHECK (account ~ '^(account|mailbox):'),
    CONSTRAINT account_limits_limit_check CHECK (num_nonnulls(daily_limit, market_limit, open_exposure_limit) > 0)
  );
  COMMENT ON COLUMN account_limits.account IS 'account:<account id>, or mailbox:<mailbox_of the verified address>';`;
