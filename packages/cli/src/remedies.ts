import { extractCause, type PresageError } from '@presage/sdk';

/** Remedies by error code, in terms of commands. */
const REMEDIES: Readonly<Record<string, string>> = {
  agent_id_invalid: 'Choose another name with --agent or PRESAGE_AGENT.',
  agent_wallet_missing: 'Run presage agent setup.',
  agent_wallet_not_found: 'Run presage agent setup.',
  agent_not_found: 'Run presage agent setup, or set PRESAGE_API_KEY to a key of the account that has the agent.',
  invalid_id: 'presage markets list shows ids.',
  market_not_found: 'presage markets list shows ids.',
  market_not_open: 'presage markets show MARKET shows the status.',
  agent_intent_not_found:
    'Commands that act print the id of their intent, and presage watch prints those of earlier ones.',
  agent_intent_status_invalid: 'presage intent show INTENT shows the status.',
  agent_intent_conflict: 'Use another --purpose for another action, or repeat the first command unchanged.',
  agent_action_refused: 'Remove the causes. Then run the same command with --retry, or use another --purpose.',
  agent_intent_archived: 'The action was carried out or ended long ago. Use another --purpose for a new action.',
  agent_approval_required:
    'Run presage intent approve INTENT PASSCODE with the passcode in the e-mail to the owner. Then run the same command again.',
  agent_action_forbidden: 'presage agent show lists the allowed actions. Only the owner can add some.',
  agent_policy_violation: 'presage agent budget shows the limits, and what is left of each.',
  agent_wallet_frozen: 'Only the owner can unfreeze the agent.',
  agent_execution_failed: 'presage intent show INTENT shows the cause.',
  api_key_invalid: 'Set PRESAGE_API_KEY to a key that the operator of the service has issued.',
  no_answer: 'The service may have carried out the request. Run the same command again.',
};

/** Remedies by `failure_reason` of a failed execution. */
const FAILURE_REMEDIES: Readonly<Record<string, string>> = {
  insufficient_gas: 'presage agent faucet asks for test tokens and gas. Then run the same command again.',
  insufficient_balance:
    'presage agent show shows the balances, and presage agent faucet asks for more. Then run the same command again.',
  market_not_ours: 'presage markets list shows the markets.',
  market_not_open: 'presage markets show MARKET shows status and closes_at.',
  too_early: 'Run the same command again after the close time: presage markets show MARKET shows closes_at.',
  not_permitted: 'presage agent show lists the allowed actions, and presage markets show MARKET who may act on it.',
  already_final: 'presage markets show MARKET shows the result.',
  nothing_to_claim:
    'presage markets show MARKET shows the status. Once the market is resolved or cancelled, run the same command again.',
  already_claimed: 'Nothing is left to do.',
  below_min_multiple:
    'presage markets quote shows the present payout. Run the same command again later, or use another --purpose with a lower --min-multiple.',
  policy_changed: 'presage agent show shows the policy. Only the owner can change it.',
  custody_refused: 'Run the same command again later. If it fails again, ask the operator of the service.',
  chain_unavailable: 'Run the same command again later.',
  deadline_passed: 'Run the same command again.',
  reverted: 'Use other values and another --purpose: the contract refuses these in the present state of the chain.',
};

/** Arguments of commands, by the names that the service and its client library have for them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  baseUrl: '--url or PRESAGE_URL',
  agent_id: '--agent or PRESAGE_AGENT',
  agentId: '--agent or PRESAGE_AGENT',
  id: 'MARKET',
  market_contract_address: 'MARKET',
  intent_id: 'INTENT',
  purpose: '--purpose',
  client_request_id: '--purpose',
  market_id: 'NAME',
  amount: 'AMOUNT',
  close_timestamp: '--closes',
  resolver: '--resolver',
  min_multiple: '--min-multiple',
  'policy_metadata.max_trade_amount': '--max-trade-amount',
  'policy_metadata.total_limit': '--total-limit',
  'policy_metadata.valid_until': '--valid-until',
  q: '--query',
  after: '--after',
  otp: 'PASSCODE',
};

export interface Explanation {
  readonly message: string;
  readonly details: readonly string[];
  readonly nextActions: readonly string[];
}

/** Cause of an error, and what to do about it in terms of commands. */
export function explain(error: PresageError): Explanation {
  const { code, details, nextActions, retryAfterMs } = error;
  const reason = typeof error.error.failure_reason === 'string' ? error.error.failure_reason : null;
  const known = describeConflict(error) ?? FAILURE_REMEDIES[reason ?? ''] ?? REMEDIES[code];
  const remedy = retryAfterMs === null ? known : describeWait(retryAfterMs);
  return {
    message: extractCause(adaptMessage(error), reason),
    details: details.map((detail) => extractCause(detail).replace(/^[\w.]+/, (field) => ARGUMENTS[field] ?? field)),
    nextActions: remedy === undefined ? nextActions : [remedy],
  };
}

/** Text of a failed execution: its cause, and what to do about it in terms of commands. Null without a failure. */
export function explainFailure(
  failure: { readonly error_message: string | null; readonly failure_reason: string | null } | null,
): string | null {
  const { error_message: message = null, failure_reason: reason = null } = failure ?? {};
  if (message === null) return null;
  const remedy = FAILURE_REMEDIES[reason ?? ''];
  return remedy === undefined ? message : `${extractCause(message, reason)} ${remedy}`;
}

function describeConflict({ code, error: { intent_id: id } }: PresageError): string | undefined {
  if (code !== 'agent_intent_conflict' || typeof id !== 'string') return undefined;
  return `The purpose belongs to ${id}: presage intent show ${id} shows it. Use another --purpose for another action only.`;
}

/** The message of an error, which names an argument as the commands do. */
function adaptMessage({ summary, error }: PresageError): string {
  const argument = String(error.argument);
  return summary.replace(`Change ${argument}:`, `Change ${ARGUMENTS[argument] ?? argument}:`);
}

function describeWait(retryAfterMs: number): string {
  return `Run the same command again after ${Math.ceil(retryAfterMs / 1000)} seconds.`;
}
