/** Triggers that write the events of facts: one function for each table and kind of fact. */
export const FACT_FUNCTIONS_SQL = `
  CREATE OR REPLACE FUNCTION described_by(source_client text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE source_client WHEN 'presage_auto_claim' THEN '{"by": "auto_claim"}'::jsonb ELSE '{}' END
  $$;

  CREATE OR REPLACE FUNCTION log_intent() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    record_id uuid := (SELECT m.record_id FROM chain_markets AS m WHERE m.market_contract_address = NEW.market_contract_address);
    name text;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.subject_kind := 'intent';
    event.subject_id := NEW.id;
    -- An intent that is accepted at once is inserted as executing.
    FOREACH name IN ARRAY CASE NEW.status WHEN 'preview' THEN ARRAY['previewed']
      WHEN 'executing' THEN ARRAY['previewed', 'confirmed'] ELSE ARRAY[NEW.status] END
    LOOP
      event.type := 'intent.' || name;
      PERFORM append_event(event, jsonb_build_object('action', NEW.action, 'amount', trim_scale(NEW.amount)::text,
        'client_request_id', NEW.client_request_id, 'core_market_id', record_id, 'intent_id', NEW.id,
        'market_contract_address', NEW.market_contract_address, 'market_id', single_line(NEW.market_id),
        'outcome', NEW.outcome, 'source_client', NEW.source_client) || described_by(NEW.source_client));
    END LOOP;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION log_execution() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    undone record;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.type := 'execution.' || CASE WHEN TG_OP = 'UPDATE' AND OLD.status = NEW.status THEN 'readback_filled' ELSE NEW.status END;
    event.subject_kind := 'execution';
    event.subject_id := NEW.id;
    IF TG_OP = 'UPDATE' AND OLD.status = 'executed' AND NEW.status <> 'executed' THEN
      SELECT seq, id, block_number, block_hash INTO undone FROM logged_events
        WHERE log = event.log AND type = 'execution.executed' AND subject_id = NEW.id ORDER BY seq DESC LIMIT 1;
      event.type := 'chain.reorganised';
      event.undoes := undone.seq;
      event.block_number := undone.block_number;
      event.block_hash := undone.block_hash;
      PERFORM append_event(event, jsonb_build_object('undoes_seq', undone.seq, 'undoes_id', undone.id,
        'undoes_type', 'execution.executed', 'execution_id', NEW.id, 'intent_id', NEW.intent_id));
      RETURN NULL;
    END IF;
    IF NEW.status = 'executed' THEN
      SELECT block_number, block_hash INTO event.block_number, event.block_hash FROM execution_steps
        WHERE execution_id = NEW.id AND kind = 'main' AND block_hash IS NOT NULL;
    END IF;
    PERFORM append_event(event, jsonb_build_object('action', NEW.action, 'amount', trim_scale(intent.amount)::text,
      'attempt', NEW.attempt, 'client_request_id', intent.client_request_id, 'core_market_id', market.record_id,
      'error_code', NEW.error_code, 'execution_id', NEW.id, 'intent_id', NEW.intent_id,
      'market_contract_address', coalesce(NEW.market_contract_address, intent.market_contract_address),
      'market_id', single_line(intent.market_id), 'retry_safe', NEW.retry_safe, 'transaction_hash', NEW.transaction_hash)
      || CASE WHEN NEW.status IN ('queued', 'cancelled') THEN '{}'
        ELSE describe_steps(NEW.id, NEW.status IN ('executed', 'failed')) END
      || described_by(intent.source_client)
      || CASE WHEN NEW.readback IS NULL THEN '{}'
        ELSE jsonb_build_object('readback_sha256', sha256_hex(canonical_json(NEW.readback))) END)
    FROM agent_intents AS intent LEFT JOIN chain_markets AS market
      ON market.market_contract_address = coalesce(NEW.market_contract_address, intent.market_contract_address)
    WHERE intent.id = NEW.intent_id;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION log_step() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    execution record;
  BEGIN
    SELECT agent_id, intent_id INTO execution FROM executions WHERE id = NEW.execution_id;
    event.log := 'agent:' || execution.agent_id;
    event.type := 'step.' || CASE WHEN NEW.provider_state = 'SEAL_VIOLATED' AND NEW.provider_state IS DISTINCT FROM
        OLD.provider_state THEN 'seal_violated' WHEN NEW.status = 'planned' THEN 'unarmed'
      WHEN NEW.body <> OLD.body THEN 'renewed' WHEN NEW.status = 'done' THEN 'done' ELSE 'unmined' END;
    event.subject_kind := 'execution';
    event.subject_id := NEW.execution_id;
    event.block_number := coalesce(NEW.block_number, OLD.block_number);
    event.block_hash := coalesce(NEW.block_hash, OLD.block_hash);
    PERFORM append_event(event, jsonb_build_object('execution_id', NEW.execution_id, 'intent_id', execution.intent_id,
      'step', NEW.kind, 'send_attempts', NEW.send_attempts,
      'transaction_hash', coalesce(NEW.transaction_hash, OLD.transaction_hash),
      'body_sha256', sha256_hex(NEW.body))
      || CASE WHEN NEW.body <> OLD.body THEN jsonb_build_object('replaced_body_sha256', sha256_hex(OLD.body)) ELSE '{}' END);
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION log_wallet() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    fields jsonb := jsonb_build_object(
      'wallet_id', NEW.id, 'agent_wallet_address', NEW.agent_wallet_address, 'wallet_provider', NEW.wallet_provider,
      'chain', NEW.chain, 'status', NEW.status, 'allowed_actions', NEW.allowed_actions,
      'max_trade_amount', trim_scale(NEW.max_trade_amount)::text,
      'daily_limit', trim_scale(NEW.daily_limit)::text, 'market_limit', trim_scale(NEW.market_limit)::text,
      'open_exposure_limit', trim_scale(NEW.open_exposure_limit)::text,
      'approval_above', trim_scale(NEW.approval_above)::text, 'total_limit', trim_scale(NEW.total_limit)::text,
      'valid_until', to_char(NEW.valid_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'auto_claim', NEW.auto_claim, 'paused', NEW.paused, 'frozen', NEW.frozen_at IS NOT NULL);
    name text;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.subject_kind := 'wallet';
    event.subject_id := NEW.id;
    FOREACH name IN ARRAY CASE WHEN TG_OP = 'INSERT' THEN ARRAY['created'] ELSE array_remove(ARRAY[
      CASE WHEN (NEW.agent_wallet_address, NEW.chain, NEW.allowed_actions, NEW.max_trade_amount,
          NEW.daily_limit, NEW.market_limit, NEW.open_exposure_limit, NEW.approval_above, NEW.total_limit, NEW.valid_until,
          NEW.auto_claim, NEW.paused, NEW.user_wallet, NEW.status = 'active' AND OLD.status <> 'active')
        IS DISTINCT FROM (OLD.agent_wallet_address, OLD.chain, OLD.allowed_actions, OLD.max_trade_amount,
          OLD.daily_limit, OLD.market_limit, OLD.open_exposure_limit, OLD.approval_above, OLD.total_limit, OLD.valid_until,
          OLD.auto_claim, OLD.paused, OLD.user_wallet, false) THEN 'changed' END,
      CASE WHEN NEW.frozen_at IS NOT NULL AND OLD.frozen_at IS NULL THEN 'frozen'
        WHEN NEW.frozen_at IS NULL AND OLD.frozen_at IS NOT NULL THEN 'unfrozen' END,
      CASE WHEN NEW.status = 'disabled' AND OLD.status <> 'disabled' THEN 'disabled' END], NULL) END
    LOOP
      event.type := 'wallet.' || name;
      PERFORM append_event(event, fields);
    END LOOP;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION log_budget() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.type := 'budget.' ||
      CASE WHEN NEW.status = 'executed' THEN 'spent' WHEN NEW.status IN ('failed', 'cancelled') THEN 'released'
        ELSE 'reserved' END;
    event.subject_kind := 'execution';
    event.subject_id := NEW.id;
    PERFORM append_event(event, jsonb_build_object('execution_id', NEW.id, 'intent_id', NEW.intent_id,
      'market_contract_address', NEW.market_contract_address, 'amount', trim_scale(intent.amount)::text))
    FROM agent_intents AS intent WHERE intent.id = NEW.intent_id;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION log_refused_budget() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.type := 'budget.refused';
    event.subject_kind := 'intent';
    event.subject_id := NEW.id;
    PERFORM append_event(event, NEW.budget_refusal || jsonb_build_object('intent_id', NEW.id,
      'market_contract_address', NEW.market_contract_address, 'amount', trim_scale(NEW.amount)::text));
    RETURN NULL;
  END $$;

  -- An event that its logs contain already is skipped: a rebuild of the index inserts all events again.
  CREATE OR REPLACE FUNCTION log_chain_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    market record;
    agent record;
    fields jsonb;
  BEGIN
    SELECT m.record_id, single_line(m.onchain_id) AS name, m.creator, m.resolver, i.base_unit,
      coalesce(l.expired_block >= NEW.block_number, false) AS is_expired
    INTO market FROM chain_markets AS m CROSS JOIN chain_index AS i
      LEFT JOIN event_logs AS l ON l.log = 'market:' || m.record_id
    WHERE m.market_contract_address = NEW.market_contract_address;
    IF market.record_id IS NULL OR market.is_expired OR EXISTS (SELECT FROM logged_events AS e
      WHERE e.block_number = NEW.block_number AND e.log_index = NEW.log_index AND e.block_hash = NEW.block_hash
        AND NOT EXISTS (SELECT FROM logged_events AS u WHERE u.log = e.log AND u.undoes = e.seq))
    THEN
      RETURN NULL;
    END IF;

    event.type := CASE NEW.name WHEN 'MarketCreated' THEN 'market.created' WHEN 'Bought' THEN 'position.changed'
      WHEN 'Closed' THEN 'market.closed' WHEN 'Resolved' THEN 'market.resolved' WHEN 'Cancelled' THEN 'market.cancelled'
      WHEN 'PayoutClaimed' THEN 'payout.claimed' WHEN 'RefundClaimed' THEN 'refund.claimed' END;
    event.block_number := NEW.block_number;
    event.block_hash := NEW.block_hash;
    event.log_index := NEW.log_index;
    event.subject_kind := 'market';
    event.subject_id := market.record_id;
    fields := jsonb_build_object('market_id', market.name, 'core_market_id', market.record_id,
      'market_contract_address', NEW.market_contract_address, 'account', NEW.account,
      'transaction_hash', NEW.transaction_hash, 'ref', NEW.ref);
    IF NEW.amount_base_units IS NOT NULL THEN
      fields := fields || jsonb_build_object('amount', trim_scale(NEW.amount_base_units * market.base_unit)::text);
    END IF;
    IF NEW.yes_pool_base_units IS NOT NULL THEN
      fields := fields || jsonb_build_object('yes_pool', trim_scale(NEW.yes_pool_base_units * market.base_unit)::text,
        'no_pool', trim_scale(NEW.no_pool_base_units * market.base_unit)::text);
    END IF;
    IF NEW.name = 'Bought' THEN
      event.subject_kind := 'position';
      event.subject_id := chain_row_id('position', NEW.market_contract_address, NEW.account, NEW.outcome);
      fields := fields || jsonb_build_object('outcome', NEW.outcome);
    ELSIF NEW.name = 'Resolved' THEN
      fields := fields || jsonb_build_object('winning_outcome', NEW.outcome);
    ELSIF NEW.name IN ('PayoutClaimed', 'RefundClaimed') THEN
      fields := fields || coalesce((SELECT described_by(i.source_client) FROM executions AS e
        JOIN agent_intents AS i ON i.id = e.intent_id WHERE e.ref = NEW.ref LIMIT 1), '{}');
    END IF;

    event.log := 'market:' || market.record_id;
    PERFORM append_event(event, fields);
    IF NEW.name NOT IN ('Closed', 'Resolved', 'Cancelled') THEN
      FOR agent IN SELECT agent_id FROM agent_wallets WHERE agent_wallet_address = NEW.account LOOP
        event.log := 'agent:' || agent.agent_id;
        PERFORM append_event(event, fields);
      END LOOP;
      RETURN NULL;
    END IF;

    FOR agent IN
      SELECT w.agent_id, w.agent_wallet_address AS address,
        (SELECT trim_scale(sum(s.amount))::text FROM settlements AS s JOIN users AS u ON u.id = s.user_id
         WHERE u.wallet_address = w.agent_wallet_address AND s.market_id = market.record_id) AS due
      FROM (SELECT s.account FROM chain_stakes AS s WHERE s.market_contract_address = NEW.market_contract_address
        UNION SELECT market.creator UNION SELECT market.resolver) AS party
        JOIN agent_wallets AS w ON w.agent_wallet_address = party.account
      ORDER BY w.agent_id
    LOOP
      event.log := 'agent:' || agent.agent_id;
      PERFORM append_event(event, fields);
      CONTINUE WHEN agent.due IS NULL OR NEW.name = 'Closed';
      event.type := CASE NEW.name WHEN 'Resolved' THEN 'payout.claimable' ELSE 'refund.claimable' END;
      PERFORM append_event(event, fields || jsonb_build_object('account', agent.address, 'amount', agent.due));
      event.type := CASE NEW.name WHEN 'Resolved' THEN 'market.resolved' ELSE 'market.cancelled' END;
    END LOOP;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION log_undone_chain_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    PERFORM append_undoing(e) FROM (SELECT e.* FROM logged_events AS e
      WHERE e.block_number = OLD.block_number AND e.log_index = OLD.log_index AND e.block_hash = OLD.block_hash
        AND NOT EXISTS (SELECT FROM logged_events AS u WHERE u.log = e.log AND u.undoes = e.seq)
      ORDER BY e.log, e.seq) AS e;
    RETURN NULL;
  END $$;

  -- Runs when the cursor moves, which is the last write of the indexer: after the events of the blocks are stored, and
  -- before the commit adds them to the logs. Undoes what the logs have of the blocks and a rebuilt index has not.
  CREATE OR REPLACE FUNCTION log_missing_chain_events() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    PERFORM append_undoing(e) FROM (SELECT e.* FROM logged_events AS e
      WHERE e.log_index IS NOT NULL AND e.block_number > coalesce(OLD.block_number, -1) AND e.block_number <= NEW.block_number
        AND NOT EXISTS (SELECT FROM chain_events AS c
          WHERE c.block_number = e.block_number AND c.log_index = e.log_index AND c.block_hash = e.block_hash)
        AND NOT EXISTS (SELECT FROM logged_events AS u WHERE u.log = e.log AND u.undoes = e.seq)
      ORDER BY e.log, e.seq) AS e;
    RETURN NULL;
  END $$;`;
