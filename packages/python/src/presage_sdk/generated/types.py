# Generated from the API's document by npm run openapi. Do not edit.
"""Objects of the API. A key that is not required may be absent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

ActionName = Literal["create_market", "buy_yes", "buy_no", "close_market", "claim_payout", "cancel_market", "claim_refund", "resolve_market"]

class Account(TypedDict):
    """API key of the request, its account, and the limits that apply."""
    account_id: str | None
    """Id of the account. Null without API keys, and for the key of an operator."""
    name: str | None
    """Name of the account. Null without API keys, and for the key of an operator."""
    key_prefix: str | None
    """Public part of the key, its second. Null without API keys."""
    scopes: list[Literal["wallets", "intents", "execute", "records", "read", "webhooks", "operator"]] | None
    """Scopes of the key. Null without API keys, where nothing needs one."""
    agent_ids: list[str] | None
    """Agents that the key acts for. Null for all of its account."""
    expires_at: str | None
    """End of the key’s validity. Null without API keys."""
    rate: RequestRate | None
    """Null while the service limits no rate."""
    limits: ServiceLimits
    budgets: list[BudgetRule]
    """Limits of all agents of the account together that are set."""

class AccountResponse(TypedDict):
    account: Account

class ActionExpectation(TypedDict):
    """Terms of an action. Unknown keys are rejected, so that a misspelled term is not left out."""
    min_multiple: NotRequired[str | None]
    """Minimum payout multiple of the quote. It does not bind the contract: `min_multiple` of the buy does."""
    max_fee: NotRequired[str | None]
    """Maximum cost of the gas that the action may use at the current price, native coins."""

class ActionResponse(TypedDict):
    intent: Intent
    execution_plan: ExecutionPlan
    """Plan that was confirmed. Its checks are those of the preview."""
    execution: Execution

class ActivityItem(TypedDict):
    """Intent of an agent, or one of its executions."""
    type: Literal["intent", "execution"]
    """Type of the item."""
    id: str
    """Id of the intent or of the execution."""
    intent_id: str
    """Id of the intent."""
    action: Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action of the intent."""
    status: Literal["preview", "confirmed", "executing", "executed", "failed", "cancelled", "queued", "submitting", "broadcast", "unknown"]
    """Status of the intent or of the execution."""
    market_id: str
    """Name of the market, chosen by the agent."""
    core_market_id: str | None
    """Id of the market in `/markets`. Null until the market is indexed from the chain."""
    market_contract_address: str | None
    """Address of the market contract. Null until it is created."""
    amount: str | None
    """Stake, display units. Null unless the action is a buy."""
    outcome: Literal["yes", "no"] | None
    """Outcome of the market. Null unless the action is `resolve_market`."""
    approve_transaction_hash: NotRequired[str | None]
    """Hash of the approval on which the buy stands. Null before it is known. Absent unless the action is a buy."""
    transaction_hash: str | None
    """Transaction hash. Null before it is known."""
    error_code: str | None
    """Error code of a failure. Null if there was no failure."""
    failure_reason: Literal["insufficient_gas", "insufficient_balance", "market_not_ours", "market_not_open", "too_early", "not_permitted", "already_final", "nothing_to_claim", "already_claimed", "below_min_multiple", "collateral_mismatch", "policy_changed", "custody_refused", "chain_unavailable", "deadline_passed", "reverted"] | None
    """Reason of a failed execution, for programs. Null if there was no failure."""
    error_message: str | None
    """Error message of a failure, for people. Null if there was no failure."""
    client_request_id: str | None
    """Idempotency key of the intent. Null if not given."""
    by: Literal["auto_claim"] | None
    """Author of an automatic claim. Null for requests of clients."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""

class ActivityPage(TypedDict):
    """Page of the activity of an agent."""
    agent_id: str
    """Id of the agent."""
    items: list[ActivityItem]
    """Intents and executions, newest first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class ActivityResponse(TypedDict):
    activity: ActivityPage

class AgentWallet(TypedDict):
    """Wallet of an agent, with its limits."""
    id: str
    """Id of the wallet."""
    agent_id: str
    """Id of the agent."""
    user_wallet: str | None
    """Address of the owner’s personal wallet. Null if unknown."""
    agent_wallet_address: str | None
    """Address of the wallet. Null until the provider has created it. An address of the provider never changes."""
    wallet_provider: str
    """Provider that holds the key."""
    chain: str
    """Network of the wallet. Only `CHAIN-TESTNET` executes."""
    allowed_actions: list[Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]]
    """Actions that the wallet may execute."""
    status: Literal["active", "disabled"]
    """Status of the wallet. A disabled wallet executes nothing."""
    frozen: bool
    """Whether the wallet is frozen. A frozen wallet creates no market and buys nothing."""
    frozen_at: str | None
    """Time at which the wallet was frozen. Null if it is not frozen."""
    policy_metadata: PolicyMetadata
    source_client: str | None
    """Name of the client program that registered the wallet. Null if unknown."""
    created_at: str
    """Time of the registration."""
    updated_at: str
    """Time of the last change."""

class ApproveIntentBody(TypedDict):
    """Approval of one intent by its owner."""
    otp: str
    """Passcode from the e-mail: six digits, valid for ten minutes and five attempts."""

class AuditEntry(TypedDict):
    """Command of an operator that changes something."""
    id: str
    """Number of the entry, higher for later ones."""
    at: str
    """Time before the command changed anything."""
    ended_at: str | None
    """Time of its end. Null while it runs, and after an interruption."""
    actor: str
    """Operator: the operating system’s user, or the name given."""
    command: str
    """Command."""
    arguments: list[str]
    """Arguments. Keys are shortened."""
    outcome: Literal["begun", "done", "refused", "failed"]
    """Outcome. `begun` while the command runs, and after an interruption."""
    detail: str
    """Outcome in one line. Empty while the command runs."""

class AuditPage(TypedDict):
    entries: list[AuditEntry]
    """Commands, newest first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class Budget(TypedDict):
    """Limits of an agent and of its account."""
    agent_id: str
    """Id of the agent."""
    valid_until: str | None
    """Time from which the agent creates no market and buys nothing. Null for no end."""
    rules: list[BudgetRule]
    """Limits that are set."""

class BudgetResponse(TypedDict):
    budget: Budget

class BudgetRule(TypedDict):
    """Limit with its use. Amounts in display units."""
    scope: Literal["agent", "account"]
    """Subject of the limit: the agent, or all agents of its account together."""
    rule: Literal["max_trade_amount", "daily_limit", "market_limit", "open_exposure_limit", "total_limit"]
    """Name of the limit."""
    limit: str
    """Maximum stake."""
    spent: str
    """Stake of executed buys."""
    reserved: str
    """Stake of unfinished executions, also of those with an unknown outcome."""
    headroom: str
    """Stake that is left. Negative after a limit was lowered."""
    resets_at: str | None
    """Time at which the oldest spent stake leaves the window of `daily_limit`. Null for other limits."""
    market_contract_address: str | None
    """Market of `market_limit`: the one with the highest stake. Null for other limits, or without a stake."""

class BuyAction(TypedDict):
    """Request to stake on an outcome."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["buy_yes", "buy_no"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: str
    """Idempotency key. The same key with the same request always returns the same intent."""
    expect: NotRequired[ActionExpectation | None]
    """Terms that the preview must meet. Otherwise nothing is accepted."""
    market_contract_address: str
    """Address of the market contract."""
    amount: str
    """Stake above 0, display units, with at most as many decimals as the token."""
    min_multiple: NotRequired[str | None]
    """Minimum payout at the pools after the buy, as a multiple of the stake. The contract refuses the buy below it. Later buys can still lower the payout."""

