import type { ErrorCode } from '@app/common';
import type { RetryAdvice } from './retry-advice.js';

export interface ErrorNote {
  /** When it is answered, to the end of the sentence "This is answered when …". */
  readonly when: string;
  readonly retry: RetryAdvice;
}

const note = (retry: RetryAdvice, when: string): ErrorNote => ({ retry, when });

/** What the catalogue's codes mean to a client. Status and text stand in the catalogue itself. */
export const ERROR_NOTES: Readonly<Record<ErrorCode, ErrorNote>> = {
  bad_request: note('change', 'the request is not valid HTTP/1.1, or has no Host header'),
  invalid_json: note('change', 'the body is empty where one is needed, or is not JSON in UTF-8'),
  invalid_id: note('change', 'the id in the path of a list is not a UUID'),
  invalid_query: note(
    'change',
    'a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each',
  ),
  invalid_market_request: note(
    'change',
    'a field of the market is missing or invalid, or the server’s own; `details` names each',
  ),
  invalid_creator_user: note('change', '`creator_user_id` is a UUID that belongs to no user'),
  invalid_trade_intent: note('change', 'a field of the trade intent is missing or invalid; `details` names each'),
  market_not_open: note('state', 'the market does not take trades at this moment: not yet, or no longer'),
  agent_id_invalid: note(
    'change',
    '`agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field',
  ),
  agent_intent_invalid: note('change', 'a field that the action needs is missing or invalid; `details` names each'),
  agent_wallet_missing: note('state', 'an intent is executed whose agent has no registered wallet'),
  agent_onboarding_invalid: note(
    'change',
    'a field is invalid, the passcode is wrong, used, expired or locked, or the agent has verified another mailbox',
  ),
  agent_wallet_invalid: note(
    'change',
    'a field of the registration is invalid, or the address is not this agent’s; `details` names each',
  ),
  api_key_invalid: note(
    'change',
    'the service asks for API keys (`AUTH_MODE=api_key`), and a write has none, or one that is unknown, expired or revoked',
  ),
  api_key_forbidden: note(
    'change',
    'the API key has not the scope that the write needs, or is bound to another agent than the one it writes for',
  ),
  agent_action_forbidden: note(
    'state',
    'the action is not among the wallet’s `allowed_actions`, at preview, confirm or execute',
  ),
  agent_policy_violation: note(
    'state',
    'a buy exceeds `max_trade_amount` or would bring less than its `min_multiple`, an operator has paused the action, or a wallet with a verified mailbox would be loosened',
  ),
  not_found: note('change', 'no route has this path'),
  market_not_found: note('change', 'no market has this id, or it is no UUID'),
  resolution_not_found: note('state', 'the market is not resolved, or there is no such market'),
  agent_intent_not_found: note('change', 'no intent has this id'),
  agent_wallet_not_found: note('state', 'the agent has registered no wallet'),
  agent_session_not_found: note(
    'state',
    'the agent has no session that is still active; verifying an onboarding makes one',
  ),
  agent_onboarding_not_found: note('change', 'no onboarding has this id'),
  method_not_allowed: note('change', 'the path exists, but not with this method; `Allow` lists its methods'),
  request_timeout: note('repeat', 'the request did not arrive whole within ten seconds, or its headers within five'),
  agent_intent_not_confirmed: note(
    'check',
    'an intent is executed that is not `confirmed`; `intent_status`, `execution_status` and `Location` say where it stands',
  ),
  agent_intent_status_invalid: note(
    'state',
    'the intent’s status does not allow this step: an executed intent cannot be cancelled',
  ),
  agent_intent_conflict: note(
    'change',
    'the same `source_client` and `client_request_id` came before with other contents',
  ),
  agent_wallet_status_invalid: note(
    'state',
    'the wallet is disabled, or the provider holds no wallet for this agent (yet)',
  ),
  agent_wallet_chain_invalid: note('state', 'the wallet is recorded for another chain than `CHAIN-TESTNET`'),
  payload_too_large: note('change', 'the body is larger than 64 KiB'),
  unsupported_media_type: note('change', 'the body declares to be something other than plain JSON'),
  rate_limited: note(
    'wait',
    'an hour’s passcodes are used up, the faucet’s cooldown is not over, or the client’s requests of a minute are (`RATE_LIMIT`)',
  ),
  headers_too_large: note('change', 'the request line and the headers exceed 16 KiB'),
  internal_error: note('check', 'something failed that has no code of its own'),
  markets_list_failed: note('repeat', 'the database failed while it listed markets'),
  market_get_failed: note('repeat', 'the database failed while it read the market'),
  market_create_failed: note('check', 'the database failed while it recorded the market'),
  trade_intent_create_failed: note('check', 'the database failed while it recorded the trade intent'),
  positions_list_failed: note('repeat', 'the database failed while it listed positions'),
  resolution_get_failed: note('repeat', 'the database failed while it read the resolution'),
  settlements_list_failed: note('repeat', 'the database failed while it listed settlements'),
  schema_validation_failed: note('repeat', 'the database failed while its schema was read'),
  agent_activity_get_failed: note('repeat', 'the database failed while it read the activity'),
  agent_portfolio_get_failed: note('repeat', 'the database or the chain failed while the portfolio was read'),
  provider_agent_wallet_execution_not_enabled: note('operator', 'execution is switched off (`EXECUTION_ENABLED`)'),
  provider_agent_wallet_balance_not_configured: note(
    'operator',
    'balances are switched off, or no wallet provider is configured',
  ),
  provider_agent_wallet_faucet_not_configured: note(
    'operator',
    'the faucet is switched off, or no wallet provider is configured',
  ),
  agent_execution_failed: note(
    'check',
    'the execution ended without effect; its record says why, and whether confirming and executing anew is safe (`retry_safe`)',
  ),
  agent_wallet_provisioning_failed: note('repeat', 'the wallet provider could not make a wallet'),
  provider_agent_wallet_balance_failed: note(
    'repeat',
    'the wallet provider did not answer the balance in time, or failed',
  ),
  provider_agent_wallet_faucet_failed: note(
    'check',
    'the wallet provider refused the faucet request, or did not answer; the cooldown runs',
  ),
  database_unavailable: note('repeat', 'the database cannot be reached'),
  agent_execution_config_invalid: note(
    'operator',
    'the wallet provider is not configured, or refuses the service’s credentials',
  ),
  overloaded: note('wait', 'the service is too busy to answer in time'),
};
