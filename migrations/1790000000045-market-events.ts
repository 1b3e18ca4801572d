import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of the chain index in the logs of markets and of the agents that have a part in them. The triggers run at the
 * commit, when the read models contain the events. Creating them blocks the indexer for a moment.
 */
export class MarketEvents1790000000045 implements MigrationInterface {
  name = 'MarketEvents1790000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOGGED);
    await runner.query(UNDONE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER chain_events_undone ON chain_events;
      DROP TRIGGER chain_events_logged ON chain_events;
      DROP FUNCTION log_undone_chain_event, log_chain_event;
    `);
  }
}

/** An event that its logs contain already is skipped: a rebuild of the index inserts all events again. */
const LOGGED = `
  CREATE FUNCTION log_chain_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  CREATE CONSTRAINT TRIGGER chain_events_logged AFTER INSERT ON chain_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_chain_event();`;

const UNDONE = `
  CREATE FUNCTION log_undone_chain_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    event logged_events;
    undone logged_events;
  BEGIN
    FOR undone IN SELECT e.* FROM logged_events AS e
      WHERE e.block_number = OLD.block_number AND e.log_index = OLD.log_index AND e.block_hash = OLD.block_hash
        AND NOT EXISTS (SELECT FROM logged_events AS u WHERE u.log = e.log AND u.undoes = e.seq)
      ORDER BY e.log, e.seq
    LOOP
      event.log := undone.log;
      event.type := 'chain.reorganised';
      event.subject_kind := undone.subject_kind;
      event.subject_id := undone.subject_id;
      event.block_number := undone.block_number;
      event.block_hash := undone.block_hash;
      event.undoes := undone.seq;
      PERFORM append_event(event, jsonb_build_object('undoes_seq', undone.seq, 'undoes_id', undone.id,
        'undoes_type', undone.type, 'core_market_id', undone.data::jsonb -> 'core_market_id',
        'market_contract_address', OLD.market_contract_address));
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER chain_events_undone AFTER DELETE ON chain_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (current_setting('presage.rebuilding', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION log_undone_chain_event();`;
