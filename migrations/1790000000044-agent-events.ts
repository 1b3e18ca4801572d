import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of intents, executions and wallets in the logs of their agents. Creating a trigger blocks writers of its table for
 * a moment.
 */
export class AgentEvents1790000000044 implements MigrationInterface {
  name = 'AgentEvents1790000000044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INTENTS);
    await runner.query(EXECUTIONS);
    await runner.query(WALLETS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER agent_wallets_created ON agent_wallets;
      DROP TRIGGER agent_wallets_changed ON agent_wallets;
      DROP TRIGGER executions_queued ON executions;
      DROP TRIGGER executions_moved ON executions;
      DROP TRIGGER agent_intents_previewed ON agent_intents;
      DROP TRIGGER agent_intents_moved ON agent_intents;
      DROP FUNCTION log_wallet, log_execution, log_intent;
    `);
  }
}

export const LOG_INTENT = `
  CREATE FUNCTION log_intent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.type := 'intent.' || CASE NEW.status WHEN 'preview' THEN 'previewed' ELSE NEW.status END;
    event.subject_kind := 'intent';
    event.subject_id := NEW.id;
    PERFORM append_event(event, jsonb_build_object(
      'intent_id', NEW.id, 'action', NEW.action, 'market_id', single_line(NEW.market_id),
      'core_market_id', (SELECT record_id FROM chain_markets WHERE market_contract_address = NEW.market_contract_address),
      'market_contract_address', NEW.market_contract_address, 'amount', trim_scale(NEW.amount)::text,
      'outcome', NEW.outcome, 'source_client', NEW.source_client, 'client_request_id', NEW.client_request_id));
    RETURN NULL;
  END $$;`;

const INTENTS = `
${LOG_INTENT}
  CREATE CONSTRAINT TRIGGER agent_intents_previewed AFTER INSERT ON agent_intents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'preview') EXECUTE FUNCTION log_intent();
  CREATE CONSTRAINT TRIGGER agent_intents_moved AFTER UPDATE OF status ON agent_intents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.status <> OLD.status AND NEW.status IN ('confirmed', 'cancelled')) EXECUTE FUNCTION log_intent();`;

export const LOG_EXECUTION = `
  CREATE FUNCTION log_execution() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    undone record;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.type := 'execution.' || NEW.status;
    event.subject_kind := 'execution';
    event.subject_id := NEW.id;
    IF TG_OP = 'UPDATE' AND OLD.status = 'executed' THEN
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
    PERFORM append_event(event, jsonb_build_object(
      'execution_id', NEW.id, 'intent_id', NEW.intent_id, 'action', NEW.action, 'attempt', NEW.attempt,
      'market_id', single_line(intent.market_id), 'core_market_id', market.record_id,
      'market_contract_address', coalesce(NEW.market_contract_address, intent.market_contract_address),
      'amount', trim_scale(intent.amount)::text, 'client_request_id', intent.client_request_id,
      'transaction_hash', NEW.transaction_hash, 'error_code', NEW.error_code, 'retry_safe', NEW.retry_safe))
    FROM agent_intents AS intent LEFT JOIN chain_markets AS market
      ON market.market_contract_address = coalesce(NEW.market_contract_address, intent.market_contract_address)
    WHERE intent.id = NEW.intent_id;
    RETURN NULL;
  END $$;`;

const EXECUTIONS = `
${LOG_EXECUTION}
  CREATE CONSTRAINT TRIGGER executions_queued AFTER INSERT ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'queued') EXECUTE FUNCTION log_execution();
  CREATE CONSTRAINT TRIGGER executions_moved AFTER UPDATE ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.status <> OLD.status AND NEW.status IN ('broadcast', 'unknown', 'executed', 'failed', 'cancelled'))
    EXECUTE FUNCTION log_execution();`;

const WALLETS = `
  CREATE FUNCTION log_wallet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    fields jsonb := jsonb_build_object(
      'wallet_id', NEW.id, 'agent_wallet_address', NEW.agent_wallet_address, 'wallet_provider', NEW.wallet_provider,
      'chain', NEW.chain, 'status', NEW.status, 'allowed_actions', NEW.allowed_actions,
      'max_trade_amount', trim_scale(NEW.max_trade_amount)::text, 'paused', NEW.paused,
      'frozen', NEW.frozen_at IS NOT NULL);
    name text;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.subject_kind := 'wallet';
    event.subject_id := NEW.id;
    FOREACH name IN ARRAY CASE WHEN TG_OP = 'INSERT' THEN ARRAY['created'] ELSE array_remove(ARRAY[
      CASE WHEN (NEW.agent_wallet_address, NEW.chain, NEW.allowed_actions, NEW.max_trade_amount,
          NEW.paused, NEW.user_wallet, NEW.status = 'active' AND OLD.status <> 'active')
        IS DISTINCT FROM (OLD.agent_wallet_address, OLD.chain, OLD.allowed_actions,
          OLD.max_trade_amount, OLD.paused, OLD.user_wallet, false) THEN 'changed' END,
      CASE WHEN NEW.frozen_at IS NOT NULL AND OLD.frozen_at IS NULL THEN 'frozen'
        WHEN NEW.frozen_at IS NULL AND OLD.frozen_at IS NOT NULL THEN 'unfrozen' END,
      CASE WHEN NEW.status = 'disabled' AND OLD.status <> 'disabled' THEN 'disabled' END], NULL) END
    LOOP
      event.type := 'wallet.' || name;
      PERFORM append_event(event, fields);
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER agent_wallets_created AFTER INSERT ON agent_wallets
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_wallet();
  CREATE CONSTRAINT TRIGGER agent_wallets_changed AFTER UPDATE ON agent_wallets
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_wallet();`;
