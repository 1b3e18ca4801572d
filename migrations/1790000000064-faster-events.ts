import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APPEND_EVENT } from './1790000000043-event-logs.js';
import { LOG_EXECUTION, LOG_INTENT } from './1790000000044-agent-events.js';

/**
 * Makes events cheaper. The triggers of intents and executions compose the text of the data without jsonb, and one statement
 * writes the event and the head of its log. Locks no table.
 */
export class FasterEvents1790000000064 implements MigrationInterface {
  name = 'FasterEvents1790000000064';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(APPENDING);
    await runner.query(INTENTS);
    await runner.query(EXECUTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const definition of [APPEND_EVENT, LOG_INTENT, LOG_EXECUTION]) {
      await runner.query(definition.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    }
    await runner.query('DROP FUNCTION append_composed_event');
  }
}

const APPENDING = `
  CREATE FUNCTION append_composed_event(event logged_events) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    LOOP
      SELECT head_seq + 1, head_hash INTO event.seq, event.previous_hash FROM event_logs
        WHERE log = event.log FOR NO KEY UPDATE;
      EXIT WHEN FOUND;
      INSERT INTO event_logs (log) VALUES (event.log) ON CONFLICT DO NOTHING;
    END LOOP;
    event.at := clock_timestamp()::timestamptz(3);
    event.id := 'event_' || replace(gen_random_uuid()::text, '-', '');
    event.hash := encode(sha256(convert_to(concat(
      '{"at":"', to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      '","block":', CASE WHEN event.block_number IS NULL THEN 'null'
        ELSE concat('{"hash":"', event.block_hash, '","number":', event.block_number, '}') END,
      ',"data":', event.data, ',"id":"', event.id,
      '","previous_hash":', coalesce('"' || event.previous_hash || '"', 'null'), ',"seq":', event.seq,
      ',"subject":{"id":', to_json(event.subject_id), ',"kind":"', event.subject_kind,
      '"},"type":"', event.type, '"}'), 'UTF8')), 'hex');
    WITH head AS (UPDATE event_logs SET head_seq = event.seq, head_hash = event.hash WHERE log = event.log)
    INSERT INTO logged_events VALUES (event.*);
    IF current_setting('synchronous_commit') = 'off' THEN
      SET LOCAL synchronous_commit TO DEFAULT;
    END IF;
  END $$;
  COMMENT ON FUNCTION append_composed_event IS 'append_event with the text of the data, which is canonical JSON (RFC 8785)';
  REVOKE EXECUTE ON FUNCTION append_composed_event FROM PUBLIC;

  CREATE OR REPLACE FUNCTION append_event(event logged_events, fields jsonb) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    SELECT '{' || string_agg(to_json(key)::text || ':' || CASE jsonb_typeof(value)
        WHEN 'array' THEN (SELECT '[' || coalesce(string_agg(item::text, ',' ORDER BY place), '') || ']'
          FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
        ELSE value::text END, ',' ORDER BY key COLLATE "C") || '}'
      INTO event.data FROM jsonb_each(fields);
    PERFORM append_composed_event(event);
  END $$;`;

/** SQL expression for a canonical JSON object. Values are SQL expressions for texts, ids, integers and booleans. */
function objectOf(fields: Readonly<Record<string, string>>): string {
  const members = Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `'"${key}":', coalesce(to_json(${value})::text, 'null')`);
  return `concat('{', ${members.join(`, ',',\n      `)}, '}')`;
}

const INTENTS = `
  CREATE OR REPLACE FUNCTION log_intent() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    record_id uuid := (SELECT m.record_id FROM chain_markets AS m
      WHERE m.market_contract_address = NEW.market_contract_address);
  BEGIN
    event.log := 'agent:' || NEW.agent_id;
    event.type := 'intent.' || CASE NEW.status WHEN 'preview' THEN 'previewed' ELSE NEW.status END;
    event.subject_kind := 'intent';
    event.subject_id := NEW.id;
    event.data := ${objectOf({
      intent_id: 'NEW.id',
      action: 'NEW.action',
      market_id: 'single_line(NEW.market_id)',
      core_market_id: 'record_id',
      market_contract_address: 'NEW.market_contract_address',
      amount: 'trim_scale(NEW.amount)::text',
      outcome: 'NEW.outcome',
      source_client: 'NEW.source_client',
      client_request_id: 'NEW.client_request_id',
    })};
    PERFORM append_composed_event(event);
    RETURN NULL;
  END $$;`;

const EXECUTIONS = `
  CREATE OR REPLACE FUNCTION log_execution() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    SELECT ${objectOf({
      execution_id: 'NEW.id',
      intent_id: 'NEW.intent_id',
      action: 'NEW.action',
      attempt: 'NEW.attempt',
      market_id: 'single_line(intent.market_id)',
      core_market_id: 'market.record_id',
      market_contract_address: 'coalesce(NEW.market_contract_address, intent.market_contract_address)',
      amount: 'trim_scale(intent.amount)::text',
      client_request_id: 'intent.client_request_id',
      transaction_hash: 'NEW.transaction_hash',
      error_code: 'NEW.error_code',
      retry_safe: 'NEW.retry_safe',
    })} INTO event.data
    FROM agent_intents AS intent LEFT JOIN chain_markets AS market
      ON market.market_contract_address = coalesce(NEW.market_contract_address, intent.market_contract_address)
    WHERE intent.id = NEW.intent_id;
    IF FOUND THEN
      PERFORM append_composed_event(event);
    END IF;
    RETURN NULL;
  END $$;`;
