import type { MigrationInterface, QueryRunner } from 'typeorm';

const LIMITS = ['daily_limit', 'market_limit', 'open_exposure_limit', 'approval_above'];

/**
 * Events of budgets, and approvals of single intents. New columns need no rewrite of their tables. Creating a trigger blocks
 * writers of its table for a moment.
 */
export class BudgetEvents1790000000047 implements MigrationInterface {
  name = 'BudgetEvents1790000000047';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(APPROVALS);
    await runner.query(EVENTS);
    await runner.query(logWallet(LIMITS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(logWallet([]));
    await runner.query(`
      DROP TRIGGER agent_intents_refused ON agent_intents;
      DROP TRIGGER executions_stake_reserved ON executions;
      DROP TRIGGER executions_stake_moved ON executions;
      DROP FUNCTION log_refused_budget, log_budget;
      DROP INDEX agent_onboardings_intent_idx;
      ALTER TABLE agent_onboardings DROP COLUMN intent_id;
      ALTER TABLE agent_intents DROP COLUMN approved_at, DROP COLUMN budget_refusal;
    `);
  }
}

const APPROVALS = `
  ALTER TABLE agent_intents
    ADD COLUMN approved_at timestamptz(3),
    ADD COLUMN budget_refusal jsonb;
  COMMENT ON COLUMN agent_intents.approved_at IS 'when the owner approved the intent by passcode; null: not approved';
  COMMENT ON COLUMN agent_intents.budget_refusal IS 'the budget that refused its last execution; null: none has';

  ALTER TABLE agent_onboardings ADD COLUMN intent_id text;
  COMMENT ON COLUMN agent_onboardings.intent_id IS 'the intent that the passcode approves; null: the passcode is of an onboarding';
  CREATE INDEX agent_onboardings_intent_idx ON agent_onboardings (intent_id, created_at) WHERE intent_id IS NOT NULL;`;

const EVENTS = `
  CREATE FUNCTION log_budget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.type := 'budget.' ||
      CASE WHEN NEW.status = 'executed' THEN 'spent' WHEN NEW.status IN ('failed', 'cancelled') THEN 'released' ELSE 'reserved' END;
    event.subject_kind := 'execution';
    event.subject_id := NEW.id;
    PERFORM append_event(event, jsonb_build_object('execution_id', NEW.id, 'intent_id', NEW.intent_id,
      'market_contract_address', NEW.market_contract_address, 'amount', trim_scale(intent.amount)::text))
    FROM agent_intents AS intent WHERE intent.id = NEW.intent_id;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER executions_stake_reserved AFTER INSERT ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.budgeted) EXECUTE FUNCTION log_budget();
  CREATE CONSTRAINT TRIGGER executions_stake_moved AFTER UPDATE OF status ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.budgeted AND NEW.status <> OLD.status
      AND (NEW.status IN ('executed', 'failed', 'cancelled') OR OLD.status = 'executed'))
    EXECUTE FUNCTION log_budget();

  CREATE FUNCTION log_refused_budget() RETURNS trigger
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
  CREATE CONSTRAINT TRIGGER agent_intents_refused AFTER UPDATE OF budget_refusal ON agent_intents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.budget_refusal IS NOT NULL AND NEW.budget_refusal IS DISTINCT FROM OLD.budget_refusal)
    EXECUTE FUNCTION log_refused_budget();`;

/** @param limits further columns that the events show */
function logWallet(limits: readonly string[]): string {
  const fields = limits.map((name) => `, '${name}', trim_scale(NEW.${name})::text`).join('');
  const compared = (row: string): string => limits.map((name) => `${row}.${name}, `).join('');
  return `
  CREATE OR REPLACE FUNCTION log_wallet() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    fields jsonb := jsonb_build_object(
      'wallet_id', NEW.id, 'agent_wallet_address', NEW.agent_wallet_address, 'wallet_provider', NEW.wallet_provider,
      'chain', NEW.chain, 'status', NEW.status, 'allowed_actions', NEW.allowed_actions,
      'max_trade_amount', trim_scale(NEW.max_trade_amount)::text${fields}, 'paused', NEW.paused,
      'frozen', NEW.frozen_at IS NOT NULL);
    name text;
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.subject_kind := 'wallet';
    event.subject_id := NEW.id;
    FOREACH name IN ARRAY CASE WHEN TG_OP = 'INSERT' THEN ARRAY['created'] ELSE array_remove(ARRAY[
      CASE WHEN (NEW.agent_wallet_address, NEW.chain, NEW.allowed_actions, NEW.max_trade_amount, ${compared('NEW')}
          NEW.paused, NEW.user_wallet, NEW.status = 'active' AND OLD.status <> 'active')
        IS DISTINCT FROM (OLD.agent_wallet_address, OLD.chain, OLD.allowed_actions, OLD.max_trade_amount, ${compared('OLD')}
          OLD.paused, OLD.user_wallet, false) THEN 'changed' END,
      CASE WHEN NEW.frozen_at IS NOT NULL AND OLD.frozen_at IS NULL THEN 'frozen'
        WHEN NEW.frozen_at IS NULL AND OLD.frozen_at IS NOT NULL THEN 'unfrozen' END,
      CASE WHEN NEW.status = 'disabled' AND OLD.status <> 'disabled' THEN 'disabled' END], NULL) END
    LOOP
      event.type := 'wallet.' || name;
      PERFORM append_event(event, fields);
    END LOOP;
    RETURN NULL;
  END $$;`;
}
