/** Budgets. A stake counts from acceptance until the execution fails, is cancelled, or leaves the rule's scope. */
export const BUDGET_FUNCTIONS_SQL = `
  CREATE OR REPLACE FUNCTION account_of_wallet(of_wallet uuid) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce('account:' || u.account_id, 'mailbox:' || mailbox_of(w.owner_email))
    FROM agent_wallets AS w JOIN users AS u ON u.id = w.user_id WHERE w.id = of_wallet
  $$;
  COMMENT ON FUNCTION account_of_wallet IS
    'key in account_limits: the account of the agent, else the mailbox that its owner has verified; null without either';

  CREATE OR REPLACE FUNCTION wallets_of_account(of_account text) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
    SELECT w.id FROM users AS u JOIN agent_wallets AS w ON w.user_id = u.id
    WHERE u.account_id = CASE WHEN of_account LIKE 'account:%' THEN substr(of_account, 9)::uuid END
    UNION ALL
    SELECT w.id FROM agent_wallets AS w JOIN users AS u ON u.id = w.user_id
    WHERE u.account_id IS NULL
      AND mailbox_of(w.owner_email) = CASE WHEN of_account LIKE 'mailbox:%' THEN substr(of_account, 9) END
  $$;

  -- A wallet that has no lane has never staked. Whatever adds a lane holds a lock on the wallet.
  CREATE OR REPLACE FUNCTION add_account_lane() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    INSERT INTO account_lanes (lane_id, account) SELECT NEW.id, account FROM account_of_wallet(NEW.id) AS account
      WHERE account IS NOT NULL ON CONFLICT (lane_id) DO UPDATE SET account = excluded.account;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION move_account_lane() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    wallets uuid[] := ARRAY(SELECT w.id FROM agent_wallets AS w
      WHERE w.user_id = CASE TG_TABLE_NAME WHEN 'users' THEN NEW.id END FOR NO KEY UPDATE);
  BEGIN
    IF TG_TABLE_NAME = 'agent_wallets' THEN
      wallets := ARRAY[NEW.id];
    END IF;
    DELETE FROM account_lanes WHERE lane_id = ANY (wallets);
    INSERT INTO account_lanes (lane_id, account) SELECT l.id, account
      FROM lanes AS l CROSS JOIN account_of_wallet(l.id) AS account WHERE l.id = ANY (wallets) AND account IS NOT NULL;
    RETURN NULL;
  END $$;

  -- Whatever ends or reopens an execution holds the lock of its lane.
  CREATE OR REPLACE FUNCTION count_spent() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE lanes AS l SET spent = spent + CASE WHEN NEW.status = 'executed' THEN n.amount ELSE -n.amount END
      FROM agent_intents AS n WHERE n.id = NEW.intent_id AND n.amount IS NOT NULL AND l.id = NEW.lane_id;
    RETURN NULL;
  END $$;

  -- OFFSET 0 keeps the order of lookups: the planner would otherwise read the whole history of a wallet, because it
  -- does not know the indexed block.
  CREATE OR REPLACE FUNCTION open_stakes(of_wallets uuid[])
  RETURNS TABLE (market text, spent numeric, reserved numeric)
  LANGUAGE sql STABLE AS $$
    SELECT market, sum(spent), sum(reserved) FROM (
      SELECT s.market_contract_address AS market, s.stake_base_units * i.base_unit AS spent, 0 AS reserved
      FROM agent_wallets AS w JOIN chain_stakes AS s ON s.account = w.agent_wallet_address AND s.is_open
        CROSS JOIN chain_index AS i
      WHERE w.id = ANY (of_wallets)
      UNION ALL
      SELECT e.market_contract_address, CASE WHEN e.is_executed THEN n.amount ELSE 0 END,
        CASE WHEN e.is_executed THEN 0 ELSE n.amount END
      FROM unnest(of_wallets) AS w (id) CROSS JOIN LATERAL (
        SELECT live.* FROM (
          SELECT e.intent_id, e.ref, e.agent_wallet_address, e.market_contract_address, false AS is_executed
          FROM executions AS e WHERE e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no')
            AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')
          OFFSET 0) AS live
        UNION ALL
        SELECT recent.* FROM (
          SELECT e.intent_id, e.ref, e.agent_wallet_address, e.market_contract_address, true
          FROM executions AS e WHERE e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no') AND e.status = 'executed'
            AND e.block_number > coalesce((SELECT block_number FROM chain_index), -1)
          OFFSET 0) AS recent
      ) AS e CROSS JOIN LATERAL (SELECT amount FROM agent_intents WHERE id = e.intent_id OFFSET 0) AS n
      WHERE NOT EXISTS (
        SELECT FROM chain_events AS event WHERE event.ref = e.ref AND event.account = e.agent_wallet_address OFFSET 0)
    ) AS stakes GROUP BY market
  $$;
  COMMENT ON FUNCTION open_stakes IS
    'stakes of wallets in markets that are neither resolved nor cancelled: indexed, executed and not indexed yet, or unfinished';

  -- No SQL function: the planner would inline it into every preview and confirmation. The generic plan is kept, because
  -- planning takes five times as long as running.
  CREATE OR REPLACE FUNCTION budget_rules(of_wallet uuid, in_market text)
  RETURNS TABLE (scope text, rule text, maximum numeric, spent numeric, reserved numeric, market text, resets_at timestamptz)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY WITH limits AS MATERIALIZED (
      SELECT 1 AS place, 'agent' AS scope, ARRAY[w.id] AS wallets, w.daily_limit, w.market_limit,
        w.open_exposure_limit, w.total_limit
      FROM agent_wallets AS w WHERE w.id = of_wallet
      UNION ALL
      SELECT 2, 'account', ARRAY(SELECT lane_id FROM account_lanes AS l WHERE l.account = a.account), a.daily_limit, a.market_limit,
        a.open_exposure_limit, NULL
      FROM account_limits AS a WHERE a.account = account_of_wallet(of_wallet))
    SELECT scope, rule, maximum, coalesce(spent, 0), coalesce(reserved, 0), market, resets_at FROM (
      SELECT l.place, 1 AS rank, l.scope, 'daily_limit' AS rule, l.daily_limit AS maximum, day.*
      FROM limits AS l CROSS JOIN LATERAL (
        SELECT sum(amount) FILTER (WHERE is_executed) AS spent, sum(amount) FILTER (WHERE NOT is_executed) AS reserved,
          NULL::text AS market, min(completed_at) + interval '24 hours' AS resets_at
        FROM unnest(l.wallets) AS w (id) CROSS JOIN LATERAL (
          SELECT n.amount, is_executed, completed_at FROM (
            SELECT e.intent_id, false AS is_executed, NULL::timestamptz AS completed_at
            FROM executions AS e WHERE e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no')
              AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')
            UNION ALL
            SELECT e.intent_id, true, e.completed_at
            FROM executions AS e WHERE e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no') AND e.status = 'executed'
              AND e.completed_at > now() - interval '24 hours'
          ) AS e JOIN agent_intents AS n ON n.id = e.intent_id
          UNION ALL
          SELECT lost.amount, true, lost.effected_at FROM lost_effects AS lost
          WHERE lost.lane_id = w.id AND lost.effected_at > now() - interval '24 hours' AND NOT EXISTS (
            SELECT FROM executions AS e WHERE e.ref = lost.ref AND e.status NOT IN ('failed', 'cancelled'))
        ) AS stakes
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
      UNION ALL
      SELECT l.place, 4, l.scope, 'total_limit', l.total_limit,
        coalesce((SELECT spent FROM lanes WHERE id = of_wallet), 0) + coalesce((
          SELECT sum(lost.amount) FROM lost_effects AS lost WHERE lost.lane_id = of_wallet
            AND NOT EXISTS (SELECT FROM executions AS e WHERE e.ref = lost.ref AND e.status NOT IN ('failed', 'cancelled'))
            AND NOT EXISTS (SELECT FROM archived_executions AS a WHERE a.ref = decode(substr(lost.ref, 3), 'hex')
              AND a.lane_id = lost.lane_id AND a.transaction_hash IS NOT NULL)), 0),
        (SELECT sum(n.amount) FROM executions AS e JOIN agent_intents AS n ON n.id = e.intent_id
          WHERE e.lane_id = of_wallet AND e.action IN ('buy_yes', 'buy_no')
            AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')), NULL, NULL
      FROM limits AS l WHERE l.total_limit IS NOT NULL
    ) AS rules ORDER BY place, rank;
  END $$;
  COMMENT ON FUNCTION budget_rules IS
    'the budgets of a wallet and of its account; market_limit for one market, or for the market with the highest stake if null';

  -- Volatile, so that each of its statements sees what was committed before the lock. Runs with the owner's privileges: a
  -- lock on account_limits needs UPDATE, which the API does not have.
  CREATE OR REPLACE FUNCTION check_budget(of_wallet uuid, in_market text, stake numeric) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    exceeded record;
  BEGIN
    PERFORM FROM account_limits WHERE account = account_of_wallet(of_wallet) FOR NO KEY UPDATE;
    SELECT * INTO exceeded FROM budget_rules(of_wallet, in_market) AS r
      WHERE CASE WHEN stake IS NULL THEN r.rule = 'total_limit' AND r.spent + r.reserved >= r.maximum
        ELSE r.spent + r.reserved + stake > r.maximum END LIMIT 1;
    RETURN CASE WHEN exceeded.rule IS NOT NULL THEN jsonb_build_object(
      'scope', exceeded.scope, 'rule', exceeded.rule, 'limit', trim_scale(exceeded.maximum)::text,
      'spent', trim_scale(exceeded.spent)::text, 'reserved', trim_scale(exceeded.reserved)::text,
      'headroom', trim_scale(exceeded.maximum - exceeded.spent - exceeded.reserved)::text,
      'resets_at', to_char(exceeded.resets_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END;
  END $$;
  COMMENT ON FUNCTION check_budget IS
    'the first budget that a stake exceeds, null for none. An action without a stake exceeds a total_limit of which nothing is left. Locks the limits of the account. Call it under the lock of the lane';`;
