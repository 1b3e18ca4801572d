/** Every error that a response can carry: its code, status and default text. */
export const ERROR_CATALOGUE = {
  bad_request: { status: 400, message: 'The request is not valid HTTP.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_id: { status: 400, message: 'The id in the path is not a UUID.' },
  invalid_query: { status: 400, message: 'The query string has an unknown or invalid parameter.' },
  invalid_market_request: { status: 400, message: 'The market is not valid.' },
  invalid_creator_user: { status: 400, message: 'creator_user_id is not the id of a user.' },
  invalid_trade_intent: { status: 400, message: 'The trade intent is not valid.' },
  market_not_open: { status: 400, message: 'The market is not open.' },
  agent_id_invalid: {
    status: 400,
    message:
      'agent_id must be agent_ followed by letters, digits, _ or -, 10 to 80 characters in total, and not a placeholder.',
  },
  agent_intent_invalid: { status: 400, message: 'The intent is not valid.' },
  agent_wallet_missing: {
    status: 400,
    message: 'Execution needs a registered agent wallet. POST /agent/wallets registers one.',
  },
  agent_onboarding_invalid: { status: 400, message: 'The onboarding request is not valid.' },
  agent_approval_invalid: { status: 400, message: 'The passcode does not approve this intent.' },
  agent_wallet_invalid: { status: 400, message: 'The wallet registration is not valid.' },
  webhook_invalid: { status: 400, message: 'The webhook is not valid.' },
  api_key_invalid: {
    status: 401,
    message:
      'Send an API key in the header "Authorization: Bearer presage_KEY". The operator of the service issues keys.',
  },
  api_key_forbidden: { status: 403, message: 'The API key does not allow this request.' },
  origin_forbidden: { status: 403, message: 'Pages of this origin may not write.' },
  host_forbidden: { status: 403, message: 'The service is not reached under this host name.' },
  agent_action_forbidden: { status: 403, message: "The action is not among the wallet's allowed actions." },
  agent_wallet_frozen: {
    status: 403,
    message: 'The agent wallet is frozen: it creates no market and buys nothing until its owner unfreezes it.',
  },
  agent_approval_required: {
    status: 403,
    message:
      'The owner must approve this intent: POST /agent/intents/{intent_id}/approve with the passcode of the e-mail.',
  },
  agent_policy_violation: { status: 403, message: 'The wallet policy blocks this request.' },
  not_found: { status: 404, message: 'No route has this path. /llms.txt and /openapi.json list all routes.' },
  market_not_found: { status: 404, message: 'There is no market with this id.' },
  resolution_not_found: { status: 404, message: 'This market has no resolution.' },
  agent_not_found: { status: 404, message: 'The account of the API key has no agent with this id.' },
  user_not_found: { status: 404, message: 'The account of the API key has no user with this id.' },
  agent_intent_not_found: {
    status: 404,
    message: 'There is no intent with this id. Ids of intents begin with agent_intent_; GET /agent/intents lists them.',
  },
  agent_execution_not_found: { status: 404, message: 'There is no execution with this id.' },
  agent_wallet_not_found: { status: 404, message: 'This agent has no wallet. POST /agent/wallets registers one.' },
  agent_session_not_found: { status: 404, message: 'This agent has no active session.' },
  agent_onboarding_not_found: { status: 404, message: 'There is no onboarding with this id.' },
  webhook_not_found: { status: 404, message: 'The account of the API key has no webhook with this id.' },
  method_not_allowed: { status: 405, message: 'The method is not allowed on this path.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  agent_intent_not_confirmed: { status: 409, message: 'The intent is not confirmed.' },
  agent_intent_status_invalid: { status: 409, message: 'The status of the intent does not allow this request.' },
  agent_intent_conflict: {
    status: 409,
    message: 'Another request has used this client_request_id. Read its intent, or send a new key.',
  },
  agent_action_refused: {
    status: 409,
    message: 'Nothing was accepted: the action would not execute now, or misses `expect`. Its intent is a preview.',
  },
  agent_wallet_status_invalid: { status: 409, message: 'The agent wallet is not active.' },
  agent_wallet_chain_invalid: { status: 409, message: 'The agent wallet is not on CHAIN-TESTNET.' },
  webhook_status_invalid: { status: 409, message: 'The webhook has ended: its receiver answered 410.' },
  agent_intent_archived: {
    status: 410,
    message: 'The intent of this client_request_id has ended and is archived. The request is not carried out again.',
  },
  events_expired: { status: 410, message: 'Events after this position have been deleted.' },
  payload_too_large: { status: 413, message: 'The body is larger than 64 KiB.' },
  unsupported_media_type: { status: 415, message: 'The body must be application/json.' },
  rate_limited: { status: 429, message: 'Too many requests; retry later.' },
  headers_too_large: { status: 431, message: 'The request line and headers are larger than 16 KiB.' },
  internal_error: { status: 500, message: 'An unexpected error occurred.' },
  markets_list_failed: { status: 500, message: 'The markets could not be listed.' },
  market_get_failed: { status: 500, message: 'The market could not be read.' },
  market_create_failed: { status: 500, message: 'The market could not be created.' },
  trade_intent_create_failed: { status: 500, message: 'The trade intent could not be created.' },
  positions_list_failed: { status: 500, message: 'The positions could not be listed.' },
  resolution_get_failed: { status: 500, message: 'The resolution could not be read.' },
  settlements_list_failed: { status: 500, message: 'The settlements could not be listed.' },
  schema_validation_failed: { status: 500, message: 'The schema could not be validated.' },
  agent_activity_get_failed: { status: 500, message: 'The activity could not be read.' },
  agent_portfolio_get_failed: { status: 500, message: 'The portfolio could not be read.' },
  provider_agent_wallet_execution_not_enabled: {
    status: 501,
    message: 'Wallet execution is disabled in this runtime.',
  },
  provider_agent_wallet_balance_not_configured: { status: 501, message: 'Balance lookup is not configured.' },
  provider_agent_wallet_faucet_not_configured: { status: 501, message: 'The faucet is not configured.' },
  webhooks_not_enabled: {
    status: 501,
    message: 'Webhooks need API keys (AUTH_MODE=api_key) and WEBHOOK_KEY in this runtime.',
  },
  agent_execution_failed: { status: 502, message: 'The execution failed.' },
  agent_wallet_provisioning_failed: { status: 502, message: 'The wallet provider could not provision a wallet.' },
  provider_agent_wallet_balance_failed: { status: 502, message: 'The wallet provider could not return the balance.' },
  provider_agent_wallet_faucet_failed: {
    status: 502,
    message:
      'The wallet provider rejected the faucet request or did not answer; read the balance before another request.',
  },
  database_unavailable: { status: 503, message: 'The database cannot be reached.' },
  agent_execution_config_invalid: { status: 503, message: 'The execution environment is not configured.' },
  overloaded: { status: 503, message: 'The service is overloaded; retry later.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code);
}
