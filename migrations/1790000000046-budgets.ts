import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of agents and accounts. New columns need no rewrite of their tables, so their locks last for a moment. */
export class Budgets1790000000046 implements MigrationInterface {
  name = 'Budgets1790000000046';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LIMITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION wallets_of_account, account_of_wallet;
      DROP TABLE account_limits;
      ALTER TABLE chain_stakes DROP COLUMN is_open;
      ALTER TABLE executions DROP COLUMN budgeted;
      ALTER TABLE agent_wallets DROP COLUMN daily_limit, DROP COLUMN market_limit, DROP COLUMN open_exposure_limit,
        DROP COLUMN approval_above;
    `);
  }
}

const LIMITS = `
  ALTER TABLE agent_wallets
    ADD COLUMN daily_limit numeric,
    ADD COLUMN market_limit numeric,
    ADD COLUMN open_exposure_limit numeric,
    ADD COLUMN approval_above numeric;
  COMMENT ON COLUMN agent_wallets.daily_limit IS 'maximum stake within 24 hours, display units; null: no limit';
  COMMENT ON COLUMN agent_wallets.market_limit IS 'maximum stake in one market, display units; null: no limit';
  COMMENT ON COLUMN agent_wallets.open_exposure_limit IS
    'maximum stake in markets that are neither resolved nor cancelled, display units; null: no limit';
  COMMENT ON COLUMN agent_wallets.approval_above IS 'stake above which the owner approves each buy, display units; null: never';

  ALTER TABLE executions ADD COLUMN budgeted boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN executions.budgeted IS 'accepted under a budget: its stake is reserved, spent and released in the event log';

  ALTER TABLE chain_stakes ADD COLUMN is_open boolean NOT NULL DEFAULT true;
  COMMENT ON COLUMN chain_stakes.is_open IS 'whether the market is neither resolved nor cancelled, kept by a trigger of chain_markets';

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

  CREATE FUNCTION account_of_wallet(of_wallet uuid) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce('account:' || u.account_id, 'mailbox:' || mailbox_of(w.owner_email))
    FROM agent_wallets AS w JOIN users AS u ON u.id = w.user_id WHERE w.id = of_wallet
  $$;
  COMMENT ON FUNCTION account_of_wallet IS
    'key in account_limits: the account of the agent, else the mailbox that its owner has verified; null without either';

  CREATE FUNCTION wallets_of_account(of_account text) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
    SELECT w.id FROM users AS u JOIN agent_wallets AS w ON w.user_id = u.id
    WHERE u.account_id = CASE WHEN of_account LIKE 'account:%' THEN substr(of_account, 9)::uuid END
    UNION ALL
    SELECT w.id FROM agent_wallets AS w JOIN users AS u ON u.id = w.user_id
    WHERE u.account_id IS NULL
      AND mailbox_of(w.owner_email) = CASE WHEN of_account LIKE 'mailbox:%' THEN substr(of_account, 9) END
  $$;`;