class BuyIntent(TypedDict):
    """Request to stake on an outcome."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["buy_yes", "buy_no"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: NotRequired[str | None]
    """Idempotency key. The same key with the same request always returns the same intent."""
    market_contract_address: str
    """Address of the market contract."""
    amount: str
    """Stake above 0, display units, with at most as many decimals as the token."""
    min_multiple: NotRequired[str | None]
    """Minimum payout at the pools after the buy, as a multiple of the stake. The contract refuses the buy below it. Later buys can still lower the payout."""

class Call(TypedDict):
    """Contract call."""
    to: str
    """Address of the called contract."""
    contract: Literal["factory", "market", "collateral"]
    """Kind of the called contract."""
    function: str
    """Name of the function."""
    args: list[str]
    """Arguments without ref and deadline, as encoded in the call. Amounts are in base units, the token’s smallest unit, and times in unix seconds. A buy has the stake and its minimum payout, which is 0 without `min_multiple`."""
    args_display: list[str]
    """The same arguments for people: amounts in display units, times in RFC 3339."""
    value: Literal["0"]
    """Native coins sent with the call, always `0`."""
    chain: str
    """Network of the call."""
    broadcast_performed: Literal[False]
    """Whether a transaction was sent, always false: a plan sends nothing."""

class Candle(TypedDict):
    """Interval with at least one buy. Prices are implied probabilities of YES, 0 to 1."""
    start_at: str
    """Start of the interval."""
    open: str
    """Price after the first buy."""
    high: str
    """Highest price after a buy."""
    low: str
    """Lowest price after a buy."""
    close: str
    """Price after the last buy, valid until the next one."""
    volume: str
    """Sum of the stakes on both outcomes, display units."""
    trades: int
    """Number of buys."""

class Check(TypedDict):
    """Result of one execution rule at the creation of the intent."""
    rule: Literal["wallet", "chain", "provisioned", "frozen", "valid_until", "allowed_action", "max_trade_amount", "approval_above", "daily_limit", "market_limit", "open_exposure_limit", "total_limit", "account_daily_limit", "account_market_limit", "account_open_exposure_limit", "execution", "contract", "market_state", "simulation", "min_multiple", "gas", "balance", "duplicate"]
    """Execution rule."""
    result: Literal["pass", "fail", "unknown"]
    """Result of the rule. `unknown` if its input could not be read or does not exist yet."""
    code: str | None
    """Error code with which execution would fail. Null if the rule passes or has no error code."""
    failure_reason: Literal["insufficient_gas", "insufficient_balance", "market_not_ours", "market_not_open", "too_early", "not_permitted", "already_final", "nothing_to_claim", "already_claimed", "below_min_multiple", "collateral_mismatch", "policy_changed", "custody_refused", "chain_unavailable", "deadline_passed", "reverted"] | None
    """Reason with which execution would fail. Null if the rule passes or only warns. `not_permitted` for rules of the wallet and of operators."""
    message: str | None
    """Reason, for people. Null if the rule passes."""
    headroom: str | None
    """Distance to the limit of the rule, negative if it fails. Null for a rule without a limit."""
    headroom_unit: Literal["collateral", "native", "seconds", "multiple"] | None
    """Unit of `headroom`. Null if `headroom` is null."""
    as_of_block: int | None
    """Block at which the chain was read. Null for a rule that does not read the chain."""

class CompactMarket(TypedDict):
    """Summary of a market."""
    id: str
    """Id of the market."""
    title: str
    """Question of the market."""
    status: Literal["DRAFT", "OPEN", "TRADING_CLOSED", "RESOLVED", "SETTLED", "CANCELLED"]
    """Current status. Opening and closing depend on the time."""
    category: str | None
    """Category for filtering. Null if not given."""
    tags: list[str]
    """Tags for filtering and search, at most 5."""
    collateral_asset: str
    """Token of the stakes."""
    chain: str
    """Network of the market."""
    closes_at: str
    """End of trading."""
    resolution_source: str | None
    """Source of the outcome. Null if not given."""
    onchain: OnchainMarket | None
    """Contract of the market. Null for a market that is only a record."""
    market_contract_address: str | None
    """Address of the market contract, as in `onchain`. Null for a market that is only a record."""

class CompactMarketsPage(TypedDict):
    markets: list[CompactMarket]
    """Markets in the requested order."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class ContractMetadata(TypedDict):
    """Chain and addresses of the contracts."""
    network: str
    """Display name of the chain."""
    chain_id: int
    """Id of the chain."""
    prediction_market: str
    """Address of the factory that creates all markets."""
    collateral_erc20_interface: str
    """Address of the ERC-20 token of the stakes."""
    explorer: str
    """URL of a block explorer. On the local chain of `npm start`, the URL of the console."""
    prototype: bool
    """Whether the contracts are a prototype."""
    production_approved: bool
    """Whether the contracts are approved for real money."""
    status: str
    """Status of the contracts."""

class CreateMarketAction(TypedDict):
    """Request to create a market on the chain."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["create_market"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: str
    """Idempotency key. The same key with the same request always returns the same intent."""
    expect: NotRequired[ActionExpectation | None]
    """Terms that the preview must meet. Otherwise nothing is accepted."""
    question: str
    """Question of the market."""
    close_timestamp: str | int
    """End of buying, in the future. Fractions of a second are discarded."""
    resolver: str
    """Address that may resolve the market."""
    collateral_token: str
    """Address of the token of the stakes, as in `/chain/contract`."""

class CreateMarketBody(TypedDict):
    """Terms of a new market. Texts are trimmed."""
    creator_user_id: str
    """Id of the user that owns the market. The user must exist."""
    title: str
    """Question of the market."""
    description: NotRequired[str | None]
    """Criteria for YES."""
    category: NotRequired[str | None]
    """Category for filtering."""
    tags: NotRequired[list[str] | None]
    """Tags for filtering and search."""
    cover_image_url: NotRequired[str | None]
    """Public HTTPS URL of an image. The service records it and never fetches it. Image data is rejected."""
    outcome_yes_label: NotRequired[str | None]
    """Label of YES."""
    outcome_no_label: NotRequired[str | None]
    """Label of NO."""
    collateral_asset: NotRequired[str | None]
    """Token of the stakes."""
    chain: str
    """Network of the market."""
    resolution_source: NotRequired[str | None]
    """Source of the outcome."""
    closes_at: str
    """End of trading, in the future."""
    opens_at: NotRequired[str | None]
    """Start of trading, before `closes_at`. The market is a `DRAFT` until then."""

class CreateMarketIntent(TypedDict):
    """Request to create a market on the chain."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["create_market"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: NotRequired[str | None]
    """Idempotency key. The same key with the same request always returns the same intent."""
    question: str
    """Question of the market."""
    close_timestamp: str | int
    """End of buying, in the future. Fractions of a second are discarded."""
    resolver: str
    """Address that may resolve the market."""
    collateral_token: str
    """Address of the token of the stakes, as in `/chain/contract`."""

class CreateTradeBody(TypedDict):
    """Terms of a trade intent."""
    user_id: str
    """Id of the trading user. The user need not exist."""
    market_id: str
    """Id of the market, which must be `OPEN`."""
    outcome: Literal["YES", "NO"]
    """Outcome to trade."""
    side: Literal["BUY", "SELL"]
    """Side of the trade."""
    quantity: str
    """Quantity above 0, with at most 18 significant digits before the decimal point and 18 after it."""
    price: str
    """Price per unit, 0 to 1."""

class CreateWebhookRequest(TypedDict):
    url: str
    """URL that events are sent to: https, port 443, a host with public addresses only."""
    agent_ids: NotRequired[list[str] | None]
    """Agents whose events are delivered. By default all agents of the account, also later ones."""
    types: NotRequired[list[Literal["intent.previewed", "intent.confirmed", "intent.cancelled", "execution.queued", "execution.broadcast", "execution.unknown", "execution.executed", "execution.failed", "execution.cancelled", "execution.readback_filled", "step.done", "step.renewed", "step.seal_violated", "step.unarmed", "step.unmined", "wallet.created", "wallet.changed", "wallet.frozen", "wallet.unfrozen", "wallet.disabled", "budget.reserved", "budget.spent", "budget.released", "budget.refused", "position.changed", "market.created", "market.closed", "market.resolved", "market.cancelled", "payout.claimable", "payout.claimed", "refund.claimable", "refund.claimed", "chain.reorganised"]] | None]
    """Types of events that are delivered. By default all, also types of later versions."""

class CreatedWebhookResponse(TypedDict):
    webhook: Webhook
    secret: str
    """Signing secret, shown only in this response. Verify each delivery with it."""
    warnings: list[str]
    """Ignored fields of the body."""

class ErrorErrorBudget(TypedDict):
    """Set if the stake exceeds a budget, or the mandate of the wallet has ended. Amounts in display units, as in `GET /agent/wallets/{agent_id}/budget`, null for `valid_until`."""
    scope: Literal["agent", "account"]
    """Subject of the limit."""
    rule: Literal["daily_limit", "market_limit", "open_exposure_limit", "total_limit", "valid_until"]
    """Name of the limit."""
    limit: str
    """Maximum stake; the time of `valid_until`, RFC 3339."""
    spent: str | None
    """Stake of executed buys."""
    reserved: str | None
    """Stake of unfinished executions."""
    headroom: str | None
    """Stake that is left, negative after a limit was lowered."""
    resets_at: str | None
    """Time at which the oldest spent stake leaves the window of `daily_limit`. Null for other limits."""

class ErrorError(TypedDict):
    code: ErrorCode
    message: str
    """Message for people. Programs use `code`."""
    details: NotRequired[list[str]]
    """All validation failures, or reasons of a refusal."""
    intent_id: NotRequired[str]
    """Id of the intent that has the key, if it is stored. Set by routes that take a key."""
    intent: NotRequired[Intent]
    """The refused intent, a preview."""
    waiting_for: NotRequired[Literal["lane", "block", "provider", "gas", "paused"] | None]
    """Resource that an executing intent waits for. Null if it does not wait."""
    failure_reason: NotRequired[Literal["insufficient_gas", "insufficient_balance", "market_not_ours", "market_not_open", "too_early", "not_permitted", "already_final", "nothing_to_claim", "already_claimed", "below_min_multiple", "collateral_mismatch", "policy_changed", "custody_refused", "chain_unavailable", "deadline_passed", "reverted"] | None]
    """Reason of the failed execution."""
    retry_safe: NotRequired[bool | None]
    """Whether another attempt of the failed execution is safe, because its outcome is proven."""
    paused: NotRequired[Literal[True]]
    """Set if an operator has paused the action or the agent."""
    budget: NotRequired[ErrorErrorBudget]
    """Set if the stake exceeds a budget, or the mandate of the wallet has ended. Amounts in display units, as in `GET /agent/wallets/{agent_id}/budget`, null for `valid_until`."""
    intent_status: NotRequired[Literal["preview", "confirmed", "executing", "executed", "failed", "cancelled"]]
    """Status of the intent."""
    execution_status: NotRequired[Literal["queued", "submitting", "broadcast", "unknown", "executed", "failed", "cancelled"] | None]
    """Status of the latest execution. Null before the first."""
    due_at: NotRequired[str | None]
    """Time at which the outcome of a known market is expected. Null without a contract."""
    overdue: NotRequired[bool | None]
    """Whether that time has passed."""
    oldest_seq: NotRequired[int]
    """Seq of the oldest event of the log."""

class Error(TypedDict):
    """Body of every error response."""
    error: ErrorError

ErrorCode = Literal["bad_request", "invalid_json", "invalid_id", "invalid_query", "invalid_market_request", "invalid_creator_user", "invalid_trade_intent", "market_not_open", "agent_id_invalid", "agent_intent_invalid", "agent_wallet_missing", "agent_onboarding_invalid", "agent_approval_invalid", "agent_wallet_invalid", "webhook_invalid", "api_key_invalid", "api_key_forbidden", "origin_forbidden", "host_forbidden", "agent_action_forbidden", "agent_wallet_frozen", "agent_approval_required", "agent_policy_violation", "not_found", "market_not_found", "resolution_not_found", "agent_not_found", "user_not_found", "agent_intent_not_found", "agent_execution_not_found", "agent_wallet_not_found", "agent_session_not_found", "agent_onboarding_not_found", "webhook_not_found", "method_not_allowed", "request_timeout", "agent_intent_not_confirmed", "agent_intent_status_invalid", "agent_intent_conflict", "agent_action_refused", "agent_wallet_status_invalid", "agent_wallet_chain_invalid", "webhook_status_invalid", "agent_intent_archived", "events_expired", "payload_too_large", "unsupported_media_type", "rate_limited", "headers_too_large", "internal_error", "markets_list_failed", "market_get_failed", "market_create_failed", "trade_intent_create_failed", "positions_list_failed", "resolution_get_failed", "settlements_list_failed", "schema_validation_failed", "agent_activity_get_failed", "agent_portfolio_get_failed", "provider_agent_wallet_execution_not_enabled", "provider_agent_wallet_balance_not_configured", "provider_agent_wallet_faucet_not_configured", "webhooks_not_enabled", "agent_execution_failed", "agent_wallet_provisioning_failed", "provider_agent_wallet_balance_failed", "provider_agent_wallet_faucet_failed", "database_unavailable", "agent_execution_config_invalid", "overloaded"]

