import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts what is reserved and spent. It locks no table against reads. While it marks stakes and builds indexes, writes of
 * stakes, executions and users wait.
 */
export class BudgetRules1790000000049 implements MigrationInterface {
  name = 'BudgetRules1790000000049';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query(OPEN_STAKES);
    await runner.query(RULES);
    await runner.query(CHECK);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION check_budget, budget_rules, open_stakes;
      DROP TRIGGER chain_markets_finality ON chain_markets;
      DROP FUNCTION mark_open_stakes;
      DROP INDEX chain_stakes_open_idx, executions_spent_idx, users_account_id_idx;
    `);
  }
}

const FINAL = `IN ('resolved', 'cancelled')`;

const OPEN_STAKES = `
  CREATE INDEX users_account_id_idx ON users (account_id) WHERE account_id IS NOT NULL;

  UPDATE chain_stakes AS s SET is_open = false FROM chain_markets AS m
    WHERE m.market_contract_address = s.market_contract_address AND m.phase ${FINAL};
  CREATE INDEX chain_stakes_open_idx ON chain_stakes (account) WHERE is_open;

  CREATE FUNCTION mark_open_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE chain_stakes SET is_open = NEW.phase NOT ${FINAL} WHERE market_contract_address = NEW.market_contract_address;
    RETURN NULL;
  END $$;
  CREATE TRIGGER chain_markets_finality AFTER UPDATE OF phase ON chain_markets FOR EACH ROW
    WHEN ((OLD.phase ${FINAL}) <> (NEW.phase ${FINAL})) EXECUTE FUNCTION mark_open_stakes();

