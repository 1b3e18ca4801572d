import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The chain index: events of the factory and its markets, the progress of the index, and the markets after their last
 * event. Positions, resolutions and settlements are derived from the events.
 */
export class ChainIndex1790000000007 implements MigrationInterface {
  name = 'ChainIndex1790000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION chain_row_id(VARIADIC parts text[]) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT left(encode(sha256(convert_to(array_to_string(parts, '|'), 'UTF8')), 'hex'), 32)::uuid
      $$;
      COMMENT ON FUNCTION chain_row_id IS 'an id that follows from what it names, so that a rebuilt row is the same row';

      CREATE TABLE chain_index (
        singleton boolean NOT NULL DEFAULT true,
        chain_id bigint,
        factory_address text,
        base_unit numeric,
        confirmations integer,
        block_number bigint,
        block_hash text,
        block_time timestamptz(3),
        head_number bigint,
        fence bigint NOT NULL DEFAULT 0,
        lease_until timestamptz(3),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT chain_index_pkey PRIMARY KEY (singleton),
        CONSTRAINT chain_index_singleton_check CHECK (singleton),
        CONSTRAINT chain_index_block_check CHECK ((block_number IS NULL) = (block_hash IS NULL))
      ) WITH (fillfactor = 50);
      INSERT INTO chain_index DEFAULT VALUES;
      COMMENT ON TABLE chain_index IS 'how far the chain was read, and who reads it: one worker at a time';
      COMMENT ON COLUMN chain_index.block_number IS 'every event up to it, and none after it, is in chain_events';
      COMMENT ON COLUMN chain_index.base_unit IS 'one base unit of the collateral in display units, such as 0.000001';
      COMMENT ON COLUMN chain_index.fence IS 'grows with every lease; a write under an older fence is refused';

      CREATE TABLE chain_blocks (
        block_number bigint NOT NULL,
        block_hash text NOT NULL,
        CONSTRAINT chain_blocks_pkey PRIMARY KEY (block_number)
      );
      COMMENT ON TABLE chain_blocks IS 'the last blocks that a reading ended at, by which a reorganised chain is recognised';

      ALTER TABLE markets ADD COLUMN from_chain boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN markets.from_chain IS 'made for a market that was found on the chain; no other is linked to it';

      CREATE TABLE chain_markets (
        market_contract_address text NOT NULL,
        record_id uuid NOT NULL,
        linked boolean NOT NULL,
        record_opens_at timestamptz(3),
        record_closes_at timestamptz(3),
        record_updated_at timestamptz(3),
        onchain_id text NOT NULL,
        creator text NOT NULL,
        resolver text NOT NULL,
        closes_at timestamptz(3) NOT NULL,
        block_number bigint NOT NULL,
        created_at timestamptz(3) NOT NULL,
        transaction_hash text NOT NULL,
        phase text NOT NULL DEFAULT 'open',
        phase_at timestamptz(3),
        phase_transaction_hash text,
        winning_outcome text,
        yes_pool_base_units numeric NOT NULL DEFAULT 0,
        no_pool_base_units numeric NOT NULL DEFAULT 0,
        CONSTRAINT chain_markets_pkey PRIMARY KEY (market_contract_address),
        CONSTRAINT chain_markets_record_id_key UNIQUE (record_id),
        CONSTRAINT chain_markets_record_id_fkey FOREIGN KEY (record_id) REFERENCES markets (id),
        CONSTRAINT chain_markets_address_check CHECK (market_contract_address ~ '^0x[0-9a-f]{40}$'),
        CONSTRAINT chain_markets_phase_check CHECK (phase IN ('open', 'closed', 'resolved', 'cancelled')),
        CONSTRAINT chain_markets_winning_outcome_check CHECK (winning_outcome IN ('YES', 'NO')),
        CONSTRAINT chain_markets_winner_check CHECK ((phase = 'resolved') = (winning_outcome IS NOT NULL))
      );
      CREATE INDEX chain_markets_block_number_idx ON chain_markets (block_number);
      COMMENT ON COLUMN chain_markets.linked IS 'the record was there before; record_… is what it said then';
      COMMENT ON COLUMN chain_markets.onchain_id IS 'the creator''s name for it, cut to what a name may be';
      COMMENT ON COLUMN chain_markets.phase IS 'as the contract says: an open market whose close time has passed stays open';

      CREATE TABLE chain_events (
        block_number bigint NOT NULL,
        log_index integer NOT NULL,
        block_hash text NOT NULL,
        block_time timestamptz(3) NOT NULL,
        transaction_hash text NOT NULL,
        market_contract_address text NOT NULL,
        name text NOT NULL,
        account text NOT NULL,
        ref text,
        outcome text,
        amount_base_units numeric,
        yes_pool_base_units numeric,
        no_pool_base_units numeric,
        price numeric GENERATED ALWAYS AS (CASE WHEN name = 'Bought' THEN
          div(CASE outcome WHEN 'YES' THEN yes_pool_base_units ELSE no_pool_base_units END * 1e18,
            yes_pool_base_units + no_pool_base_units) * 1e-18 END) STORED,
        CONSTRAINT chain_events_pkey PRIMARY KEY (block_number, log_index),
        CONSTRAINT chain_events_market_fkey
          FOREIGN KEY (market_contract_address) REFERENCES chain_markets (market_contract_address),
        CONSTRAINT chain_events_name_check CHECK (name IN
          ('MarketCreated', 'Bought', 'Closed', 'Resolved', 'Cancelled', 'PayoutClaimed', 'RefundClaimed')),
        CONSTRAINT chain_events_outcome_check CHECK (outcome IN ('YES', 'NO'))
      );
      CREATE INDEX chain_events_stakes_idx ON chain_events (market_contract_address, account) WHERE name = 'Bought';
      CREATE INDEX chain_events_prices_idx ON chain_events (market_contract_address, block_time, block_number, log_index)
        WHERE name = 'Bought';
      CREATE INDEX chain_events_phases_idx ON chain_events (market_contract_address, block_number, log_index)
        WHERE name IN ('Closed', 'Resolved', 'Cancelled');
      CREATE UNIQUE INDEX chain_events_claims_key ON chain_events (market_contract_address, account)
        WHERE name IN ('PayoutClaimed', 'RefundClaimed');
      COMMENT ON COLUMN chain_events.outcome IS 'bought, won, or named although nobody had backed it';
      COMMENT ON COLUMN chain_events.yes_pool_base_units IS 'the pools after the event; null where it leaves them alone';
      COMMENT ON COLUMN chain_events.price IS 'implied probability of the bought side right after the buy, rounded down';

      CREATE INDEX settlements_pending_idx ON settlements (market_id) WHERE status = 'PENDING';
      CREATE INDEX markets_creator_user_id_idx ON markets (creator_user_id);
      CREATE INDEX markets_drafts_idx ON markets (opens_at) WHERE status = 'DRAFT';
      CREATE INDEX executions_buys_idx ON executions (agent_id, market_contract_address, created_at)
        WHERE action IN ('buy_yes', 'buy_no');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX executions_buys_idx, markets_drafts_idx, markets_creator_user_id_idx, settlements_pending_idx;
      DROP TABLE chain_events, chain_markets, chain_blocks, chain_index;
      ALTER TABLE markets DROP COLUMN from_chain;
      DROP FUNCTION chain_row_id;
    `);
  }
}