class Event(TypedDict):
    """Fact of a log. Events are never changed. Addresses are in lower case."""
    seq: int
    """Position in the log, from 1 without gaps."""
    id: str
    """Id of the event."""
    type: str
    """Type of the event: intent.previewed, intent.confirmed, intent.cancelled, execution.queued, execution.broadcast, execution.unknown, execution.executed, execution.failed, execution.cancelled, execution.readback_filled, step.done, step.renewed, step.seal_violated, step.unarmed, step.unmined, wallet.created, wallet.changed, wallet.frozen, wallet.unfrozen, wallet.disabled, budget.reserved, budget.spent, budget.released, budget.refused, position.changed, market.created, market.closed, market.resolved, market.cancelled, payout.claimable, payout.claimed, refund.claimable, refund.claimed, chain.reorganised. New types may be added."""
    at: str
    """Time of the event."""
    subject: EventSubject
    data: dict[str, Any]
    """Fields of the fact, which depend on the type. Amounts are decimal strings in display units."""
    block: EventBlock | None
    """Block of the effect. Null for an event without an effect on the chain."""
    previous_hash: str | None
    """Hash of the event before. Null for the first."""
    hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the event without this field."""

class EventBlock(TypedDict):
    """Block of the effect."""
    number: int
    """Number of the block."""
    hash: str
    """Hash of the block."""

class EventSubject(TypedDict):
    """The subject of an event."""
    kind: Literal["intent", "execution", "wallet", "position", "market"]
    """Kind of the subject."""
    id: str
    """Id of the subject."""

class EventsResponse(TypedDict):
    events: list[Event]
    """Events after the position, in order of `seq`."""
    next_after: int
    """Value of `after` for the next page."""
    head_seq: int
    """Seq of the last event of the log; 0 without events."""

class Evidence(TypedDict):
    """Evidence for an outcome, as its resolver has stated it."""
    url: str
    """URL of the evidence. The service has not fetched it."""
    sha256: str | None
    """SHA-256 of the content at the URL, hexadecimal. Null if not given."""
    note: str | None
    """Note to readers. Null if not given."""

class EvidenceInput(TypedDict):
    """Evidence for an outcome, which everyone can read."""
    url: str
    """Public HTTPS URL of the evidence. The service never fetches it."""
    sha256: NotRequired[str | None]
    """SHA-256 of the content at the URL, hexadecimal."""
    note: NotRequired[str | None]
    """Note to readers."""

class Execution(TypedDict):
    """One attempt to execute an intent."""
    execution_id: str
    """Id of the execution."""
    intent_id: str
    """Id of the intent."""
    id: str
    """Same as `execution_id`."""
    type: Literal["execution"]
    """Type of the record, always `execution`."""
    agent_id: str
    """Id of the agent."""
    agent_wallet_address: str | None
    """Address of the executing wallet."""
    action: Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action of the intent."""
    attempt: int
    """Number of the attempt, starting at 1."""
    status: Literal["queued", "submitting", "broadcast", "unknown", "executed", "failed", "cancelled"]
    """Status of the execution. `unknown` is temporary: nothing is sent again until the outcome is reconciled."""
    execution_mode: Literal["provider_developer_wallet_api"]
    """Mode of the execution."""
    network: str
    """Network of the execution."""
    broadcast_performed: bool
    """Whether a transaction may have been sent."""
    approve_transaction_hash: NotRequired[str | None]
    """Hash of the approval on which the buy stands, which may be that of an earlier buy. Null before it is known. Absent unless the action is a buy."""
    transaction_hash: str | None
    """Hash of the transaction. Null before it is known."""
    market_id: str
    """Name of the market, chosen by the agent."""
    core_market_id: str | None
    """Id of the market in `/markets`. Null until the market is indexed from the chain."""
    market_contract_address: str | None
    """Address of the market contract. Null until a new market is created."""
    amount: str | None
    """Stake, display units. Null unless the action is a buy."""
    outcome: Literal["yes", "no"] | None
    """Outcome of the market. Null unless the action is `resolve_market`."""
    readback: Readback | None
    """Values read from the contracts after the transaction. Null until then."""
    error_code: str | None
    """Error code of a failed execution. Null otherwise."""
    failure_reason: Literal["insufficient_gas", "insufficient_balance", "market_not_ours", "market_not_open", "too_early", "not_permitted", "already_final", "nothing_to_claim", "already_claimed", "below_min_multiple", "collateral_mismatch", "policy_changed", "custody_refused", "chain_unavailable", "deadline_passed", "reverted"] | None
    """Reason of a failure, for programs. Null otherwise."""
    error_message: str | None
    """Reason of a failure and its remedy, for people. Null otherwise."""
    retry_safe: bool | None
    """Whether another attempt is safe because it cannot have a second effect. Null while undecided."""
    waiting_for: Literal["lane", "block", "provider", "gas", "paused"] | None
    """Resource that the execution waits for. Null if it does not wait."""
    trace_id: str | None
    """W3C id of the trace in which the service executes, for its operator’s trace store, 32 hexadecimal digits. Null without tracing."""
    created_at: str
    """Time of acceptance."""
    updated_at: str
    """Time of the last change."""
    completed_at: str | None
    """Time of completion. Null until then."""

class ExecutionEvent(TypedDict):
    """Event of an execution in the log of its agent."""
    seq: int
    """Position in the log of the agent, from 1."""
    at: str
    """Time of the event."""
    type: str
    """Type of the event."""
    data: dict[str, Any]
    """Recorded ids, hashes, numbers and statuses, which depend on the type."""

class ExecutionPlan(TypedDict):
    """Exact contract calls of the execution."""
    approval: Call | None
    """Approval that is sent before the call, or as a permit with it. Null where the preview saw an allowance that covers the stake, and for other actions."""
    transaction_request: TransactionRequest
    intent_id: str
    """Id of the intent."""
    action: Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action to execute."""
    status: Literal["confirmed"]
    """Status of the intent, always `confirmed`."""
    execution_mode: Literal["provider_developer_wallet_api"]
    """Mode of the execution."""
    network: str
    """Network of the execution."""
    broadcast_performed: Literal[False]
    """Whether a transaction was sent, always false: a plan sends nothing."""
    transaction_hash: None
    """Transaction hash, always null: a plan has no transaction."""
    agent_factory_address: str
    """Address of the factory that creates all markets."""
    requires_signature: Literal[False]
    """Whether the client must sign, always false: the wallet provider signs."""
    validation_result: ValidationResult
    """Rules of the wallet and its budgets at the confirmation. The chain is not read: `would_execute` is false or null."""
    fee: Fee | None
    """Fee as of the preview: the price of gas may have changed since. Null if it could not be read."""
    warnings: list[str]
    """Warnings of the intent."""

class ExecutionPlanResponse(TypedDict):
    execution_plan: ExecutionPlan

class ExecutionReport(TypedDict):
    """Execution as operators see it."""
    execution_id: str
    """Id of the execution."""
    intent_id: str
    """Id of the intent."""
    id: str
    """Same as `execution_id`."""
    type: Literal["execution"]
    """Type of the record, always `execution`."""
    agent_id: str
    """Id of the agent."""
    agent_wallet_address: str | None
    """Address of the executing wallet."""
    action: Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action of the intent."""
    attempt: int
    """Number of the attempt, starting at 1."""
    status: Literal["queued", "submitting", "broadcast", "unknown", "executed", "failed", "cancelled"]
    """Status of the execution. `unknown` is temporary: nothing is sent again until the outcome is reconciled."""
    execution_mode: Literal["provider_developer_wallet_api"]
    """Mode of the execution."""
    network: str
    """Network of the execution."""
    broadcast_performed: bool
    """Whether a transaction may have been sent."""
    approve_transaction_hash: NotRequired[str | None]
    """Hash of the approval on which the buy stands, which may be that of an earlier buy. Null before it is known. Absent unless the action is a buy."""
    transaction_hash: str | None
    """Hash of the transaction. Null before it is known."""
    market_id: str
    """Name of the market, chosen by the agent."""
    core_market_id: str | None
    """Id of the market in `/markets`. Null until the market is indexed from the chain."""
    market_contract_address: str | None
    """Address of the market contract. Null until a new market is created."""
    amount: str | None
    """Stake, display units. Null unless the action is a buy."""
    outcome: Literal["yes", "no"] | None
    """Outcome of the market. Null unless the action is `resolve_market`."""
    readback: Readback | None
    """Values read from the contracts after the transaction. Null until then."""
    error_code: str | None
    """Error code of a failed execution. Null otherwise."""
    failure_reason: Literal["insufficient_gas", "insufficient_balance", "market_not_ours", "market_not_open", "too_early", "not_permitted", "already_final", "nothing_to_claim", "already_claimed", "below_min_multiple", "collateral_mismatch", "policy_changed", "custody_refused", "chain_unavailable", "deadline_passed", "reverted"] | None
    """Reason of a failure, for programs. Null otherwise."""
    error_message: str | None
    """Reason of a failure and its remedy, for people. Null otherwise."""
    retry_safe: bool | None
    """Whether another attempt is safe because it cannot have a second effect. Null while undecided."""
    waiting_for: Literal["lane", "block", "provider", "gas", "paused"] | None
    """Resource that the execution waits for. Null if it does not wait."""
    trace_id: str | None
    """W3C id of the trace in which the service executes, for its operator’s trace store, 32 hexadecimal digits. Null without tracing."""
    created_at: str
    """Time of acceptance."""
    updated_at: str
    """Time of the last change."""
    completed_at: str | None
    """Time of completion. Null until then."""
    ref: str
    """Reference under which the contracts accept one effect."""
    request_id: str | None
    """Request that it was accepted in. Null if restored from the chain."""
    tries: int
    """Failed tries before the first step was armed."""
    steps: list[ExecutionStep]
    """Steps: the approval, if one was sent before the buy, then the action."""
    events: list[ExecutionEvent]
    """The newest 500 events that have not expired, oldest first."""

