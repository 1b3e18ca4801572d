import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createFunctions } from './functions/index.js';
import { MARKET_FUNCTIONS_SQL } from './functions/markets.js';

/** Market records, and what the chain index derives from the events of their contracts. */
export class Markets1795700000002 implements MigrationInterface {
  name = 'Markets1795700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, MARKET_FUNCTIONS_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE settlements, resolutions, positions, trades, markets, market_count_changes, market_facets, market_words;
      DROP FUNCTION count_market;
      DROP EXTENSION pg_trgm;`);
  }
}

const TABLES_SQL = `
  CREATE EXTENSION IF NOT EXISTS pg_trgm;

  CREATE TABLE markets (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    creator_user_id uuid NOT NULL,
    title text NOT NULL,
    description text,
    category text,
    tags text[] NOT NULL DEFAULT '{}',
    cover_image_url text,
    status text NOT NULL,
    outcome_yes_label text NOT NULL,
    outcome_no_label text NOT NULL,
    collateral_asset text NOT NULL,
    chain text NOT NULL,
    resolution_source text,
    opens_at timestamptz(3),
    closes_at timestamptz(3) NOT NULL,
    resolved_at timestamptz(3),
    settled_at timestamptz(3),
    winning_outcome text,
    from_chain boolean NOT NULL DEFAULT false,
    has_contract boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    words tsvector NOT NULL GENERATED ALWAYS AS (words_of_market(title, description, category, tags)) STORED,
    CONSTRAINT markets_pkey PRIMARY KEY (id),
    CONSTRAINT markets_creator_user_id_fkey FOREIGN KEY (creator_user_id) REFERENCES users (id),
    CONSTRAINT markets_status_check
      CHECK (status IN ('DRAFT', 'OPEN', 'TRADING_CLOSED', 'RESOLVED', 'SETTLED', 'CANCELLED')),
    CONSTRAINT markets_winning_outcome_check CHECK (winning_outcome IN ('YES', 'NO')),
    CONSTRAINT markets_times_check CHECK (opens_at < closes_at)
  );
  CREATE INDEX markets_created_at_idx ON markets (created_at, id);
  CREATE INDEX markets_closes_at_idx ON markets (closes_at, id);
  CREATE INDEX markets_category_created_at_idx ON markets (category, created_at, id);
  CREATE INDEX markets_category_closes_at_idx ON markets (category, closes_at, id);
  CREATE INDEX markets_status_created_at_idx ON markets (status, created_at, id);
  CREATE INDEX markets_status_closes_at_idx ON markets (status, closes_at, id);
  CREATE INDEX markets_category_status_created_at_idx ON markets (category, status, created_at, id);
  CREATE INDEX markets_category_status_closes_at_idx ON markets (category, status, closes_at, id);
  CREATE INDEX markets_creator_user_id_idx ON markets (creator_user_id, created_at, id);
  CREATE INDEX markets_tradable_created_at_idx ON markets (created_at, id) WHERE status = 'OPEN' AND has_contract;
  CREATE INDEX markets_tradable_closes_at_idx ON markets (closes_at, id) WHERE status = 'OPEN' AND has_contract;
  -- Whether a list of the markets that close soon reads few or all depends on this estimate.
  ALTER TABLE markets ALTER closes_at SET STATISTICS 1000;
  CREATE INDEX markets_drafts_idx ON markets (opens_at) WHERE status = 'DRAFT';
  CREATE INDEX markets_tags_idx ON markets USING gin (tags);
  -- Without a list of pending rows, which each search would read as a whole.
  CREATE INDEX markets_words_idx ON markets USING gin (words) WITH (fastupdate = off);
  COMMENT ON COLUMN markets.from_chain IS 'made for a market that was found on the chain; no other is linked to it';
  COMMENT ON COLUMN markets.has_contract IS 'kept by a trigger of chain_markets';

  CREATE TABLE market_count_changes (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    facet text NOT NULL,
    value text NOT NULL,
    change integer NOT NULL,
    CONSTRAINT market_count_changes_pkey PRIMARY KEY (id)
  );
  CREATE INDEX market_count_changes_value_idx ON market_count_changes (facet, value);
  COMMENT ON TABLE market_count_changes IS
    'what market_facets and market_words lack: writers of markets wait for no row of a count, and a worker adds these up';

  CREATE TABLE market_facets (
    facet text NOT NULL,
    value text NOT NULL,
    markets bigint NOT NULL,
    CONSTRAINT market_facets_pkey PRIMARY KEY (facet, value),
    CONSTRAINT market_facets_facet_check CHECK (facet IN ('status', 'category', 'tag'))
  );
  CREATE INDEX market_facets_markets_idx ON market_facets (facet, markets, value);
  COMMENT ON TABLE market_facets IS 'numbers of markets by stored status, category and tag';

