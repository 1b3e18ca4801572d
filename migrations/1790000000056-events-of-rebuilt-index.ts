import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Compensates events that a rebuilt index lacks because the chain reorganised meanwhile. A rebuild deletes the index without
 * an event. The index then passes the blocks once more, and what the logs have of them and the index has not is undone.
 * Creating the trigger blocks the indexer for a moment.
 */
export class EventsOfRebuiltIndex1790000000056 implements MigrationInterface {
  name = 'EventsOfRebuiltIndex1790000000056';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UNDOING);
    await runner.query(ADVANCED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER chain_index_advanced ON chain_index;
      DROP FUNCTION log_missing_chain_events, append_undoing;
    `);
  }
}

const FIELDS_OF_UNDOING = `'undoes_seq', undone.seq, 'undoes_id', undone.id, 'undoes_type', undone.type,
      'core_market_id', undone.data::jsonb -> 'core_market_id',
      'market_contract_address', undone.data::jsonb -> 'market_contract_address'`;

const UNDOING = `
  CREATE FUNCTION append_undoing(undone logged_events) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    event logged_events;
  BEGIN
    event.log := undone.log;
    event.type := 'chain.reorganised';
    event.subject_kind := undone.subject_kind;
    event.subject_id := undone.subject_id;
    event.block_number := undone.block_number;
    event.block_hash := undone.block_hash;
    event.undoes := undone.seq;
    PERFORM append_event(event, jsonb_build_object(${FIELDS_OF_UNDOING}));
  END $$;
  COMMENT ON FUNCTION append_undoing IS 'appends that a reorganisation took back an event of the chain';
  REVOKE EXECUTE ON FUNCTION append_undoing FROM PUBLIC;`;

/**
 * Runs when the cursor moves, which is the last write of the indexer: after the events of the blocks are stored, and before
 * the commit adds them to the logs.
 */
const ADVANCED = `
  CREATE FUNCTION log_missing_chain_events() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    PERFORM append_undoing(e) FROM (SELECT e.* FROM logged_events AS e
      WHERE e.log_index IS NOT NULL AND e.block_number > coalesce(OLD.block_number, -1)
        AND e.block_number <= NEW.block_number
        AND NOT EXISTS (SELECT FROM chain_events AS c
          WHERE c.block_number = e.block_number AND c.log_index = e.log_index AND c.block_hash = e.block_hash)
        AND NOT EXISTS (SELECT FROM logged_events AS u WHERE u.log = e.log AND u.undoes = e.seq)
      ORDER BY e.log, e.seq) AS e;
    RETURN NULL;
  END $$;
  CREATE TRIGGER chain_index_advanced AFTER UPDATE OF block_number ON chain_index
    FOR EACH ROW WHEN (NEW.block_number > coalesce(OLD.block_number, -1)) EXECUTE FUNCTION log_missing_chain_events();`;