class ExecutionReportResponse(TypedDict):
    execution: ExecutionReport

class ExecutionResponse(TypedDict):
    execution: Execution

class ExecutionStep(TypedDict):
    """One transaction of an execution, as operators see it."""
    kind: Literal["approve", "main"]
    """Approval before a buy, or the action itself."""
    status: Literal["planned", "armed", "sent", "mined", "done", "unknown", "failed"]
    """Status of the step."""
    armed_at: str | None
    """Time at which the call was stored. Null before."""
    last_sent_at: str | None
    """Time of the last send. Null before."""
    deadline: str | None
    """Deadline of the step. Null before the step is armed. The contract accepts the action until then, and the first confirmed block after it decides an `unknown` step. An approval carries no deadline: without an allowance by then the execution fails, and the token may still accept the approval."""
    transaction_hash: str | None
    """Hash of the transaction. Null before it is known."""
    block_number: int | None
    """Block of the receipt. Null without one."""
    block_hash: str | None
    """Hash of that block. Null without a receipt."""
    send_attempts: int
    """Number of sends to the wallet provider."""
    accelerations: int
    """Number of accelerations."""
    contract_address: str | None
    """Called contract. Null before the step is armed."""
    provider_transaction_id: str | None
    """Id of the transaction at the wallet provider. Null before it is known."""
    provider_state: str | None
    """Last state at the wallet provider. Null before it is known."""
    failure_reason: str | None
    """Reason of a failure, as the engine names it. Null without one."""
    hashes: list[StepHash]
    """Hashes that were seen for the step. Several after an acceleration."""

class ExecutionWithSteps(TypedDict):
    """One attempt to execute an intent, with its transactions."""
    execution_id: str
    """Id of the execution."""
    intent_id: str
    """Id of the intent."""
    id: str
    """Same as `execution_id`."""
    type: Literal["execution"]
    """Type of the record, always `execution`."""
    agent_id: str
    """Id of the agent."""
    agent_wallet_address: str | None
    """Address of the executing wallet."""
    action: Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action of the intent."""
    attempt: int
    """Number of the attempt, starting at 1."""
    status: Literal["queued", "submitting", "broadcast", "unknown", "executed", "failed", "cancelled"]
    """Status of the execution. `unknown` is temporary: nothing is sent again until the outcome is reconciled."""
    execution_mode: Literal["provider_developer_wallet_api"]
    """Mode of the execution."""
    network: str
    """Network of the execution."""
    broadcast_performed: bool
    """Whether a transaction may have been sent."""
    approve_transaction_hash: NotRequired[str | None]
    """Hash of the approval on which the buy stands, which may be that of an earlier buy. Null before it is known. Absent unless the action is a buy."""
    transaction_hash: str | None
    """Hash of the transaction. Null before it is known."""
    market_id: str
    """Name of the market, chosen by the agent."""
    core_market_id: str | None
    """Id of the market in `/markets`. Null until the market is indexed from the chain."""
    market_contract_address: str | None
    """Address of the market contract. Null until a new market is created."""
    amount: str | None
    """Stake, display units. Null unless the action is a buy."""
    outcome: Literal["yes", "no"] | None
    """Outcome of the market. Null unless the action is `resolve_market`."""
    readback: Readback | None
    """Values read from the contracts after the transaction. Null until then."""
    error_code: str | None
    """Error code of a failed execution. Null otherwise."""
    failure_reason: Literal["insufficient_gas", "insufficient_balance", "market_not_ours", "market_not_open", "too_early", "not_permitted", "already_final", "nothing_to_claim", "already_claimed", "below_min_multiple", "collateral_mismatch", "policy_changed", "custody_refused", "chain_unavailable", "deadline_passed", "reverted"] | None
    """Reason of a failure, for programs. Null otherwise."""
    error_message: str | None
    """Reason of a failure and its remedy, for people. Null otherwise."""
    retry_safe: bool | None
    """Whether another attempt is safe because it cannot have a second effect. Null while undecided."""
    waiting_for: Literal["lane", "block", "provider", "gas", "paused"] | None
    """Resource that the execution waits for. Null if it does not wait."""
    trace_id: str | None
    """W3C id of the trace in which the service executes, for its operator’s trace store, 32 hexadecimal digits. Null without tracing."""
    created_at: str
    """Time of acceptance."""
    updated_at: str
    """Time of the last change."""
    completed_at: str | None
    """Time of completion. Null until then."""
    steps: list[Step]
    """Steps: the approval, if one was sent before the buy, then the action."""

class ExecutionsOfIntentPage(TypedDict):
    executions: list[ExecutionWithSteps]
    """Executions, newest first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class ExecutionsPage(TypedDict):
    executions: list[Execution]
    """Executions, newest first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class FacetValueDto(TypedDict):
    value: str
    """Status, category or tag."""
    count: int
    """Number of markets."""

class FacetsResponse(TypedDict):
    facets: MarketFacets

class FaucetGrant(TypedDict):
    """Request for test tokens."""
    agent_id: str
    """Id of the agent."""
    agent_wallet_address: str
    """Address of the wallet."""
    chain: str
    """Network of the wallet."""
    token: Literal["usdc"]
    """Requested token. Gas is included."""
    status: Literal["requested"]
    """Status, always `requested`."""
    result: FaucetResult
    """Result of the request: empty, or a message."""

class FaucetGrantResponse(TypedDict):
    agent_wallet_faucet: FaucetGrant

class FaucetResult(TypedDict):
    """Result of a faucet request: empty, or a message."""
    message: NotRequired[str]
    """Note on the request, for people."""

class Fee(TypedDict):
    """Cost of the gas of an action, at the price of one block."""
    payer: Literal["agent_wallet"]
    """Account that pays the gas."""
    gas_limit: int
    """Maximum gas that the transactions of the action use."""
    max_fee_per_gas: str
    """Maximum price of a unit of gas, wei."""
    max_cost: str
    """Maximum cost, native coins: `gas_limit` at `max_fee_per_gas`."""
    estimated_cost: str
    """Expected cost at the present price of gas, native coins."""
    native_balance: str | None
    """Balance of the agent’s wallet, native coins. Null until the wallet has an address."""
    executions_left: int | None
    """Number of such actions that the balance pays for, this one included. Null until the wallet has an address."""
    sponsored: bool
    """Whether the custody sends gas to a wallet that lacks it."""
    as_of_block: int
    """Block at which price and balance were read."""

class Health(TypedDict):
    """Successful liveness probe."""
    status: Literal["ok"]
    """Always `ok`."""
    version: str
    """Version of the process, as in the OpenAPI document."""

class History(TypedDict):
    """Price history of a market."""
    market_id: str
    """Id of the market."""
    interval: Literal["1m", "5m", "1h", "1d"]
    """Length of an interval."""
    candles: list[Candle]
    """Intervals, newest first. An interval without a buy is omitted. Its price is the previous close."""
    as_of_block: int | None
    """Last indexed block. Null before the first."""

class HistoryResponse(TypedDict):
    history: History
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class Intent(TypedDict):
    """Intent of an agent. Fields of other actions are null."""
    intent_id: str
    """Id of the intent."""
    agent_id: str
    """Id of the agent."""
    action: Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action to execute."""
    status: Literal["preview", "confirmed", "executing", "executed", "failed", "cancelled"]
    """Status of the intent."""
    requires_confirmation: bool
    """Whether the intent must be confirmed before it can be executed."""
    user_wallet: str | None
    """Address of the agent’s user."""
    agent_wallet_address: str | None
    """Address of the agent’s wallet, which executes. Null until the agent has one."""
    wallet_provider: str
    """Provider that holds the key."""
    chain: str
    """Network of the execution."""
    market_id: str
    """Name of the market, chosen by the agent."""
    market_contract_address: str | None
    """Address of the market contract. Null for a market that is not created yet."""
    amount: str | None
    """Stake, display units."""
    min_multiple: str | None
    """Minimum payout when the transaction is sent, as a multiple of the stake. Null for any payout."""
    outcome: Literal["yes", "no"] | None
    """Outcome of the market."""
    resolver: str | None
    """Address that may resolve the market."""
    collateral_token: str | None
    """Address of the token of the stakes."""
    close_timestamp: str | None
    """End of buying."""
    question: str | None
    """Question of the market."""
    evidence: Evidence | None
    """Evidence for the outcome of `resolve_market`."""
    params: IntentParams
    source_client: str | None
    """Name of the client. Null if not given."""
    client_request_id: str | None
    """Idempotency key. Null if not given."""
    validation_result: IntentValidationResult
    quote: Quote | None
    """Quote of a buy at the creation of the intent. Null if the pools could not be read."""
    warnings: list[str]
    """Points to consider before confirming. The response to a create also names ignored fields of its body."""
    similar_markets: list[SameQuestionDto]
    """Open markets that may ask the question of a `create_market`, at most 3, as of the preview."""
    executions_count: int
    """Number of executions."""
    latest_execution_status: Literal["queued", "submitting", "broadcast", "unknown", "executed", "failed", "cancelled"] | None
    """Status of the latest execution. Null before the first."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    approved_at: str | None
    """Time at which the owner approved the intent by passcode. Null without an approval."""
    confirmed_at: str | None
    """Time of the first confirmation. Null until then."""
    executed_at: str | None
    """Time of the execution. Null until then."""

class IntentParams(TypedDict):
    """Fields of the request that belong to its action. Fields of other actions are absent."""
    market_contract_address: NotRequired[str]
    """Address of the market contract."""
    amount: NotRequired[str]
    """Stake of a buy, display units."""
    min_multiple: NotRequired[str | None]
    """Minimum payout of a buy, as a multiple of the stake. Null for any payout."""
    outcome: NotRequired[Literal["yes", "no"]]
    """Outcome for `resolve_market`."""
    question: NotRequired[str]
    """Question for `create_market`."""
    close_timestamp: NotRequired[str]
    """End of buying for `create_market`."""
    resolver: NotRequired[str]
    """Resolver for `create_market`."""
    collateral_token: NotRequired[str]
    """Token of the stakes for `create_market`."""
    evidence: NotRequired[Evidence | None]
    """Evidence for the outcome of `resolve_market`."""

class IntentResponse(TypedDict):
    intent: Intent

class IntentValidationResult(TypedDict):
    """Validity of the request, the checks of its execution, and its fee."""
    valid: bool
    """Whether the request is well-formed. Always true: an invalid request returns 400. `would_execute` states the result of the checks."""
    would_execute: bool | None
    """Whether execution would have taken effect at the creation of the intent. False if a check fails with an error code. Null if a check could not be made, such as without an answer of the chain."""
    errors: list[str]
    """Validation failures, always empty."""
    checks: list[Check]
    """Execution rules, evaluated at the creation of the intent as in an execution. A failed check does not reject the preview."""
    fee: Fee | None
    """Fee at the creation of the intent. Null if the chain could not be read: that says nothing of who pays."""

class IntentWithPlanResponse(TypedDict):
    intent: Intent
    planned_calls: PlannedCalls | None
    """Calls that an execution sends with the current settings. Null until the first confirmation."""

class IntentsPage(TypedDict):
    intents: list[Intent]
    """Intents, newest first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class Lane(TypedDict):
    """Queue of one wallet."""
    agent_id: str
    """Id of the agent."""
    state: Literal["due", "leased", "waiting", "quarantined"]
    """State of the lane: a worker may serve it now, serves it, serves it later, or does not serve it until it is released."""
    due_at: str | None
    """Time at which a worker serves the lane next, or at which its lease ends. Null if it is quarantined."""
    overdue: bool
    """Whether the lane has been due for more than 30 seconds without a worker that holds it."""
    quarantined_at: str | None
    """Time of the quarantine. Null if the lane is served."""
    failures: int
    """Consecutive unexpected errors."""
    unfinished: int
    """Unfinished executions, counted up to 1,000."""
    head_execution_id: str | None
    """Execution that is served next or now. Null if the last one has just ended."""
    head_status: Literal["queued", "submitting", "broadcast", "unknown", "executed", "failed", "cancelled"] | None
    """Status of that execution. Null without one."""
    waiting_for: Literal["lane", "block", "provider", "gas", "paused", "seal_violated"] | None
    """Resource that the execution waits for, or `seal_violated` if workers refuse to send it. Null if it does not wait."""
    accepted_at: str | None
    """Time of its acceptance. Null without one."""

