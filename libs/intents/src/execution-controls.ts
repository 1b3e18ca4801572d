import { type Action, AppError } from '@app/common';
import { pausedActions } from '@app/engine';

/** Switches of operators and settings that stop executions. */
export interface ExecutionControls {
  /** Paused scopes: `global`, or names of actions. */
  pausedScopes: readonly string[];
  agentPaused: boolean;
  executionEnabled: boolean;
  /** Whether a worker has a provider that accepts its credentials. */
  usable: boolean;
}

/** Time in seconds after which to repeat a paused action. Operators end pauses, so the time is a guess. */
const PAUSED_RETRY_AFTER_S = 30;

/** First error that forbids executing the action now, in the order of the API contract; null when it is allowed. */
export function checkExecutionAllowed(action: Action, controls: ExecutionControls): AppError | null {
  const { pausedScopes, agentPaused, executionEnabled, usable } = controls;
  // The intent stays confirmed and can be executed after the pause.
  if (pausedActions(pausedScopes, agentPaused).includes(action)) {
    const subject = pausedActions(pausedScopes, false).includes(action) ? 'action' : 'agent';
    const message = `An operator has paused this ${subject}; execute the intent again later.`;
    const options = { message, extra: { paused: true }, retryAfterS: PAUSED_RETRY_AFTER_S };
    return new AppError('agent_policy_violation', options);
  }
  if (!executionEnabled) return new AppError('provider_agent_wallet_execution_not_enabled');
  return usable ? null : new AppError('agent_execution_config_invalid');
}
