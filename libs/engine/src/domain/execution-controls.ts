import { type Action, AppError } from '@app/common';
import { pausedActions } from './paused-actions.js';

/** What operators and settings say about executing at all. */
export interface ExecutionControls {
  /** `global`, or actions by name. */
  pausedScopes: readonly string[];
  agentPaused: boolean;
  executionEnabled: boolean;
  /** A worker has a provider, and the provider takes our credentials. */
  usable: boolean;
}

/** Why an action is not taken on now, in the contract's order; null: it is. */
export function checkExecutionAllowed(action: Action, switches: ExecutionControls): AppError | null {
  const { pausedScopes, agentPaused, executionEnabled, usable } = switches;
  // The intent stays confirmed and can be executed when the pause is over.
  if (pausedActions(pausedScopes, agentPaused).includes(action)) {
    return new AppError('agent_policy_violation', { message: 'Execution of this action is paused by an operator.' });
  }
  if (!executionEnabled) return new AppError('provider_agent_wallet_execution_not_enabled');
  return usable ? null : new AppError('agent_execution_config_invalid');
}