class LanesPage(TypedDict):
    lanes: list[Lane]
    """Lanes, the longest due first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class LaterBet(TypedDict):
    """Payout of the quoted stake after a later buy."""
    amount: str
    """Stake of the later buy, display units."""
    on_same_outcome: PayoutTerms
    on_other_outcome: PayoutTerms
    """Payout after a later buy of the other outcome."""

class Market(TypedDict):
    """Market with two outcomes."""
    id: str
    """Id of the market."""
    title: str
    """Question of the market."""
    status: Literal["DRAFT", "OPEN", "TRADING_CLOSED", "RESOLVED", "SETTLED", "CANCELLED"]
    """Current status. Opening and closing depend on the time."""
    category: str | None
    """Category for filtering. Null if not given."""
    tags: list[str]
    """Tags for filtering and search, at most 5."""
    collateral_asset: str
    """Token of the stakes."""
    chain: str
    """Network of the market."""
    closes_at: str
    """End of trading."""
    resolution_source: str | None
    """Source of the outcome. Null if not given."""
    onchain: OnchainMarket | None
    """Contract of the market. Null for a market that is only a record."""
    creator_user_id: str
    """Id of the user that owns the market."""
    description: str | None
    """Criteria for YES. Null if not given."""
    cover_image_url: str | None
    """Public HTTPS URL of an image. Null if not given."""
    outcome_yes_label: str
    """Label of YES."""
    outcome_no_label: str
    """Label of NO."""
    opens_at: str | None
    """Start of trading. Null if trading starts at creation."""
    resolved_at: str | None
    """Time of the resolution. Null until then."""
    settled_at: str | None
    """Time of the last claimed payout. Null until then."""
    winning_outcome: Literal["YES", "NO"] | None
    """Outcome of the market. Null before the resolution."""
    resolution_terms: ResolutionTerms
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""

class MarketAction(TypedDict):
    """Request to act on an existing market."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["close_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: str
    """Idempotency key. The same key with the same request always returns the same intent."""
    expect: NotRequired[ActionExpectation | None]
    """Terms that the preview must meet. Otherwise nothing is accepted."""
    market_contract_address: str
    """Address of the market contract."""

class MarketFacets(TypedDict):
    """Numbers of markets, the largest 50 of a kind."""
    status: list[FacetValueDto]
    """By current status. Lists every status."""
    category: list[FacetValueDto]
    """By category, the most frequent first."""
    tag: list[FacetValueDto]
    """By tag, the most frequent first."""

