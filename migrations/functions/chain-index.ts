/** Columns of a stake, aggregated from buys. */
const AGGREGATES = `sum(amount_base_units), sum(amount_base_units * price), min(block_time), max(block_time)`;

/** Triggers that keep `chain_stakes` in step with the events and the phases of the chain index. */
export const CHAIN_INDEX_FUNCTIONS_SQL = `
  CREATE OR REPLACE FUNCTION add_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chain_stakes AS s
    SELECT market_contract_address, account, outcome,
      ${AGGREGATES}
    FROM added WHERE name = 'Bought'
    GROUP BY market_contract_address, account, outcome
    ON CONFLICT (market_contract_address, account, outcome) DO UPDATE SET
      stake_base_units = s.stake_base_units + EXCLUDED.stake_base_units, cost = s.cost + EXCLUDED.cost,
      first_at = LEAST(s.first_at, EXCLUDED.first_at), last_at = GREATEST(s.last_at, EXCLUDED.last_at);
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION remove_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM chain_stakes AS s USING removed AS e WHERE e.name = 'Bought'
      AND s.market_contract_address = e.market_contract_address AND s.account = e.account AND s.outcome = e.outcome;
    INSERT INTO chain_stakes
    SELECT kept.market_contract_address, kept.account, kept.outcome,
      ${AGGREGATES}
    FROM chain_events AS kept WHERE kept.name = 'Bought' AND (kept.market_contract_address, kept.account, kept.outcome) IN
      (SELECT market_contract_address, account, outcome FROM removed WHERE name = 'Bought')
    GROUP BY kept.market_contract_address, kept.account, kept.outcome;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION mark_open_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE chain_stakes SET is_open = NEW.phase NOT IN ('resolved', 'cancelled')
      WHERE market_contract_address = NEW.market_contract_address;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION mark_contract() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE markets SET has_contract = TG_OP = 'INSERT' WHERE id = coalesce(NEW.record_id, OLD.record_id);
    RETURN NULL;
  END $$;`;
