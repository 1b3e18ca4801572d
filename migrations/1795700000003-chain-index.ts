import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHAIN_INDEX_FUNCTIONS_SQL } from './functions/chain-index.js';
import { createFunctions } from './functions/index.js';

/** The chain index: events of the factory and its markets, the progress of the index, and sums of the events. */
export class ChainIndex1795700000003 implements MigrationInterface {
  name = 'ChainIndex1795700000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, CHAIN_INDEX_FUNCTIONS_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE market_candles, chain_stakes, chain_events, chain_markets, chain_blocks, chain_index;
      DROP FUNCTION add_stakes, remove_stakes, mark_open_stakes, mark_contract;`);
  }
}

const TABLES_SQL = `
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
    open_xid xid8 NOT NULL DEFAULT '0',
    started_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT chain_index_pkey PRIMARY KEY (singleton),
    CONSTRAINT chain_index_singleton_check CHECK (singleton),
    CONSTRAINT chain_index_block_check CHECK ((block_number IS NULL) = (block_hash IS NULL))
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE chain_index IS 'how far the chain was read, and who reads it: one worker at a time';
  COMMENT ON COLUMN chain_index.base_unit IS 'one base unit of the collateral in display units, such as 0.000001';
  COMMENT ON COLUMN chain_index.block_number IS 'every event up to it, and none after it, is in chain_events';
  COMMENT ON COLUMN chain_index.fence IS 'grows with every lease; a write under an older fence is refused';
  COMMENT ON COLUMN chain_index.open_xid IS 'oldest transaction that was open when the last write of the index began';
  COMMENT ON COLUMN chain_index.started_at IS
    'when the index was last empty: executions that ended before are not compared with it';
  INSERT INTO chain_index DEFAULT VALUES;