class MarketIntent(TypedDict):
    """Request to act on an existing market."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["close_market", "claim_payout", "cancel_market", "claim_refund"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: NotRequired[str | None]
    """Idempotency key. The same key with the same request always returns the same intent."""
    market_contract_address: str
    """Address of the market contract."""

class MarketResponse(TypedDict):
    market: Market

class MarketsPage(TypedDict):
    markets: list[Market]
    """Markets in the requested order."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class Onboarding(TypedDict):
    """Onboarding of an agent."""
    onboarding_id: str
    """Id of the onboarding."""
    agent_id: str
    """Id of the agent."""
    user_email: str
    """E-mail address of the owner, masked because reads are public."""
    user_wallet: str | None
    """Address of the owner’s personal wallet. Null if not given."""
    source_client: str | None
    """Name of the client. Null if not given."""
    channel: str | None
    """Channel used to contact the owner. Null if not given."""
    chain: str
    """Network of the wallet."""
    wallet_provider: str
    """Custody of the key."""
    status: Literal["pending_otp", "verified", "expired", "locked"]
    """Status of the onboarding. `locked` after five wrong passcodes."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    expires_at: str
    """Expiration time of the passcode."""

class OnboardingResponse(TypedDict):
    onboarding: Onboarding

class OnboardingStartedResponse(TypedDict):
    onboarding: Onboarding
    next_step: Literal["otp_required"]
    """Next step, always `otp_required`."""
    warnings: list[str]
    """Ignored fields of the body."""
    expires_at: str
    """Expiration time of the passcode."""

class OnboardingVerifiedResponse(TypedDict):
    onboarding: Onboarding
    agent_wallet: AgentWallet
    agent_session: Session
    next_step: Literal["ready"]
    """Next step, always `ready`: the agent can act."""
    warnings: list[str]
    """Ignored fields of the body."""

class OnchainMarket(TypedDict):
    """State of the market contract at an indexed block."""
    market_id: str
    """Name of the market, chosen by its creator."""
    market_contract_address: str
    """Address of the market contract."""
    deployment_transaction_hash: str
    """Hash of the transaction that deployed the contract."""
    resolver: str
    """Address that may resolve the market."""
    yes_pool: str
    """Sum of all stakes on YES, display units."""
    no_pool: str
    """Sum of all stakes on NO, display units."""
    implied_probability_yes: str | None
    """YES pool as a share of both pools, 0 to 1. Null while the pools are empty."""
    last_stake_at: str | None
    """Time of the last stake. Null before the first."""
    as_of_block: int
    """Block at which these values were read."""

class Overview(TypedDict):
    """State of the service for operators."""
    at: str
    """Time of the overview, by the database’s clock."""
    lanes: OverviewLanes
    executions: OverviewExecutions
    pauses: list[OverviewPause]
    """Pauses: scopes first, then up to 100 agents."""
    provider: OverviewProvider
    index: OverviewIndex
    queue: OverviewQueue
    workers: OverviewWorkers

class OverviewExecutions(TypedDict):
    """Unfinished executions by status, counted up to 10,000."""
    queued: int
    """Executions that wait in their lane."""
    submitting: int
    """Executions that are being sent."""
    broadcast: int
    """Executions whose transaction waits for the chain."""
    unknown: int
    """Executions whose outcome is being reconciled."""
    oldest_untouched_ms: int
    """Age in milliseconds of the oldest queued execution that no worker has picked up. 0 without one."""
    oldest_unknown_ms: int
    """Age in milliseconds of the oldest `unknown` execution. 0 without one."""

class OverviewIndex(TypedDict):
    """Progress of the read models."""
    block: int | None
    """Indexed block. Null before the first one."""
    head_block: int | None
    """Newest block that the indexing worker has seen. Null before."""
    lag_blocks: int | None
    """Confirmed blocks that are not indexed. Null before the first poll."""
    last_poll_age_ms: int
    """Age of the last poll in milliseconds."""
    has_leader: bool
    """Whether a worker indexes the chain."""

class OverviewLanes(TypedDict):
    """Lanes by state, counted up to 10,000. A lane is the queue of one wallet."""
    due: int
    """Lanes that a worker may serve now."""
    leased: int
    """Lanes that a worker serves."""
    waiting: int
    """Lanes that are due later."""
    quarantined: int
    """Lanes that are not served until `npm run ops -- lanes release AGENT_ID`."""
    stopped_since: str | None
    """Time since which no lane is served, because the database was restored or failed over. Null if lanes are served."""

class OverviewPause(TypedDict):
    """Pause by an operator."""
    scope: str
    """`global`, an action, or the id of an agent."""
    since: str
    """Time of the last change. For an agent, another change of its wallet may be later than the pause."""

class OverviewProvider(TypedDict):
    """Wallet provider as the workers see it."""
    configured: bool
    """Whether a live worker has the credentials."""
    breaker_open: bool
    """Whether sends are stopped because the provider rejects the credentials."""
    probe_at: str | None
    """Time of the next probe. Null unless the breaker is open."""
    debt_ms: int
    """Debt of the rate limit: longest time in milliseconds until a new execution of an account is sent. 0 when it is sent at once."""

class OverviewQueue(TypedDict):
    """Jobs that wait for a worker, and due tasks."""
    lane_jobs: int | None
    """Waiting jobs of lanes. Null if the queue does not answer."""
    task_jobs: int | None
    """Waiting jobs of tasks. Null if the queue does not answer."""
    dashboard_url: str | None
    """Address of a worker’s bull-board for browsers of operators. Null if it is not configured."""
    tasks_due: int
    """Due worker tasks, such as provisioning and balances, counted up to 10,000."""

class OverviewResponse(TypedDict):
    overview: Overview

class OverviewWorkers(TypedDict):
    """Worker processes."""
    alive: int
    """Workers that have reported within the last minute."""

class PayoutTerms(TypedDict):
    """Payout of a stake."""
    payout_if_won: str
    """Payout including the stake, display units."""
    payout_multiple: str
    """Payout divided by stake, rounded down."""

class PlannedCall(TypedDict):
    """Contract call of an intent, whether it was sent or not."""
    to: str
    """Address of the called contract."""
    contract: Literal["factory", "market", "collateral"]
    """Kind of the called contract."""
    function: str
    """Name of the function."""
    args: list[str]
    """Arguments without ref and deadline, as encoded in the call. Amounts are in base units, the token’s smallest unit, and times in unix seconds. A buy has the stake and its minimum payout, which is 0 without `min_multiple`."""
    args_display: list[str]
    """The same arguments for people: amounts in display units, times in RFC 3339."""
    value: Literal["0"]
    """Native coins sent with the call, always `0`."""
    chain: str
    """Network of the call."""

class PlannedCalls(TypedDict):
    """Contract calls of the executions of an intent."""
    approval: PlannedCall | None
    """Approval that is sent before the call, or as a permit with it. Null where the preview saw an allowance that covers the stake, and for other actions."""
    transaction_request: PlannedTransactionRequest

class PlannedTransactionRequest(TypedDict):
    """Call that executes the action, whether it was sent or not."""
    to: str
    """Address of the called contract."""
    contract: Literal["factory", "market", "collateral"]
    """Kind of the called contract."""
    function: str
    """Name of the function."""
    args: list[str]
    """Arguments without ref and deadline, as encoded in the call. Amounts are in base units, the token’s smallest unit, and times in unix seconds. A buy has the stake and its minimum payout, which is 0 without `min_multiple`."""
    args_display: list[str]
    """The same arguments for people: amounts in display units, times in RFC 3339."""
    value: Literal["0"]
    """Native coins sent with the call, always `0`."""
    chain: str
    """Network of the call."""
    ref: str
    """Ref of the intent. The contracts reject a second effect with the same ref."""
    deadline_seconds: int
    """Lifetime of the call in seconds, counted from arming."""

class PolicyMetadata(TypedDict):
    """Limits of a wallet."""
    max_trade_amount: str | None
    """Maximum stake of one buy, display units. Null for no limit."""
    daily_limit: str | None
    """Maximum stake of the buys within 24 hours, display units. Null for no limit."""
    market_limit: str | None
    """Maximum stake in one market, display units. Null for no limit."""
    open_exposure_limit: str | None
    """Maximum stake in markets that are neither resolved nor cancelled, display units. Null for no limit."""
    approval_above: str | None
    """Stake above which the owner approves each buy, display units. Null for no approvals."""
    auto_claim: bool
    """Whether payouts and refunds are claimed automatically."""
    total_limit: str | None
    """Maximum stake over the life of the agent, display units. Null for no limit."""
    valid_until: str | None
    """Time from which the wallet creates no market and buys nothing. Null for no end."""

class PolicyMetadataBody(TypedDict):
    """Limits of a wallet. Unknown keys are rejected, so that a misspelled limit is not left out."""
    max_trade_amount: NotRequired[str | None]
    """Maximum stake of one buy, display units. Null removes the limit; "0" blocks buys."""
    daily_limit: NotRequired[str | None]
    """Maximum stake of the buys within 24 hours, display units. Null removes the limit; "0" blocks buys."""
    market_limit: NotRequired[str | None]
    """Maximum stake in one market, display units. Null removes the limit; "0" blocks buys."""
    open_exposure_limit: NotRequired[str | None]
    """Maximum stake in markets that are neither resolved nor cancelled, display units. Null removes the limit; "0" blocks buys."""
    approval_above: NotRequired[str | None]
    """Stake above which the owner approves each buy by passcode, display units. Null removes it; "0" demands an approval of every buy."""
    auto_claim: NotRequired[bool | None]
    """Whether payouts and refunds are claimed automatically, once a resolution or cancellation has its confirmations. No owner needs to agree: the money stays in the wallet."""
    total_limit: NotRequired[str | None]
    """Maximum stake over the life of the agent, display units. Once it is used up, the wallet creates no market either. Null removes the limit; "0" blocks both."""
    valid_until: NotRequired[str | None]
    """Time from which the wallet creates no market and buys nothing. Exits stay possible. Null removes it."""

class Portfolio(TypedDict):
    """Stakes of an agent at one block."""
    agent_id: str
    """Id of the agent."""
    agent_wallet_address: str | None
    """Address of the agent’s wallet. Null until the provider has created it."""
    chain: str
    """Network of the wallet."""
    wallet_provider: str
    """Provider that holds the key."""
    active_positions_count: int
    """Number of stakes in markets that are open for buying."""
    resolved_or_closed_positions_count: int
    """Number of all other stakes."""
    claimable_refundable_count: int
    """Number of stakes with a claimable payout or refund."""
    total_exposure: str
    """Cost of all stakes in undecided markets, display units."""
    positions: list[PortfolioPosition]
    """Stakes of the agent."""
    settlements: list[PortfolioSettlement]
    """Payouts and refunds of these stakes."""
    is_truncated: bool
    """Whether older stakes are left out: a portfolio has the 200 markets with the latest first buys."""
    as_of_block: int | None
    """Block of the portfolio. Null without a wallet on the chain or before the first indexed block."""

class PortfolioPosition(TypedDict):
    """Stake of an agent on one outcome of one market."""
    market_id: str
    """Name of the market, chosen by the agent."""
    core_market_id: str
    """Id of the market in `/markets`."""
    market_contract_address: str | None
    """Address of the market contract. Null if unknown."""
    outcome: Literal["YES", "NO"]
    """Outcome of the stake."""
    market_status: Literal["OPEN", "TRADING_CLOSED", "RESOLVED", "CANCELLED"]
    """Status of the market."""
    quantity: str
    """Stake, display units."""
    cost: str
    """Cost of the stake, display units."""
    current_value: str
    """Current value of the stake, display units."""
    realized_pnl: str
    """Realized profit, display units. Negative for a loss."""
    unrealized_pnl: str
    """Unrealized profit, display units. Negative for a loss."""
    claimable: str
    """Amount that `claim_payout` would pay, display units."""
    refundable: str
    """Amount that `claim_refund` would pay, display units."""
    claim_action: Literal["claim_payout", "claim_refund"] | None
    """Action that claims the stake. Null if nothing can be claimed."""

class PortfolioResponse(TypedDict):
    portfolio: Portfolio

class PortfolioSettlement(TypedDict):
    """Payout or refund of an agent after the end of a market, claimed or not."""
    market_id: str
    """Name of the market, chosen by the agent."""
    core_market_id: str
    """Id of the market in `/markets`."""
    market_contract_address: str | None
    """Address of the market contract. Null if unknown."""
    outcome: Literal["YES", "NO"]
    """Outcome of the stake."""
    amount: str
    """Amount, display units."""
    status: Literal["PENDING", "SETTLED"]
    """`PENDING` before the claim, `SETTLED` after it."""
    tx_hash: str | None
    """Hash of the claim transaction. Null before the claim."""
    settled_at: str | None
    """Time of the claim. Null until then."""

class Position(TypedDict):
    """Stake of a user on one outcome of one market."""
    id: str
    """Id of the position."""
    user_id: str
    """Id of the user that holds the position."""
    market_id: str
    """Id of the market."""
    outcome: Literal["YES", "NO"]
    """Outcome of the stake."""
    quantity: str
    """Stake, display units."""
    average_entry_price: str
    """Stake-weighted mean of the implied probability after each buy, 0 to 1."""
    realized_pnl: str
    """Realized profit, display units. Negative for a loss."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""

