/** Remedy of a client for each reason of a failed execution. */
export const FAILURE_REMEDIES = {
  insufficient_gas: 'POST /agent/wallets/{agent_id}/faucet sends gas; then confirm and execute the intent again.',
  insufficient_balance:
    'POST /agent/wallets/{agent_id}/faucet sends tokens, and GET /agent/wallets/{agent_id}/balance shows them; then confirm and execute the intent again.',
  market_not_ours:
    'GET /markets?tradable=true lists the markets; create an intent with onchain.market_contract_address of one.',
  market_not_open:
    'GET /markets?market_contract_address={address} shows status and closes_at; do not execute the intent again.',
  too_early:
    'Confirm and execute the intent again after the close time: closes_at of GET /markets?market_contract_address={address}.',
  not_permitted:
    'GET /agent/wallets/{agent_id} shows what the wallet may do, and resolution_terms of a market who may act on it.',
  already_final: 'GET /markets?market_contract_address={address} shows the result; do not execute the intent again.',
  nothing_to_claim:
    'GET /agent/portfolio/{agent_id} lists what can be claimed as claim_action; confirm and execute the intent again once it does.',
  already_claimed: 'GET /agent/portfolio/{agent_id} lists the claim; do not execute the intent again.',
  below_min_multiple:
    'GET /markets/{id}/quote shows the current payout; execute the intent again later, or create one with a lower min_multiple.',
  collateral_mismatch: 'Create an intent with collateral_erc20_interface of GET /chain/contract as collateral_token.',
  policy_changed: 'GET /agent/wallets/{agent_id} shows the policy; its owner can change it.',
  custody_refused: 'Confirm and execute the intent again later; if it fails again, ask the operator.',
  chain_unavailable: 'Confirm and execute the intent again later.',
  deadline_passed: 'Confirm and execute the intent again.',
  reverted: 'Create an intent with other values: the contract refuses these in the current state of the chain.',
} as const;

/** `failure_reason` of the API. */
export type ReportedFailure = keyof typeof FAILURE_REMEDIES;

/** Failures that no later attempt of the same intent avoids. */
export const FINAL_FAILURES = [
  'market_not_ours',
  'market_not_open',
  'already_final',
  'already_claimed',
  'collateral_mismatch',
] as const satisfies readonly ReportedFailure[];

export const REPORTED_FAILURES = Object.keys(FAILURE_REMEDIES);

/** `failure_reason` by the reason that the engine stores with a failed step. */
const REPORTED_BY_REASON = {
  foreign_contract: 'market_not_ours',
  foreign_collateral: 'collateral_mismatch',
  market_not_open: 'market_not_open',
  already_final: 'already_final',
  too_early: 'too_early',
  not_resolver: 'not_permitted',
  not_closer: 'not_permitted',
  not_canceller: 'not_permitted',
  nothing_to_claim: 'nothing_to_claim',
  already_claimed: 'already_claimed',
  market_exists: 'reverted',
  bad_close_time: 'reverted',
  bad_resolver: 'reverted',
  bad_parameters: 'reverted',
  insufficient_token: 'insufficient_balance',
  insufficient_gas: 'insufficient_gas',
  simulation_reverted: 'reverted',
  reverted_on_chain: 'reverted',
  provider_rejected: 'custody_refused',
  provider_denied: 'custody_refused',
  provider_cancelled: 'custody_refused',
  provider_failed: 'custody_refused',
  deadline_passed: 'deadline_passed',
  approval_deadline_passed: 'deadline_passed',
  gave_up_before_sending: 'chain_unavailable',
  gave_up_before_buying: 'chain_unavailable',
  allowance_missing: 'chain_unavailable',
  multiple_too_low: 'below_min_multiple',
  policy_changed: 'policy_changed',
  action_forbidden: 'policy_changed',
  wallet_not_active: 'policy_changed',
  wallet_frozen: 'policy_changed',
  wallet_not_executable: 'custody_refused',
} as const satisfies Record<string, ReportedFailure>;

export type StepFailure = keyof typeof REPORTED_BY_REASON;

/** @param reason as stored; null for a step that did not fail */
export function toReportedFailure(reason: string | null): ReportedFailure | null {
  return reason !== null && isStepFailure(reason) ? REPORTED_BY_REASON[reason] : null;
}

/** Text of a failure for clients: its reason and the remedy. */
export function formatFailureMessage({ errorMessage, failureReason }: FailedExecution): string | null {
  const reported = toReportedFailure(failureReason);
  return errorMessage === null || reported === null ? errorMessage : `${errorMessage} ${FAILURE_REMEDIES[reported]}`;
}

interface FailedExecution {
  errorMessage: string | null;
  failureReason: string | null;
}

function isStepFailure(reason: string): reason is StepFailure {
  return Object.hasOwn(REPORTED_BY_REASON, reason);
}