  CREATE TABLE chain_blocks (
    block_number bigint NOT NULL,
    block_hash text NOT NULL,
    open_xid xid8 NOT NULL DEFAULT '1',
    own_xid xid8 NOT NULL DEFAULT '0',
    CONSTRAINT chain_blocks_pkey PRIMARY KEY (block_number)
  );
  COMMENT ON COLUMN chain_blocks.open_xid IS 'oldest transaction that was open when the write of the block began';
  COMMENT ON COLUMN chain_blocks.own_xid IS 'transaction that wrote it';
  COMMENT ON TABLE chain_blocks IS 'the last blocks that a reading ended at, by which a reorganised chain is recognised';

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
    pool_base_units numeric GENERATED ALWAYS AS (yes_pool_base_units + no_pool_base_units) STORED,
    last_stake_at timestamptz(3),
    CONSTRAINT chain_markets_pkey PRIMARY KEY (market_contract_address),
    CONSTRAINT chain_markets_record_id_key UNIQUE (record_id),
    CONSTRAINT chain_markets_record_id_fkey FOREIGN KEY (record_id) REFERENCES markets (id),
    CONSTRAINT chain_markets_address_check CHECK (market_contract_address ~ '^0x[0-9a-f]{40}$'),
    CONSTRAINT chain_markets_phase_check CHECK (phase IN ('open', 'closed', 'resolved', 'cancelled')),
    CONSTRAINT chain_markets_winning_outcome_check CHECK (winning_outcome IN ('YES', 'NO')),
    CONSTRAINT chain_markets_winner_check CHECK ((phase = 'resolved') = (winning_outcome IS NOT NULL))
  );
  CREATE INDEX chain_markets_block_number_idx ON chain_markets (block_number);
  CREATE INDEX chain_markets_tradable_idx ON chain_markets (closes_at) WHERE phase = 'open';
  CREATE INDEX chain_markets_onchain_id_idx ON chain_markets (onchain_id);
  CREATE INDEX chain_markets_resolver_idx ON chain_markets (resolver);
  CREATE INDEX chain_markets_pool_idx ON chain_markets (pool_base_units, record_id) WHERE last_stake_at IS NOT NULL;
  CREATE INDEX chain_markets_open_pool_idx ON chain_markets (pool_base_units, record_id)
    WHERE last_stake_at IS NOT NULL AND phase = 'open';
  CREATE INDEX chain_markets_last_stake_at_idx ON chain_markets (last_stake_at, record_id)
    WHERE last_stake_at IS NOT NULL;
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
    CONSTRAINT chain_events_name_check
      CHECK (name IN ('MarketCreated', 'Bought', 'Closed', 'Resolved', 'Cancelled', 'PayoutClaimed', 'RefundClaimed')),
    CONSTRAINT chain_events_outcome_check CHECK (outcome IN ('YES', 'NO'))
  );
  -- Two indexes of buys start with the market. Different conditions keep a plan made on a small table from reading a
  -- market's prices where the statement needs one account's stakes.
  CREATE INDEX chain_events_stakes_idx ON chain_events (market_contract_address, account) WHERE name = 'Bought';
  CREATE INDEX chain_events_prices_idx ON chain_events (market_contract_address, block_time, block_number, log_index)
    WHERE price IS NOT NULL;
  CREATE INDEX chain_events_phases_idx ON chain_events (market_contract_address, block_number, log_index)
    WHERE name IN ('Closed', 'Resolved', 'Cancelled');
  CREATE UNIQUE INDEX chain_events_claims_key ON chain_events (market_contract_address, account)
    WHERE name IN ('PayoutClaimed', 'RefundClaimed');
  CREATE INDEX chain_events_ref_idx ON chain_events (ref) WHERE ref IS NOT NULL;
  COMMENT ON COLUMN chain_events.outcome IS 'bought, won, or named although nobody had backed it';
  COMMENT ON COLUMN chain_events.yes_pool_base_units IS 'the pools after the event; null where it leaves them alone';
  COMMENT ON COLUMN chain_events.price IS 'implied probability of the bought side right after the buy, rounded down';

  CREATE TABLE chain_stakes (
    market_contract_address text NOT NULL,
    account text NOT NULL,
    outcome text NOT NULL,
    stake_base_units numeric NOT NULL,
    cost numeric NOT NULL,
    first_at timestamptz(3) NOT NULL,
    last_at timestamptz(3) NOT NULL,
    is_open boolean NOT NULL DEFAULT true,
    CONSTRAINT chain_stakes_pkey PRIMARY KEY (market_contract_address, account, outcome)
  ) WITH (fillfactor = 70);
  CREATE INDEX chain_stakes_open_idx ON chain_stakes (account) WHERE is_open;
  COMMENT ON TABLE chain_stakes IS 'sums of the buys of an account, kept in step with chain_events by triggers';
  COMMENT ON COLUMN chain_stakes.cost IS 'sum of amount times price, for the average entry price';
  COMMENT ON COLUMN chain_stakes.is_open IS
    'whether the market is neither resolved nor cancelled, kept by a trigger of chain_markets';

  CREATE TABLE market_candles (
    market_contract_address text NOT NULL,
    interval_seconds integer NOT NULL,
    start_at timestamptz(3) NOT NULL,
    open numeric NOT NULL,
    high numeric NOT NULL,
    low numeric NOT NULL,
    close numeric NOT NULL,
    volume_base_units numeric NOT NULL,
    trades integer NOT NULL,
    CONSTRAINT market_candles_pkey PRIMARY KEY (market_contract_address, interval_seconds, start_at),
    CONSTRAINT market_candles_market_fkey
      FOREIGN KEY (market_contract_address) REFERENCES chain_markets (market_contract_address),
    CONSTRAINT market_candles_interval_check CHECK (interval_seconds IN (60, 300, 3600, 86400))
  );
  COMMENT ON TABLE market_candles IS 'follows from chain_events; an interval without a buy has no row';
  COMMENT ON COLUMN market_candles.open IS
    'implied probability of YES right after the first buy of the interval, rounded down; close: after the last';
  COMMENT ON COLUMN market_candles.volume_base_units IS 'staked on both outcomes together';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER chain_events_add_stakes AFTER INSERT ON chain_events REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_stakes();
  CREATE TRIGGER chain_events_remove_stakes AFTER DELETE ON chain_events REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION remove_stakes();
  CREATE TRIGGER chain_markets_contract AFTER INSERT OR DELETE ON chain_markets
    FOR EACH ROW EXECUTE FUNCTION mark_contract();
  CREATE TRIGGER chain_markets_finality AFTER UPDATE OF phase ON chain_markets
    FOR EACH ROW WHEN ((OLD.phase IN ('resolved', 'cancelled')) <> (NEW.phase IN ('resolved', 'cancelled')))
    EXECUTE FUNCTION mark_open_stakes();`;