class PositionsPage(TypedDict):
    positions: list[Position]
    """Positions, newest first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class Quote(TypedDict):
    """Effect and payout of a buy, computed from the pools at one block as in the contract."""
    market_contract_address: str
    """Address of the market contract."""
    outcome: Literal["YES", "NO"]
    """Outcome to buy."""
    amount: str
    """Stake, display units."""
    yes_pool: str
    """Sum of all stakes on YES before the buy, display units."""
    no_pool: str
    """Sum of all stakes on NO before the buy, display units."""
    implied_probability_before: str | None
    """Share of the outcome’s pool before the buy, 0 to 1, rounded down. Null while the pools are empty."""
    implied_probability_after: str
    """Share of the outcome’s pool after the buy, 0 to 1, rounded down."""
    payout_if_won: str
    """Payout including the stake if the market ended now with this outcome, display units."""
    profit_if_won: str
    """Payout minus stake, display units."""
    payout_multiple: str
    """Payout divided by stake, rounded down, at least 1."""
    break_even_probability: str
    """Probability of the outcome above which the buy is profitable on average, 0 to 1, rounded up."""
    later_bets: list[LaterBet]
    """Payouts after later buys. Buys of the same outcome lower the payout, buys of the other raise it."""
    as_of_block: int
    """Block of the pools."""

class QuoteResponse(TypedDict):
    quote: Quote

class Readback(TypedDict):
    """Values read from the contracts after the transaction. Amounts are strings in base units. The action determines which keys are present."""
    market_count: NotRequired[str | None]
    """Number of markets that the factory has created. For `create_market`."""
    created_market: NotRequired[str | None]
    """Address of the new market contract. For `create_market`."""
    is_market: NotRequired[bool | None]
    """Whether the factory created the market. For `create_market`."""
    yes_positions: NotRequired[str | None]
    """Stake of the wallet on YES. For buys."""
    no_positions: NotRequired[str | None]
    """Stake of the wallet on NO. For buys."""
    total_yes: NotRequired[str | None]
    """Sum of all stakes on YES. For buys."""
    total_no: NotRequired[str | None]
    """Sum of all stakes on NO. For buys."""
    total_collateral: NotRequired[str | None]
    """Sum of all stakes. For buys."""
    market_status: NotRequired[Literal["0", "1", "2", "3"] | None]
    """Status of the market: open, closed, resolved, cancelled. For actions other than buys and `create_market`."""
    is_open: NotRequired[bool | None]
    """Whether stakes are accepted. For `close_market`."""
    winning_outcome: NotRequired[Literal["0", "1", "2"] | None]
    """Outcome: undecided, YES, NO. For `resolve_market` and `claim_payout`."""
    claimable_payout: NotRequired[str | None]
    """Payout that the wallet can claim now. For `resolve_market` and `claim_payout`."""
    claimable_refund: NotRequired[str | None]
    """Refund that the wallet can claim now. For `cancel_market` and `claim_refund`."""
    has_claimed: NotRequired[bool | None]
    """Whether the wallet has claimed. For actions on decided markets."""

class Readiness(TypedDict):
    """Successful readiness probe."""
    status: Literal["ok"]
    """Always `ok`."""

class RegisterWalletBody(TypedDict):
    """Registration of an agent’s wallet."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    wallet_provider: Literal["provider_agent_wallet"]
    """Provider that holds the key."""
    allowed_actions: list[Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]]
    """Actions that the wallet may execute."""
    user_wallet: NotRequired[str | None]
    """Address of the owner’s personal wallet, for information only."""
    chain: NotRequired[str | None]
    """Network of the wallet. Defaults to `CHAIN-TESTNET`, the only network that executes."""
    status: NotRequired[Literal["active", "disabled"] | None]
    """Status of the wallet. A disabled wallet executes nothing."""
    policy_metadata: NotRequired[PolicyMetadataBody | None]
    """Limits of the wallet."""
    source_client: NotRequired[str | None]
    """Name of the client program."""
    agent_wallet_address: NotRequired[str | None]
    """Address of an existing wallet. If omitted, the provider creates a wallet."""

class RegisteredWalletResponse(TypedDict):
    agent_wallet: AgentWallet
    warnings: list[str]
    """Ignored fields of the body."""

class RequestRate(TypedDict):
    """Allowance of the client’s address, with the request itself counted."""
    requests: int
    """Requests in one window, all of which may be sent at once."""
    window_seconds: int
    """Length of the window, seconds."""
    remaining: int
    """Requests that are left."""
    resets_in_seconds: int
    """Seconds until there are more."""

class Resolution(TypedDict):
    """Outcome of a market, with its evidence."""
    id: str
    """Id of the resolution."""
    market_id: str
    """Id of the market."""
    winning_outcome: Literal["YES", "NO"]
    """Outcome of the market."""
    status: Literal["RESOLVED"]
    """Status, always `RESOLVED`."""
    resolver_type: Literal["manual"]
    """Type of the resolver, always `manual`."""
    evidence_reference: str
    """Hash of the transaction that resolved the market."""
    evidence: Evidence | None
    """Evidence that the resolver has stated with this service. Null if none."""
    due_at: str | None
    """Time at which the outcome is expected: 24 hours after the close. The contract accepts it later, until the market is cancelled. Null for a market without a contract."""
    overdue: bool | None
    """Whether the outcome came after `due_at`, or is still missing then. False for a cancelled market. Null for a market without a contract."""
    resolved_at: str
    """Time of the resolution."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""

class ResolutionResponse(TypedDict):
    resolution: Resolution

class ResolutionTerms(TypedDict):
    """Resolver of the market and times of its resolution. All fields except `source` are null for a market without a contract."""
    source: str | None
    """Source of the outcome. Null if not given."""
    resolver: str | None
    """Address that may resolve the market."""
    resolver_is_creator: bool | None
    """Whether the resolver created the market."""
    resolver_holds_position: bool | None
    """Whether the resolver has a stake in the market."""
    creator_holds_position: bool | None
    """Whether the creator has a stake in the market. A creator may cancel the market before its close time."""
    closable_at: str | None
    """Earliest time at which creator or resolver may close the market. Buying ends at this time even if the market is not closed."""
    resolvable_at: str | None
    """Earliest time at which the resolver may resolve the market, even if it is not closed."""
    cancellable_by_anyone_at: str | None
    """Earliest time at which anyone may cancel an unresolved market. Every stake is then refunded."""
    due_at: str | None
    """Time at which the outcome is expected: 24 hours after the close. The contract accepts it later, until the market is cancelled. Null for a market without a contract."""
    overdue: bool | None
    """Whether the outcome came after `due_at`, or is still missing then. False for a cancelled market. Null for a market without a contract."""

class ResolveMarketAction(TypedDict):
    """Request to resolve a market."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["resolve_market"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: str
    """Idempotency key. The same key with the same request always returns the same intent."""
    expect: NotRequired[ActionExpectation | None]
    """Terms that the preview must meet. Otherwise nothing is accepted."""
    market_contract_address: str
    """Address of the market contract."""
    outcome: Literal["yes", "no", "1", "2"]
    """Outcome of the market, case-insensitive. `1` is yes, `2` is no."""
    evidence: NotRequired[EvidenceInput | None]
    """Evidence for the outcome, which everyone can read."""

class ResolveMarketIntent(TypedDict):
    """Request to resolve a market."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    action: Literal["resolve_market"]
    """Action to execute."""
    user_wallet: str
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: str
    """Name of the market, chosen by the agent."""
    source_client: NotRequired[str | None]
    """Name of the client, part of the idempotency key."""
    client_request_id: NotRequired[str | None]
    """Idempotency key. The same key with the same request always returns the same intent."""
    market_contract_address: str
    """Address of the market contract."""
    outcome: Literal["yes", "no", "1", "2"]
    """Outcome of the market, case-insensitive. `1` is yes, `2` is no."""
    evidence: NotRequired[EvidenceInput | None]
    """Evidence for the outcome, which everyone can read."""

class SameQuestionDto(TypedDict):
    id: str
    """Id of the market in `/markets`."""
    title: str
    """Question of the market."""
    score: float
    """Share of the trigrams that the questions have in common, 0 to 1."""

class SchemaReport(TypedDict):
    """Database schema, compared with the migrations of this build."""
    status: Literal["ok", "error"]
    """`error` if a table or a migration of this build is missing."""
    migration_version: int
    """Number of the newest applied migration, 0 for none."""
    dirty: bool
    """Whether a migration of this build is missing."""
    missing_tables: list[str]
    """Names of the missing tables."""

class ServiceIndex(TypedDict):
    """Version of this service, and paths of its descriptions and tools."""
    version: str
    """Version of the service, as in the OpenAPI document."""
    docs: str
    """Path of the reference page."""
    openapi: str
    """Path of the OpenAPI document."""
    llms: str
    """Path of the overview for language models."""
    console: str | None
    """Path of the web console. Null if this service has none."""
    mcp: str | None
    """URL of the MCP server. Null if this service has none."""

class ServiceLimits(TypedDict):
    """Limits beside the rate, above which a request is refused with 429."""
    queued_executions: int
    """Maximum queued executions of one wallet."""
    passcodes_per_hour: int
    """Maximum passcodes an hour for one agent and mailbox."""
    faucet_cooldown_seconds: int
    """Time between two faucet grants to one agent, seconds. 0 for no limit."""

class Session(TypedDict):
    """Record of a verified onboarding. It grants no access."""
    session_id: str
    """Id of the session."""
    agent_id: str
    """Id of the agent."""
    onboarding_id: NotRequired[str]
    """Id of the onboarding. Absent if reads require an API key (`AUTH_READS=account`)."""
    user_email: str
    """E-mail address of the owner, masked."""
    user_wallet: str | None
    """Address of the owner’s personal wallet. Null if unknown."""
    agent_wallet_address: str | None
    """Address of the agent’s wallet. Null until the provider has created it."""
    wallet_provider: str
    """Provider that holds the key."""
    chain: str
    """Network of the wallet."""
    allowed_actions: list[Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]]
    """Actions that the wallet may execute."""
    allowed_channels: list[str]
    """Channels used to contact the owner."""
    session_metadata: SessionMetadata
    status: Literal["active", "expired"]
    """Status of the session."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    expires_at: str
    """Expiration time of the session."""

class SessionMetadata(TypedDict):
    """Client and channel of the onboarding."""
    source_client: str | None
    """Name of the client. Null if not given."""
    channel: str | None
    """Channel used to contact the owner. Null if not given."""

class SessionResponse(TypedDict):
    agent_session: Session