  CREATE INDEX executions_spent_idx ON executions (lane_id, completed_at)
    WHERE status = 'executed' AND action IN ('buy_yes', 'buy_no');`;

const LIVE_BUYS = `
        SELECT e.id, e.intent_id, e.ref, e.agent_wallet_address, e.market_contract_address, false AS is_executed,
          NULL::timestamptz AS completed_at
        FROM executions AS e WHERE e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no')
          AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')`;

export const OPEN_STAKES_FUNCTION = `
  CREATE OR REPLACE FUNCTION open_stakes(of_wallets uuid[]) RETURNS TABLE (market text, spent numeric, reserved numeric)
  LANGUAGE sql STABLE AS $$
    SELECT market, sum(spent), sum(reserved) FROM (
      SELECT s.market_contract_address AS market, s.stake_base_units * i.base_unit AS spent, 0 AS reserved
      FROM agent_wallets AS w JOIN chain_stakes AS s ON s.account = w.agent_wallet_address AND s.is_open
        CROSS JOIN chain_index AS i
      WHERE w.id = ANY (of_wallets)
      UNION ALL
      SELECT e.market_contract_address, CASE WHEN is_executed THEN n.amount ELSE 0 END,
        CASE WHEN is_executed THEN 0 ELSE n.amount END
      FROM unnest(of_wallets) AS w (id) CROSS JOIN LATERAL (${LIVE_BUYS}
        UNION ALL
        SELECT e.id, e.intent_id, e.ref, e.agent_wallet_address, e.market_contract_address, true, e.completed_at
        FROM execution_steps AS step JOIN executions AS e ON e.id = step.execution_id
        WHERE step.kind = 'main' AND step.block_number > coalesce((SELECT block_number FROM chain_index), -1)
          AND e.status = 'executed' AND e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no')
      ) AS e JOIN agent_intents AS n ON n.id = e.intent_id
      WHERE NOT EXISTS (SELECT FROM chain_events AS event
        WHERE event.ref = e.ref AND event.account = e.agent_wallet_address)
    ) AS stakes GROUP BY market
  $$;`;

/**
 * Stake counts from the acceptance of its execution until the execution fails, is cancelled, or leaves the rule's scope.
 * budget_rules is no SQL function: the planner would inline it into every preview and confirmation.
 */
const RULES = `
${OPEN_STAKES_FUNCTION}
  COMMENT ON FUNCTION open_stakes IS
    'stakes of wallets in markets that are neither resolved nor cancelled: indexed, executed and not indexed yet, or unfinished';

  CREATE FUNCTION budget_rules(of_wallet uuid, in_market text)
  RETURNS TABLE (scope text, rule text, maximum numeric, spent numeric, reserved numeric, market text, resets_at timestamptz)
  LANGUAGE plpgsql STABLE AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY WITH limits AS MATERIALIZED (
      SELECT 1 AS place, 'agent' AS scope, ARRAY[w.id] AS wallets, w.daily_limit, w.market_limit, w.open_exposure_limit
      FROM agent_wallets AS w WHERE w.id = of_wallet
      UNION ALL
      SELECT 2, 'account', ARRAY(SELECT wallets_of_account(a.account)), a.daily_limit, a.market_limit, a.open_exposure_limit
      FROM account_limits AS a WHERE a.account = account_of_wallet(of_wallet))
    SELECT scope, rule, maximum, coalesce(spent, 0), coalesce(reserved, 0), market, resets_at FROM (
      SELECT l.place, 1 AS rank, l.scope, 'daily_limit' AS rule, l.daily_limit AS maximum, day.*
      FROM limits AS l CROSS JOIN LATERAL (
        SELECT sum(n.amount) FILTER (WHERE is_executed) AS spent, sum(n.amount) FILTER (WHERE NOT is_executed) AS reserved,
          NULL::text AS market, min(e.completed_at) + interval '24 hours' AS resets_at
        FROM unnest(l.wallets) AS w (id) CROSS JOIN LATERAL (${LIVE_BUYS}
          UNION ALL
          SELECT e.id, e.intent_id, e.ref, e.agent_wallet_address, e.market_contract_address, true, e.completed_at
          FROM executions AS e WHERE e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no') AND e.status = 'executed'
            AND e.completed_at > now() - interval '24 hours'
        ) AS e JOIN agent_intents AS n ON n.id = e.intent_id
      ) AS day WHERE l.daily_limit IS NOT NULL
      UNION ALL
      SELECT l.place, 2, l.scope, 'market_limit', l.market_limit, used.spent, used.reserved,
        coalesce(used.market, in_market), NULL
      FROM limits AS l LEFT JOIN LATERAL (
        SELECT * FROM open_stakes(l.wallets) AS o WHERE in_market IS NULL OR o.market = in_market
        ORDER BY o.spent + o.reserved DESC, o.market LIMIT 1
      ) AS used ON true WHERE l.market_limit IS NOT NULL
      UNION ALL
      SELECT l.place, 3, l.scope, 'open_exposure_limit', l.open_exposure_limit, used.spent, used.reserved, NULL, NULL
      FROM limits AS l CROSS JOIN LATERAL (
        SELECT sum(o.spent) AS spent, sum(o.reserved) AS reserved FROM open_stakes(l.wallets) AS o
      ) AS used WHERE l.open_exposure_limit IS NOT NULL
    ) AS rules ORDER BY place, rank;
  END $$;
  COMMENT ON FUNCTION budget_rules IS
    'the budgets of a wallet and of its account; market_limit for one market, or for the market with the highest stake if null';`;

/**
 * Volatile, so that each of its statements sees what was committed before the lock. Runs with the owner's privileges: a lock
 * on account_limits needs UPDATE, which the API does not have.
 */
const CHECK = `
  CREATE FUNCTION check_budget(of_wallet uuid, in_market text, stake numeric) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    exceeded record;
  BEGIN
    PERFORM FROM account_limits WHERE account = account_of_wallet(of_wallet) FOR NO KEY UPDATE;
    SELECT * INTO exceeded FROM budget_rules(of_wallet, in_market) AS r
      WHERE r.spent + r.reserved + stake > r.maximum LIMIT 1;
    RETURN CASE WHEN exceeded.rule IS NOT NULL THEN jsonb_build_object(
      'scope', exceeded.scope, 'rule', exceeded.rule, 'limit', trim_scale(exceeded.maximum)::text,
      'spent', trim_scale(exceeded.spent)::text, 'reserved', trim_scale(exceeded.reserved)::text,
      'headroom', trim_scale(exceeded.maximum - exceeded.spent - exceeded.reserved)::text,
      'resets_at', to_char(exceeded.resets_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END;
  END $$;
  COMMENT ON FUNCTION check_budget IS
    'the first budget that a stake exceeds, null for none; locks the limits of the account. Call it under the lock of the lane';
  REVOKE EXECUTE ON FUNCTION check_budget FROM PUBLIC;`;
