import type { ContractErrorName } from '@app/chain';
import type { ErrorCode } from '@app/common';
import type { StepFailure } from './failure-reason.js';

/** Texts of the failure reasons. Stored with executions and compared by `ops verify`: after a release they stay as they are. */
export const FAILURE_TEXTS = {
  foreign_contract: 'The market contract was not deployed by our factory, so nothing was sent to it.',
  foreign_collateral: 'The collateral token is not the one that our factory works with.',
  market_not_open: 'The market is not open for this.',
  already_final: 'The market has been resolved or cancelled already.',
  too_early: 'It is too early for this: the close time has not come.',
  not_resolver: 'Only the resolver of the market may resolve it.',
  not_closer: 'Only the creator or the resolver of the market may close it.',
  not_canceller: 'Only the resolver, or the creator before the close time, may cancel the market now.',
  nothing_to_claim: 'This wallet has nothing to claim on this market.',
  already_claimed: 'This wallet has claimed already.',
  market_exists: 'The creator already has a market with this id.',
  bad_close_time: 'The close time of the market has passed, or is more than five years ahead.',
  bad_resolver: 'The resolver of a market cannot be the zero address.',
  bad_parameters: 'The contract refuses these parameters.',
  insufficient_token: 'The wallet holds too little of the collateral token; ask the faucet for more.',
  insufficient_gas: 'The wallet holds too little to pay for gas; ask the faucet for more.',
  simulation_reverted: 'The contract refused the call when it was simulated; the call was not sent.',
  reverted_on_chain: 'The transaction was mined and reverted; nothing but its fee was spent.',
  provider_rejected: 'The wallet provider refused the transaction before it was sent.',
  provider_denied: 'The wallet provider denied the transaction.',
  provider_cancelled: 'The wallet provider cancelled the transaction before it was mined.',
  provider_failed: 'The wallet provider could not carry the transaction out.',
  deadline_passed: 'The deadline passed on chain without the transaction; it can no longer take effect.',
  approval_deadline_passed: 'The approval did not show on chain by its deadline; the buy was not sent.',
  gave_up_before_sending: 'The chain or the provider could not be reached, and nothing was sent.',
  gave_up_before_buying: 'The chain or the provider could not be reached after the approval; the buy was not sent.',
  allowance_missing: 'The token did not show the approved allowance; the buy was not sent.',
  multiple_too_low: 'The payout has fallen below min_multiple; nothing was staked.',
  policy_changed: 'The wallet policy changed before the action was sent.',
  action_forbidden: 'The action was taken off the allowed actions before it was sent.',
  wallet_not_active: 'The wallet was disabled before the action was sent.',
  wallet_frozen: 'The wallet was frozen before the action was sent.',
  wallet_not_executable: 'The wallet provider holds no such wallet for this agent.',
} as const satisfies Record<StepFailure, string>;

/** `error_code` of an execution that failed for this reason. */
export function toErrorCode(reason: StepFailure): ErrorCode {
  if (reason === 'wallet_frozen') return 'agent_wallet_frozen';
  return reason === 'multiple_too_low' ? 'agent_policy_violation' : 'agent_execution_failed';
}

/** Failure reason of a step that the wallet's rules no longer permit, by the error of the rule. */
export function failureOfRejection(code: ErrorCode): StepFailure {
  if (code === 'agent_wallet_frozen') return 'wallet_frozen';
  if (code === 'agent_action_forbidden') return 'action_forbidden';
  const isPolicy = code === 'agent_policy_violation' || code === 'agent_approval_required';
  return isPolicy ? 'policy_changed' : 'wallet_not_active';
}

/** Failure reasons of the contracts' custom errors; `simulation_reverted` for all others. */
const REASONS_BY_ERROR: Partial<Record<ContractErrorName, StepFailure>> = {
  NotOpen: 'market_not_open',
  BuyingEnded: 'market_not_open',
  AlreadyFinal: 'already_final',
  NotResolved: 'nothing_to_claim',
  NotCancelled: 'nothing_to_claim',
  NothingToClaim: 'nothing_to_claim',
  AlreadyClaimed: 'already_claimed',
  TooEarly: 'too_early',
  NotResolver: 'not_resolver',
  NotCanceller: 'not_canceller',
  NotCreatorOrResolver: 'not_closer',
  MarketExists: 'market_exists',
  UnsupportedCollateral: 'foreign_collateral',
  InvalidCloseTimestamp: 'bad_close_time',
  InvalidResolver: 'bad_resolver',
  InvalidOutcome: 'bad_parameters',
  ZeroAmount: 'bad_parameters',
  PayoutBelowMinimum: 'multiple_too_low',
  ERC20InsufficientBalance: 'insufficient_token',
  ERC20InsufficientAllowance: 'allowance_missing',
};

export function failureOfRevert(contractError: ContractErrorName | null): StepFailure {
  return (contractError === null ? undefined : REASONS_BY_ERROR[contractError]) ?? 'simulation_reverted';
}