class Settlement(TypedDict):
    """Payout or refund of a user after the end of a market, claimed or not."""
    id: str
    """Id of the settlement."""
    market_id: str
    """Id of the market."""
    user_id: str
    """Id of the user who receives the amount."""
    resolution_id: str | None
    """Id of the resolution. Null for the refund of a cancelled market."""
    outcome: Literal["YES", "NO"]
    """Outcome of the stake."""
    amount: str
    """Amount, display units."""
    status: Literal["PENDING", "SETTLED"]
    """`PENDING` before the claim, `SETTLED` after it."""
    tx_hash: str | None
    """Hash of the claim transaction. Null before the claim."""
    settled_at: str | None
    """Time of the claim. Null until then."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""

class SettlementsPage(TypedDict):
    settlements: list[Settlement]
    """Settlements, newest first."""
    next_cursor: str | None
    """Start of the next page, to be sent as `cursor`. Null on the last page."""

class SimilarMarket(TypedDict):
    """Market whose title resembles another."""
    market: CompactMarket
    score: float
    """Share of the trigrams that the titles have in common, 0 to 1."""

class SimilarMarketsResponse(TypedDict):
    similar: list[SimilarMarket]
    """At most 10 markets, the most similar first."""

class StartOnboardingBody(TypedDict):
    """Agent and mailbox of its owner."""
    agent_id: str
    """Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected."""
    user_email: str
    """E-mail address of the owner, to which the passcode is sent. Responses contain it masked."""
    user_wallet: NotRequired[str | None]
    """Address of the owner’s personal wallet."""
    source_client: NotRequired[str | None]
    """Name of the client."""
    channel: NotRequired[str | None]
    """Channel used to contact the owner."""
    wallet_update: NotRequired[WalletUpdateBody | None]
    """Change of the wallet, which may loosen its limits. The e-mail states the change, and verification applies exactly that change."""

class Step(TypedDict):
    """One transaction of an execution."""
    kind: Literal["approve", "main"]
    """Approval before a buy, or the action itself."""
    status: Literal["planned", "armed", "sent", "mined", "done", "unknown", "failed"]
    """Status of the step."""
    armed_at: str | None
    """Time at which the call was stored. Null before."""
    last_sent_at: str | None
    """Time of the last send. Null before."""
    deadline: str | None
    """Deadline of the step. Null before the step is armed. The contract accepts the action until then, and the first confirmed block after it decides an `unknown` step. An approval carries no deadline: without an allowance by then the execution fails, and the token may still accept the approval."""
    transaction_hash: str | None
    """Hash of the transaction. Null before it is known."""
    block_number: int | None
    """Block of the receipt. Null without one."""
    block_hash: str | None
    """Hash of that block. Null without a receipt."""

class StepHash(TypedDict):
    """Transaction hash that was seen for a step."""
    transaction_hash: str
    """Hash of the transaction."""
    seen_at: str
    """Time at which it was first seen."""
    is_foreign: bool
    """Whether the wallet provider named it, and its transaction is not the step’s."""

class Token(TypedDict):
    """Token of a balance."""
    name: str
    """Name of the token."""
    symbol: str
    """Symbol of the token."""
    decimals: int
    """Number of decimals."""
    address: str | None
    """Address of the token contract. Null for the native coin."""
    blockchain: str
    """Network of the token, as in `chain`."""

class TokenBalance(TypedDict):
    """Balance of one token."""
    token: Token
    amount: str
    """Amount, display units."""

class Trade(TypedDict):
    """Record of an intended trade. Nothing is executed on the chain."""
    id: str
    """Id of the record."""
    user_id: str
    """Id of the trading user."""
    market_id: str
    """Id of the market."""
    outcome: Literal["YES", "NO"]
    """Outcome to trade."""
    side: Literal["BUY", "SELL"]
    """Side of the trade."""
    quantity: str
    """Quantity."""
    price: str
    """Price per unit, 0 to 1."""
    collateral_amount: str
    """Quantity × price, exact."""
    fee_amount: str
    """Fee, always `0`."""
    status: Literal["PENDING"]
    """Status of the record, always `PENDING`."""
    tx_hash: str | None
    """Transaction hash, always null."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""

class TradeExecution(TypedDict):
    """Execution of a trade intent, which never takes place."""
    status: Literal["not_executed"]
    """Always `not_executed`."""
    reason: str
    """Reason, for people."""

class TradeResponse(TypedDict):
    trade: Trade
    execution: TradeExecution

class TransactionRequest(TypedDict):
    """Call that executes the action."""
    to: str
    """Address of the called contract."""
    contract: Literal["factory", "market", "collateral"]
    """Kind of the called contract."""
    function: str
    """Name of the function."""
    args: list[str]
    """Arguments without ref and deadline, as encoded in the call. Amounts are in base units, the token’s smallest unit, and times in unix seconds. A buy has the stake and its minimum payout, which is 0 without `min_multiple`."""
    args_display: list[str]
    """The same arguments for people: amounts in display units, times in RFC 3339."""
    value: Literal["0"]
    """Native coins sent with the call, always `0`."""
    chain: str
    """Network of the call."""
    ref: str
    """Ref of the intent. The contracts reject a second effect with the same ref."""
    deadline_seconds: int
    """Lifetime of the call in seconds, counted from arming."""
    broadcast_performed: Literal[False]
    """Whether a transaction was sent, always false: a plan sends nothing."""

class ValidationResult(TypedDict):
    """Validity of the request, and the checks of its execution."""
    valid: bool
    """Whether the request is well-formed. Always true: an invalid request returns 400. `would_execute` states the result of the checks."""
    would_execute: bool | None
    """Whether execution would have taken effect at the creation of the intent. False if a check fails with an error code. Null if a check could not be made, such as without an answer of the chain."""
    errors: list[str]
    """Validation failures, always empty."""
    checks: list[Check]
    """Execution rules, evaluated at the creation of the intent as in an execution. A failed check does not reject the preview."""

class VerifyOnboardingBody(TypedDict):
    """Onboarding and passcode."""
    onboarding_id: str
    """Id of the onboarding."""
    otp: str
    """Passcode from the e-mail: six digits, valid for ten minutes and five attempts."""

class WalletBalance(TypedDict):
    """Balances of a wallet, as the provider reports them."""
    agent_id: str
    """Id of the agent."""
    agent_wallet_address: str
    """Address of the wallet."""
    chain: str
    """Network of the wallet."""
    balances: list[TokenBalance]
    """Balances by token. Includes the collateral even if its amount is "0"."""

class WalletBalanceResponse(TypedDict):
    agent_wallet_balance: WalletBalance

class WalletResponse(TypedDict):
    agent_wallet: AgentWallet

class WalletUpdateBody(TypedDict):
    """Change of a wallet that the owner approves."""
    allowed_actions: NotRequired[list[Literal["create_market", "buy_yes", "buy_no", "close_market", "resolve_market", "claim_payout", "cancel_market", "claim_refund"]] | None]
    """Actions that the wallet may execute."""
    policy_metadata: NotRequired[PolicyMetadataBody | None]
    """Limits of the wallet."""
    status: NotRequired[Literal["active", "disabled"] | None]
    """Status of the wallet. A disabled wallet executes nothing."""
    frozen: NotRequired[Literal[False] | None]
    """Unfreezes the wallet. Only `false`: `POST /agent/wallets/{agent_id}/freeze` freezes it."""

class Webhook(TypedDict):
    """URL that events of agents are sent to."""
    webhook_id: str
    """Id of the webhook."""
    url: str
    """URL that events are sent to."""
    status: Literal["active", "paused", "ended"]
    """Status. `paused` keeps its position after three days of failures, until it is resumed. `ended` is final: the receiver answered 410."""
    agent_ids: list[str] | None
    """Agents whose events are delivered. Null for all agents of the account."""
    types: list[str] | None
    """Types of events that are delivered. Null for all."""
    created_at: str
    """Time of creation."""
    delivered_at: str | None
    """Time of the last delivery. Null before the first."""
    failures: int
    """Failed attempts since the last delivery."""
    failing_since: str | None
    """Time of the first of them. Null without one."""
    failure: Literal["address_forbidden", "connection_failed", "response_status", "secret_unreadable", "timeout"] | None
    """Reason of the last failed attempt. Null after a delivery."""
    response_status: int | None
    """HTTP status of the response to the last failed attempt. Null without a response."""
    next_attempt_at: str | None
    """Time of the next attempt after a failure. Null without failures or while not active."""
    previous_secret_expires_at: str | None
    """Time until which the secret before the last rotation signs as well. Null without one."""
    test: WebhookTest | None
    """Last test delivery. Null without one."""

class WebhookResponse(TypedDict):
    webhook: Webhook

class WebhookSecretResponse(TypedDict):
    webhook: Webhook
    secret: str
    """Signing secret, shown only in this response. Verify each delivery with it."""

class WebhookTest(TypedDict):
    """Delivery of a test event."""
    event_id: str
    """Id of the test event."""
    status: Literal["pending", "delivered", "failed"]
    """Result of the delivery."""
    requested_at: str
    """Time of the request."""
    ended_at: str | None
    """Time of the result. Null while pending."""
    failure: Literal["address_forbidden", "connection_failed", "response_status", "secret_unreadable", "timeout"] | None
    """Reason of the failure. Null for a delivered test."""
    response_status: int | None
    """HTTP status of the response. Null without a response."""

class WebhooksResponse(TypedDict):
    webhooks: list[Webhook]
    """Webhooks of the account, oldest first."""

class ActionFields(TypedDict):
    """Fields of an action."""
    user_wallet: NotRequired[str]
    """Address of the agent’s user, for information only: the wallet of the agent executes and is paid."""
    market_id: NotRequired[str]
    """Name of the market, chosen by the agent."""
    question: NotRequired[str]
    """Question of the market."""
    close_timestamp: NotRequired[str | int]
    """End of buying, in the future. Fractions of a second are discarded."""
    resolver: NotRequired[str]
    """Address that may resolve the market."""
    collateral_token: NotRequired[str]
    """Address of the token of the stakes, as in `/chain/contract`."""
    market_contract_address: NotRequired[str]
    """Address of the market contract."""
    amount: NotRequired[str]
    """Stake above 0, display units, with at most as many decimals as the token."""
    min_multiple: NotRequired[str | None]
    """Minimum payout at the pools after the buy, as a multiple of the stake. The contract refuses the buy below it. Later buys can still lower the payout."""
    outcome: NotRequired[Literal["yes", "no", "1", "2"]]
    """Outcome of the market, case-insensitive. `1` is yes, `2` is no."""
    evidence: NotRequired[EvidenceInput | None]
    """Evidence for the outcome, which everyone can read."""
