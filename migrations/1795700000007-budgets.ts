import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BUDGET_FUNCTIONS_SQL } from './functions/budgets.js';
import { createFunctions } from './functions/index.js';

/** Limits of accounts, with the lanes that they count. Those of agents are columns of their wallets. */
export class Budgets1795700000007 implements MigrationInterface {
  name = 'Budgets1795700000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, BUDGET_FUNCTIONS_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION add_account_lane, move_account_lane, count_spent CASCADE;
      DROP FUNCTION account_of_wallet, wallets_of_account, open_stakes, budget_rules, check_budget;
      DROP TABLE account_lanes, account_limits;`);
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
  COMMENT ON COLUMN account_limits.account IS 'account:<account id>, or mailbox:<mailbox_of the verified address>';

  CREATE TABLE account_lanes (
    lane_id uuid NOT NULL,
    account text NOT NULL,
    CONSTRAINT account_lanes_pkey PRIMARY KEY (lane_id),
    CONSTRAINT account_lanes_lane_id_fkey FOREIGN KEY (lane_id) REFERENCES lanes (id)
  );
  CREATE INDEX account_lanes_account_idx ON account_lanes (account);
  COMMENT ON TABLE account_lanes IS 'lanes of each account, kept by triggers: wallets without one have no stakes';
  COMMENT ON COLUMN account_lanes.account IS 'account_of_wallet, as in account_limits';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER lanes_account_added AFTER INSERT ON lanes FOR EACH ROW EXECUTE FUNCTION add_account_lane();
  CREATE TRIGGER users_account_moved AFTER UPDATE OF account_id ON users
    FOR EACH ROW WHEN (NEW.account_id IS DISTINCT FROM OLD.account_id) EXECUTE FUNCTION move_account_lane();
  CREATE TRIGGER agent_wallets_owner_moved AFTER UPDATE OF owner_email ON agent_wallets
    FOR EACH ROW WHEN (NEW.owner_email IS DISTINCT FROM OLD.owner_email) EXECUTE FUNCTION move_account_lane();
  CREATE TRIGGER executions_spent AFTER UPDATE OF status ON executions
    FOR EACH ROW WHEN (NEW.action IN ('buy_yes', 'buy_no') AND (NEW.status = 'executed') <> (OLD.status = 'executed'))
    EXECUTE FUNCTION count_spent();`;
