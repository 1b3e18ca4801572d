/** Locks of lanes and pauses. */
export const ENGINE_FUNCTIONS_SQL = `
  CREATE OR REPLACE FUNCTION account_of_lane(of_lane uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT u.account_id FROM agent_wallets AS w JOIN users AS u ON u.agent_id = w.agent_id WHERE w.id = of_lane
  $$;

  CREATE OR REPLACE FUNCTION set_lane_account() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.account_id := account_of_lane(NEW.id);
    RETURN NEW;
  END $$;

  -- Within a statement, only a volatile function sees what was committed before the lock.
  CREATE OR REPLACE FUNCTION lock_lane(of_lane uuid, max_queued integer, OUT is_full boolean, OUT is_busy boolean,
    OUT sends_at_once boolean)
  LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO lanes (id, wake_at) VALUES (of_lane, now()) ON CONFLICT (id) DO NOTHING;
    sends_at_once := (SELECT has_room AND wait_block IS NOT NULL AND wake_at > clock_timestamp()
      FROM lanes WHERE id = of_lane FOR NO KEY UPDATE);
    is_full := EXISTS (SELECT FROM executions WHERE lane_id = of_lane AND status = 'queued' OFFSET max_queued - 1);
    is_busy := EXISTS (SELECT FROM executions
      WHERE lane_id = of_lane AND status IN ('queued', 'submitting', 'broadcast', 'unknown'));
  END $$;
  COMMENT ON FUNCTION lock_lane IS
    'locks a lane, created if needed, until the transaction ends; whether its queue is full, whether it has live executions, and whether it waits for a block, is not due yet, and could send another one before';

  CREATE OR REPLACE FUNCTION find_send_place(of_lane uuid, serving bigint, late_since timestamptz,
    INOUT round bigint, INOUT queued_at timestamptz, OUT ahead bigint)
  LANGUAGE plpgsql AS $$
  BEGIN
    -- A lane that came too late for its turn has it in the round that is being served.
    round := CASE WHEN round IS NULL THEN 1 + greatest(serving, (
        SELECT max(other.send_round) FROM lanes AS own JOIN lanes AS other ON other.account_id = own.account_id
        WHERE own.id = of_lane AND other.send_round > serving AND other.token_due_at > late_since))
      ELSE greatest(round, serving) END;
    ahead := (SELECT count(*) FROM (
      SELECT FROM lanes WHERE send_round >= serving AND id <> of_lane AND token_due_at > late_since
        AND (send_round, send_queued_at) < (find_send_place.round, find_send_place.queued_at) LIMIT 5000) AS earlier);
  END $$;
  COMMENT ON FUNCTION find_send_place IS
    'round of a lane that is to send, and the waiting lanes before it, up to 5,000. Call it under the lock of the provider account';

  CREATE OR REPLACE FUNCTION has_unpaused(of_lane uuid) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    RETURN EXISTS (SELECT FROM executions
      WHERE lane_id = of_lane AND status IN ('queued', 'submitting', 'broadcast', 'unknown')
        AND waiting_for IS DISTINCT FROM 'paused');
  END $$;
  COMMENT ON FUNCTION has_unpaused IS
    'whether a lane has live executions that are not marked as paused. Call it under the lock of the lane';

  CREATE OR REPLACE FUNCTION find_rival_claim(of_lane uuid, of_agent text, in_market text, is_automatic boolean) RETURNS text
  LANGUAGE plpgsql AS $$
  BEGIN
    IF is_automatic THEN
      RETURN (SELECT intent_id FROM executions
        WHERE lane_id = of_lane AND status IN ('queued', 'submitting', 'broadcast', 'unknown')
          AND action IN ('claim_payout', 'claim_refund') AND market_contract_address = in_market LIMIT 1);
    END IF;
    RETURN (SELECT id FROM agent_intents WHERE agent_id = of_agent AND market_contract_address = in_market
      AND source_client = 'presage_auto_claim' AND status IN ('executing', 'executed') LIMIT 1);
  END $$;
  COMMENT ON FUNCTION find_rival_claim IS
    'intent for which another claim of a market is not accepted: a live claim, or an automatic one that is live or executed; null for none. Call it under the lock of the lane';

  CREATE OR REPLACE FUNCTION lock_pauses(of_action text) RETURNS text[] LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared('execution_pauses'::regclass::oid::bigint);
    RETURN ARRAY(SELECT scope FROM execution_pauses WHERE paused AND scope IN ('global', of_action) ORDER BY scope);
  END $$;
  COMMENT ON FUNCTION lock_pauses IS
    'paused scopes of an action, which cannot change until the transaction ends. A shared row lock would write a multixact';

  CREATE OR REPLACE FUNCTION lock_pause_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock('execution_pauses'::regclass::oid::bigint);
    RETURN NULL;
  END $$;`;