  CREATE TABLE market_words (
    word text NOT NULL,
    markets bigint NOT NULL,
    CONSTRAINT market_words_pkey PRIMARY KEY (word)
  ) WITH (fillfactor = 80);
  CREATE INDEX market_words_trigrams_idx ON market_words USING gin (word gin_trgm_ops);
  COMMENT ON TABLE market_words IS 'words of letters in texts of markets, with the number of markets';

  CREATE TABLE trades (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL,
    market_id uuid NOT NULL,
    outcome text NOT NULL,
    side text NOT NULL,
    quantity numeric(36, 18) NOT NULL,
    price numeric(19, 18) NOT NULL,
    collateral_amount numeric NOT NULL,
    fee_amount numeric NOT NULL DEFAULT 0,
    status text NOT NULL DEFAULT 'PENDING',
    tx_hash text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT trades_pkey PRIMARY KEY (id),
    CONSTRAINT trades_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets (id),
    CONSTRAINT trades_outcome_check CHECK (outcome IN ('YES', 'NO')),
    CONSTRAINT trades_side_check CHECK (side IN ('BUY', 'SELL')),
    CONSTRAINT trades_quantity_check CHECK (quantity > 0),
    CONSTRAINT trades_price_check CHECK (price BETWEEN 0 AND 1)
  );
  CREATE INDEX trades_market_id_idx ON trades (market_id, created_at, id);

  CREATE TABLE positions (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL,
    market_id uuid NOT NULL,
    outcome text NOT NULL,
    quantity numeric NOT NULL,
    average_entry_price numeric NOT NULL,
    realized_pnl numeric NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT positions_pkey PRIMARY KEY (id),
    CONSTRAINT positions_holding_key UNIQUE (market_id, user_id, outcome),
    CONSTRAINT positions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT positions_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets (id),
    CONSTRAINT positions_outcome_check CHECK (outcome IN ('YES', 'NO'))
  );
  CREATE INDEX positions_user_id_idx ON positions (user_id, created_at, id);
  CREATE INDEX positions_market_id_idx ON positions (market_id, created_at, id);

  CREATE TABLE resolutions (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    market_id uuid NOT NULL,
    winning_outcome text NOT NULL,
    status text NOT NULL DEFAULT 'RESOLVED',
    resolver_type text NOT NULL DEFAULT 'manual',
    evidence_reference text NOT NULL,
    resolved_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT resolutions_pkey PRIMARY KEY (id),
    CONSTRAINT resolutions_market_id_key UNIQUE (market_id),
    CONSTRAINT resolutions_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets (id),
    CONSTRAINT resolutions_winning_outcome_check CHECK (winning_outcome IN ('YES', 'NO'))
  );

  CREATE TABLE settlements (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    market_id uuid NOT NULL,
    user_id uuid NOT NULL,
    resolution_id uuid,
    outcome text NOT NULL,
    amount numeric NOT NULL,
    status text NOT NULL DEFAULT 'PENDING',
    tx_hash text,
    settled_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT settlements_pkey PRIMARY KEY (id),
    CONSTRAINT settlements_claim_key UNIQUE (market_id, user_id, outcome),
    CONSTRAINT settlements_market_id_fkey FOREIGN KEY (market_id) REFERENCES markets (id),
    CONSTRAINT settlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT settlements_resolution_id_fkey FOREIGN KEY (resolution_id) REFERENCES resolutions (id),
    CONSTRAINT settlements_outcome_check CHECK (outcome IN ('YES', 'NO')),
    CONSTRAINT settlements_status_check CHECK (status IN ('PENDING', 'SETTLED'))
  );
  CREATE INDEX settlements_user_id_idx ON settlements (user_id, created_at, id);
  CREATE INDEX settlements_market_id_idx ON settlements (market_id, created_at, id);
  -- Another condition than that of settlements_pending_idx keeps a plan made on few rows from reading that one for each user.
  CREATE INDEX settlements_unclaimed_idx ON settlements (user_id) WHERE tx_hash IS NULL;
  CREATE INDEX settlements_pending_idx ON settlements (market_id) WHERE status = 'PENDING';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER markets_count AFTER INSERT OR DELETE ON markets FOR EACH ROW EXECUTE FUNCTION count_market();
  CREATE TRIGGER markets_count_status AFTER UPDATE OF status ON markets
    FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION count_market();`;
