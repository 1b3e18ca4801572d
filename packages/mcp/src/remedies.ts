import { extractCause, PresageError } from '@presage/sdk';

/** Remedies by error code, in terms of tools. */
const REMEDIES: Readonly<Record<string, string>> = {
  agent_id_invalid: 'Choose another agent_id.',
  agent_wallet_missing: 'Call setup_agent.',
  agent_wallet_not_found: 'Call setup_agent.',
  agent_not_found: 'Call setup_agent, or use the API key of the account that has the agent.',
  invalid_id: 'Call find_markets: it lists ids.',
  market_not_found: 'Call find_markets: it lists ids.',
  market_not_open: 'Call get_market: it shows the status.',
  agent_intent_not_found: 'Call get_briefing: it lists the unfinished intents of an agent.',
  agent_intent_not_confirmed: 'Call preview_action again with the same arguments, then execute_intent.',
  agent_intent_status_invalid: 'Call get_intent: it shows the status.',
  agent_intent_conflict: 'Use a new purpose for a new action, or repeat the first call unchanged.',
  agent_action_refused: 'Remove the causes. Then call preview_action with the same purpose, and execute_intent.',
  agent_intent_archived: 'The action was carried out or ended long ago. Use a new purpose for a new action.',
  agent_approval_required:
    'The owner approves the intent with the passcode in the e-mail. Then call execute_intent again.',
  agent_action_forbidden: 'Call get_budget: it shows allowed_actions. Only the owner can add actions.',
  agent_policy_violation: 'Call get_budget: it shows the limits, and what is left of each.',
  agent_wallet_frozen: 'Only the owner can unfreeze the agent.',
  agent_execution_failed: 'Call get_intent: it shows the cause.',
  api_key_invalid: 'Give the MCP server a valid API key.',
  events_expired: 'Call get_briefing without since.',
  no_answer: 'The service may have carried out the call. Repeat it unchanged.',
};

/** Remedies by `failure_reason` of a failed execution. */
const FAILURE_REMEDIES: Readonly<Record<string, string>> = {
  insufficient_gas:
    'setup_agent asks the faucet if the wallet holds no tokens. Otherwise gas must be sent to its address. Then call execute_intent again.',
  insufficient_balance:
    'get_briefing shows the balances, and setup_agent asks the faucet if there are none. Then call execute_intent again.',
  market_not_ours: 'find_markets lists the markets.',
  market_not_open: 'get_market shows status and closes_at. Do not repeat the call.',
  too_early: 'Call execute_intent again after the close time: get_market shows closes_at.',
  not_permitted: 'get_budget shows allowed_actions, and get_market who may act on the market.',
  already_final: 'get_market shows the result. Do not repeat the call.',
  nothing_to_claim: 'Call execute_intent again once get_briefing lists the claim.',
  already_claimed: 'Nothing is left to do.',
  below_min_multiple: 'quote_bet shows the present payout. Call execute_intent again later, or preview a lower one.',
  collateral_mismatch: 'Preview a market in the token of the service.',
  policy_changed: 'get_budget shows the limits. Only the owner can raise them.',
  custody_refused: 'Call execute_intent again later. If it fails again, ask the operator of the service.',
  chain_unavailable: 'Call execute_intent again later.',
  deadline_passed: 'Call execute_intent again.',
  reverted: 'Preview other values: the contract refuses these in the present state of the chain.',
};

/** Settings of the server, by the names that the client library has for them. */
const SETTINGS: Readonly<Record<string, string>> = { baseUrl: 'PRESAGE_URL', apiKey: 'PRESAGE_API_KEY' };
/** Arguments of tools, by the names that the service and its client library have for them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  q: 'query',
  id: 'market',
  market_id: 'market_name',
  client_request_id: 'purpose',
  market_contract_address: 'market',
  agentId: 'agent_id',
  'policy_metadata.max_trade_amount': 'max_trade_amount',
};

interface Failure {
  readonly error_message: string | null;
  readonly failure_reason: string | null;
}

/** Lines of an error: its code and cause, its details, and what to do. */
export function formatLines(error: PresageError): string[] {
  const { failure_reason } = error.error;
  const reason = typeof failure_reason === 'string' ? failure_reason : null;
  const details = error.details.map((detail) =>
    extractCause(detail).replace(/^\w+(?:\.\w+)*/, (field) => ARGUMENTS[field] ?? field),
  );
  return [`${error.code}: ${extractCause(adaptMessage(error), reason)}`, ...details, ...listRemedies(error, reason)];
}

/** A failed execution whose message has its remedy in terms of tools. */
export function withRemedy<T extends Failure>(execution: T): T {
  const { error_message: message, failure_reason: reason } = execution;
  if (message === null || reason === null) return execution;
  const remedy = FAILURE_REMEDIES[reason];
  return remedy === undefined
    ? execution
    : { ...execution, error_message: `${extractCause(message, reason)} ${remedy}` };
}

interface Check {
  readonly code: string | null;
  readonly message: string | null;
}

/** A check of a preview. A remedy that the service states as a request becomes one in terms of tools. */
export function checkWithRemedy<T extends Check>(check: T): T {
  const { code, message } = check;
  if (message === null) return check;
  const cause = extractCause(message);
  return cause === message ? check : { ...check, message: [cause, REMEDIES[code ?? '']].join(' ').trim() };
}

/** The message of an error, which names an argument as the tools or the settings do. */
function adaptMessage({ summary, error }: PresageError): string {
  const argument = String(error.argument);
  return summary.replace(`Change ${argument}:`, `Change ${SETTINGS[argument] ?? ARGUMENTS[argument] ?? argument}:`);
}

function listRemedies(refusal: PresageError, reason: string | null): readonly string[] {
  const { code, retryAfterMs, nextActions, error } = refusal;
  if (code === 'agent_intent_conflict' && typeof error.intent_id === 'string') {
    return [`The purpose belongs to ${error.intent_id}: call get_intent. Use a new purpose for another action only.`];
  }
  if (String(error.argument) in SETTINGS) return ['Only the operator of the MCP server can change this setting.'];
  if (retryAfterMs !== null) return [`Repeat the same call after ${Math.ceil(retryAfterMs / 1000)} seconds.`];
  const remedy = FAILURE_REMEDIES[reason ?? ''] ?? REMEDIES[code];
  return remedy === undefined ? nextActions : [remedy];
}
