import { ERROR_CATALOGUE, type ErrorCode, isErrorCode } from '@app/common';

/** Advice on retrying a failed request, for the table of errors. */
export const RETRY_ADVICE = {
  change: 'No. Change the request first.',
  state: 'No. The stated condition must change first.',
  wait: 'Yes. Repeat the same request after `Retry-After` seconds.',
  repeat: 'Yes. Repeat the same request with exponential backoff.',
  check: 'Read the resource first. Repeat the request only if it had no effect.',
  operator: 'No. The operator of the service must change its settings.',
} as const;

type RetryAdvice = keyof typeof RETRY_ADVICE;

interface ErrorNote {
  /** Completes the sentence "This error is returned when …". */
  readonly when: string;
  readonly retry: RetryAdvice;
}

const note = (retry: RetryAdvice, when: string): ErrorNote => ({ retry, when });

/** Meaning of the catalogue's codes for a client. The catalogue has status and text. */
export const ERROR_NOTES: Readonly<Record<ErrorCode, ErrorNote>> = {
  bad_request: note('change', 'the request is not valid HTTP/1.1, or has no Host header or two'),
  invalid_json: note('change', 'a required body is missing, or the body is not JSON in UTF-8'),
  invalid_id: note('change', 'the id in the path of a list is not a UUID'),
  invalid_query: note(
    'change',
    'a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter',
  ),
  invalid_market_request: note('change', 'a field of the market is missing, invalid, or set by the server only'),
  invalid_creator_user: note('change', 'no user that the caller can write for has the id `creator_user_id`'),
  invalid_trade_intent: note('change', 'a field of the trade intent is missing or invalid'),
  market_not_open: note('state', 'the market has not opened for trading yet, or has closed'),
  agent_id_invalid: note(
    'change',
    '`agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields',
  ),
  agent_intent_invalid: note('change', 'a field that the action requires is missing or invalid'),
  agent_wallet_missing: note('state', 'the agent of the executed intent has no registered wallet'),
  agent_onboarding_invalid: note(
    'change',
    'a field is invalid, the passcode is wrong, used, expired or locked, or the wallet was loosened since the start',
  ),
  agent_approval_invalid: note(
    'change',
    'the passcode is not six digits, or it is wrong, used or expired, or the intent has none; executing the intent sends one',
  ),
  agent_wallet_invalid: note(
    'change',
    'a field of the registration is invalid, a limit is sent outside `policy_metadata`, or the address belongs to another agent',
  ),
  webhook_invalid: note(
    'change',
    'a field of the webhook is missing or invalid, its URL is not public, or the account has the maximum of webhooks',
  ),
  api_key_invalid: note(
    'change',
    'the request requires an API key in `Authorization: Bearer presage_…` (`AUTH_MODE=api_key`, `AUTH_READS=account`, or a read of `/ops` outside a loopback address), and the key is missing, unknown, expired or revoked',
  ),
  api_key_forbidden: note('change', 'the API key lacks the required scope'),
  origin_forbidden: note(
    'operator',
    'a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list',
  ),
  host_forbidden: note(
    'operator',
    'without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`',
  ),
  agent_action_forbidden: note(
    'state',
    'the wallet’s `allowed_actions` do not include the action; preview, confirm and execute check this',
  ),
  agent_wallet_frozen: note(
    'state',
    'the wallet is frozen and the action is `create_market`, `buy_yes` or `buy_no`; preview, confirm and execute check this',
  ),
  agent_approval_required: note(
    'state',
    'a buy is above the `approval_above` of the wallet and its owner has not approved it; the owner gets an e-mail with a passcode, unless an earlier one is still valid or too many were sent',
  ),
  agent_policy_violation: note(
    'state',
    'a buy exceeds `max_trade_amount` or a budget, which `budget` names with its headroom, or falls below its `min_multiple`, or the mandate of the wallet has ended, or the request would loosen a wallet with a verified mailbox or unfreeze one without a passcode; with `paused: true` an operator has paused the action or the agent, and a repeat after `Retry-After` seconds is safe',
  ),
  not_found: note('change', 'no route has this path'),
  market_not_found: note('change', 'no market has this id, or the id is not a UUID'),
  resolution_not_found: note('state', 'the market is unresolved or unknown'),
  agent_not_found: note(
    'change',
    'the agent is unknown, belongs to another account, or is not among the agents of the API key',
  ),
  user_not_found: note('change', 'the user is unknown, or does not belong to the account of the API key'),
  agent_intent_not_found: note('change', 'no intent that the caller can access has this id'),
  agent_execution_not_found: note('change', 'no execution has this id'),
  agent_wallet_not_found: note('state', 'the agent has no registered wallet, or the API key does not act for it'),
  agent_session_not_found: note('state', 'the agent has no active session; verifying an onboarding creates one'),
  agent_onboarding_not_found: note('change', 'no onboarding that the caller can access has this id'),
  webhook_not_found: note('change', 'the account of the API key has no webhook with this id'),
  method_not_allowed: note('change', 'the path has no such method; `Allow` lists its methods'),
  request_timeout: note(
    'repeat',
    'the headers did not arrive within 5 seconds, or the whole request within 10 seconds',
  ),
  agent_intent_not_confirmed: note(
    'check',
    'the executed intent is not `confirmed`; `intent_status`, `execution_status` and `Location` describe its state, and `waiting_for` what an execution waits for',
  ),
  agent_intent_status_invalid: note(
    'state',
    'the intent’s status does not allow the step, such as cancelling an executed intent, or an automatic claim of the same is live or executed, which `Location` names',
  ),
  agent_intent_conflict: note(
    'change',
    'an earlier request of the agent with the same `source_client` and `client_request_id` had other contents; `intent_id` and `Location` name its intent',
  ),
  agent_action_refused: note(
    'state',
    'a check of the chain failed or is unknown, or the preview misses `expect`; nothing was accepted, `details` lists the reasons, and `intent` is the preview, which can still be confirmed and executed',
  ),
  agent_wallet_status_invalid: note(
    'state',
    'the wallet is disabled, or the provider does not hold a wallet for this agent',
  ),
  agent_wallet_chain_invalid: note('state', 'the wallet belongs to a chain other than `CHAIN-TESTNET`'),
  webhook_status_invalid: note('state', 'the receiver has ended the webhook with 410; create another one'),
  agent_intent_archived: note(
    'change',
    'the intent of an earlier request with the same `source_client` and `client_request_id` ended long ago, and its record is in an archive; a new action needs a new `client_request_id`',
  ),
  events_expired: note(
    'change',
    'events after `after` are older than the retention; `oldest_seq` is the first one left',
  ),
  payload_too_large: note('change', 'the body is larger than 64 KiB'),
  unsupported_media_type: note(
    'change',
    'the body is not declared as plain JSON: another content type or none, or an encoding',
  ),
  rate_limited: note(
    'wait',
    'a limit of passcodes is reached, the faucet is in its cooldown, or the client exceeds its requests per minute (`RATE_LIMIT`)',
  ),
  headers_too_large: note('change', 'the request line and the headers exceed 16 KiB'),
  internal_error: note('check', 'the failure is unexpected and has no specific code'),
  markets_list_failed: note('repeat', 'the database failed while listing markets'),
  market_get_failed: note('repeat', 'the database failed while reading the market'),
  market_create_failed: note('check', 'the database failed while recording the market'),
  trade_intent_create_failed: note('check', 'the database failed while recording the trade intent'),
  positions_list_failed: note('repeat', 'the database failed while listing positions'),
  resolution_get_failed: note('repeat', 'the database failed while reading the resolution'),
  settlements_list_failed: note('repeat', 'the database failed while listing settlements'),
  schema_validation_failed: note('repeat', 'the database failed while reading its schema'),
  agent_activity_get_failed: note('repeat', 'the database failed while reading the activity'),
  agent_portfolio_get_failed: note('repeat', 'the database failed while reading the portfolio'),
  provider_agent_wallet_execution_not_enabled: note('operator', 'execution is disabled (`EXECUTION_ENABLED`)'),
  provider_agent_wallet_balance_not_configured: note(
    'operator',
    'balances are disabled, or no wallet provider is configured',
  ),
  provider_agent_wallet_faucet_not_configured: note(
    'operator',
    'the faucet is disabled, or no wallet provider is configured',
  ),
  webhooks_not_enabled: note('operator', 'the service has no API keys (`AUTH_MODE=off`) or no `WEBHOOK_KEY`'),
  agent_execution_failed: note(
    'check',
    'the execution ended without effect; `failure_reason` names the cause, and `retry_safe` states whether it is safe to confirm and execute again',
  ),
  agent_wallet_provisioning_failed: note('repeat', 'the wallet provider failed to create a wallet'),
  provider_agent_wallet_balance_failed: note(
    'repeat',
    'the wallet provider failed to return the balance, or did not respond in time',
  ),
  provider_agent_wallet_faucet_failed: note(
    'check',
    'the wallet provider rejected the faucet request or did not respond; the cooldown has started',
  ),
  database_unavailable: note('wait', 'no connection to the database was free in time, or it was lost'),
  agent_execution_config_invalid: note(
    'operator',
    'the wallet provider is not configured or rejects the service’s credentials, or the chain node serves another chain',
  ),
  overloaded: note(
    'wait',
    'the service is too busy to respond in time, or compares its records with the chain after a failover of the database',
  ),
};

export const ERROR_CODES = Object.keys(ERROR_CATALOGUE).filter(isErrorCode);

export const ERROR_ROWS = ERROR_CODES.map((code) => {
  const { when, retry } = ERROR_NOTES[code];
  return { ...ERROR_CATALOGUE[code], code, when, retry: RETRY_ADVICE[retry] };
});
