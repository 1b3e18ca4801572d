import { type Action, AppError } from '@app/common';
import { pausedActions } from '@app/engine';
import { PROVIDER_USABLE_SQL } from '@app/queue';

/** Switches of execution that the database holds, for one action. */
export interface StoredControls {
  /** Paused scopes: `global`, or the action. */
  pausedScopes: readonly string[];
  /** Whether a worker serves lanes and the provider accepts its credentials, so that executes can be accepted. */
  usable: boolean;
  /** Whether a worker's custody pays for the gas of wallets that lack it. */
  gasPaid: boolean;
}

/** Switches of operators and settings that stop executions. */
export interface ExecutionControls extends Pick<StoredControls, 'pausedScopes' | 'usable'> {
  agentPaused: boolean;
  executionEnabled: boolean;
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

/** Select list of `StoredControls`, read without a lock. @param action SQL expression */
export function controlColumns(action: string): string {
  return `ARRAY(SELECT scope FROM execution_pauses WHERE paused AND scope IN ('global', ${action}) ORDER BY scope)
      AS "pausedScopes",
    ${PROVIDER_USABLE_SQL} AS usable,
    EXISTS (SELECT FROM worker_heartbeats WHERE expires_at > now() AND pays_gas) AS "gasPaid"`;
}
