import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agent wallets, onboardings, sessions and intents. */
export class Agents1795700000004 implements MigrationInterface {
  name = 'Agents1795700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE agent_intents, agent_sessions, agent_onboardings, agent_wallets;`);
  }
}

const TABLES_SQL = `
  CREATE TABLE agent_wallets (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    agent_id text NOT NULL,
    user_id uuid NOT NULL,
    user_wallet text,
    agent_wallet_address text,
    provider_wallet_id text,
    wallet_provider text NOT NULL,
    chain text NOT NULL,
    allowed_actions text[] NOT NULL,
    status text NOT NULL,
    max_trade_amount numeric,
    policy_version bigint NOT NULL DEFAULT 1,
    paused boolean NOT NULL DEFAULT false,
    source_client text,
    email_verified_at timestamptz(3),
    owner_email text,
    owner_clients inet[] NOT NULL DEFAULT '{}',
    frozen_at timestamptz(3),
    daily_limit numeric,
    market_limit numeric,
    open_exposure_limit numeric,
    approval_above numeric,
    auto_claim boolean NOT NULL DEFAULT false,
    total_limit numeric,
    valid_until timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT agent_wallets_pkey PRIMARY KEY (id),
    CONSTRAINT agent_wallets_agent_id_key UNIQUE (agent_id),
    CONSTRAINT agent_wallets_agent_wallet_address_key UNIQUE (agent_wallet_address),
    CONSTRAINT agent_wallets_provider_wallet_id_key UNIQUE (provider_wallet_id),
    CONSTRAINT agent_wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT agent_wallets_status_check CHECK (status IN ('active', 'disabled')),
    CONSTRAINT agent_wallets_address_check CHECK (agent_wallet_address ~ '^0x[0-9a-f]{40}$'),
    CONSTRAINT agent_wallets_provider_check CHECK (provider_wallet_id IS NULL OR agent_wallet_address IS NOT NULL)
  );
  CREATE INDEX agent_wallets_owner_mailbox_idx ON agent_wallets (mailbox_of(owner_email)) WHERE owner_email IS NOT NULL;
  CREATE INDEX agent_wallets_paused_idx ON agent_wallets (agent_id) WHERE paused;
  CREATE INDEX agent_wallets_auto_claim_idx ON agent_wallets (agent_wallet_address) WHERE auto_claim;
  COMMENT ON COLUMN agent_wallets.agent_wallet_address IS 'lower-case; null until the provider has answered';
  COMMENT ON COLUMN agent_wallets.provider_wallet_id IS
    'null: the provider holds no such wallet for us, so it cannot execute';
  COMMENT ON COLUMN agent_wallets.max_trade_amount IS 'display units; null: no cap';
  COMMENT ON COLUMN agent_wallets.paused IS 'set by an operator, not by the agent';
  COMMENT ON COLUMN agent_wallets.owner_email IS 'the mailbox that the owner has verified';
  COMMENT ON COLUMN agent_wallets.owner_clients IS 'networks that completed onboardings came from, newest first';
  COMMENT ON COLUMN agent_wallets.frozen_at IS
    'since when the wallet creates no market and buys nothing; null: not frozen';
  COMMENT ON COLUMN agent_wallets.daily_limit IS 'maximum stake within 24 hours, display units; null: no limit';
  COMMENT ON COLUMN agent_wallets.market_limit IS 'maximum stake in one market, display units; null: no limit';
  COMMENT ON COLUMN agent_wallets.open_exposure_limit IS
    'maximum stake in markets that are neither resolved nor cancelled, display units; null: no limit';
  COMMENT ON COLUMN agent_wallets.approval_above IS
    'stake above which the owner approves each buy, display units; null: never';
  COMMENT ON COLUMN agent_wallets.auto_claim IS 'whether workers claim payouts and refunds of the wallet';
  COMMENT ON COLUMN agent_wallets.total_limit IS 'maximum stake over the life of the agent, display units; null: no limit';
  COMMENT ON COLUMN agent_wallets.valid_until IS
    'from when on the wallet creates no market and buys nothing; null: without end';

  CREATE TABLE agent_onboardings (
    id text NOT NULL,
    agent_id text NOT NULL,
    user_email text NOT NULL,
    user_wallet text,
    source_client text,
    channel text,
    chain text NOT NULL,
    wallet_provider text NOT NULL,
    wallet_update jsonb,
    status text NOT NULL,
    passcode_hash text NOT NULL,
    failed_attempts integer NOT NULL DEFAULT 0,
    expires_at timestamptz(3) NOT NULL,
    verified_at timestamptz(3),
    client inet,
    origin text NOT NULL DEFAULT 'other',
    intent_id text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT agent_onboardings_pkey PRIMARY KEY (id),
    CONSTRAINT agent_onboardings_status_check CHECK (status IN ('pending_otp', 'verified', 'expired', 'locked')),
    CONSTRAINT agent_onboardings_origin_check CHECK (origin IN ('owner', 'other', 'refused'))
  );
  CREATE INDEX agent_onboardings_agent_id_idx ON agent_onboardings (agent_id, created_at);
  CREATE INDEX agent_onboardings_mailbox_idx ON agent_onboardings (mailbox_of(user_email), created_at);
  CREATE INDEX agent_onboardings_client_idx ON agent_onboardings (client, created_at);
  CREATE INDEX agent_onboardings_created_at_idx ON agent_onboardings (created_at);
  CREATE INDEX agent_onboardings_unverified_idx ON agent_onboardings (created_at) WHERE verified_at IS NULL;
  CREATE INDEX agent_onboardings_intent_idx ON agent_onboardings (intent_id, created_at) WHERE intent_id IS NOT NULL;
  COMMENT ON COLUMN agent_onboardings.client IS 'network of the client that started it';
  COMMENT ON COLUMN agent_onboardings.origin IS 'refused: the agent has verified another mailbox, so no e-mail is sent';
  COMMENT ON COLUMN agent_onboardings.intent_id IS
    'the intent that the passcode approves; null: the passcode is of an onboarding';

  CREATE TABLE agent_sessions (
    id text NOT NULL,
    agent_id text NOT NULL,
    onboarding_id text NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT agent_sessions_pkey PRIMARY KEY (id),
    CONSTRAINT agent_sessions_onboarding_id_fkey FOREIGN KEY (onboarding_id) REFERENCES agent_onboardings (id)
  );
  CREATE INDEX agent_sessions_agent_id_idx ON agent_sessions (agent_id, created_at);

  CREATE TABLE agent_intents (
    id text NOT NULL,
    agent_id text NOT NULL,
    action text NOT NULL,
    user_wallet text NOT NULL,
    market_id text NOT NULL,
    market_contract_address text,
    amount numeric,
    outcome text,
    resolver text,
    collateral_token text,
    close_timestamp timestamptz(0),
    question text,
    source_client text,
    client_request_id text,
    request_hash text NOT NULL,
    warnings text[] NOT NULL DEFAULT '{}',
    min_multiple numeric,
    evidence jsonb,
    preview jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    status text NOT NULL,
    current_execution_id text,
    executions_count integer NOT NULL DEFAULT 0,
    approved_at timestamptz(3),
    budget_refusal jsonb,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    confirmed_at timestamptz(3),
    executed_at timestamptz(3),
    CONSTRAINT agent_intents_pkey PRIMARY KEY (id),
    CONSTRAINT agent_intents_status_check
      CHECK (status IN ('preview', 'confirmed', 'executing', 'executed', 'failed', 'cancelled')),
    CONSTRAINT agent_intents_action_check CHECK (action IN ('create_market', 'buy_yes', 'buy_no', 'close_market',
      'resolve_market', 'claim_payout', 'cancel_market', 'claim_refund')),
    CONSTRAINT agent_intents_outcome_check CHECK (outcome IN ('yes', 'no'))
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX agent_intents_idempotency_key ON agent_intents (agent_id, coalesce(source_client, ''),
    client_request_id) WHERE client_request_id IS NOT NULL;
  CREATE INDEX agent_intents_agent_id_idx ON agent_intents (agent_id, created_at, id);
  CREATE INDEX agent_intents_unconfirmed_idx ON agent_intents (created_at) WHERE confirmed_at IS NULL;
  CREATE INDEX agent_intents_repeat_idx ON agent_intents (request_hash, agent_id, created_at);
  CREATE INDEX agent_intents_auto_claims_idx ON agent_intents (agent_id, market_contract_address)
    WHERE source_client = 'presage_auto_claim';
  CREATE INDEX agent_intents_status_idx ON agent_intents (agent_id, status, created_at, id) WHERE status <> 'executed';
  COMMENT ON COLUMN agent_intents.amount IS 'display units';
  COMMENT ON COLUMN agent_intents.request_hash IS 'SHA-256 of the normalised request, compared when its key comes again';
  COMMENT ON COLUMN agent_intents.min_multiple IS
    'least payout by stake that a buy must bring when it is sent; null: whatever it brings';
  COMMENT ON COLUMN agent_intents.evidence IS 'what the resolver names for the outcome; null: nothing';
  COMMENT ON COLUMN agent_intents.preview IS 'checks and quote of when it was made';
  COMMENT ON COLUMN agent_intents.approved_at IS 'when the owner approved the intent by passcode; null: not approved';
  COMMENT ON COLUMN agent_intents.budget_refusal IS 'the budget that refused its last execution; null: none has';

  -- The privilege to insert does not tell intents apart: with the password of a worker alone, no one can buy.
  CREATE TRIGGER agent_intents_of_workers BEFORE INSERT ON agent_intents FOR EACH ROW
    WHEN (current_user = 'presage_worker' AND (NEW.source_client = 'presage_auto_claim'
      AND NEW.action IN ('claim_payout', 'claim_refund')) IS NOT TRUE)
    EXECUTE FUNCTION refuse_insert();`;
