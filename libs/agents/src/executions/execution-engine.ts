import type { ExecutionRecord } from './execution.entity.js';

export interface AcceptRequest {
  intentId: string;
  /** Id of the HTTP request; it follows the execution to the worker. */
  requestId: string;
}

/** Runs confirmed intents. */
export abstract class ExecutionEngine {
  /**
   * Accepts one execution of a confirmed intent, in one transaction. Returns it as accepted. Of simultaneous calls for one
   * intent one is accepted, so a repeat never executes twice.
   * @throws {AppError} in this order: agent_intent_not_found; agent_intent_not_confirmed (with `intent_status`,
   * `execution_status` and Location); agent_wallet_missing; agent_wallet_status_invalid; agent_wallet_chain_invalid;
   * agent_wallet_frozen; agent_action_forbidden; agent_policy_violation (the maximum stake); agent_approval_required;
   * agent_policy_violation (a pause);
   * provider_agent_wallet_execution_not_enabled; agent_execution_config_invalid; agent_policy_violation (`BudgetExceededError`)
   */
  abstract accept(request: AcceptRequest): Promise<ExecutionRecord>;

  /** Returns an accepted execution when it has ended, or as it is after the timeout. Reads nothing without a timeout. */
  abstract waitFor(accepted: ExecutionRecord, timeoutMs: number): Promise<ExecutionRecord>;

  /**
   * Cancels a preview, a confirmed intent, or a queued execution with nothing armed together with its intent.
   * @throws {AppError} agent_intent_not_found, agent_intent_status_invalid
   */
  abstract cancel(intentId: string): Promise<void>;

  /**
   * Freezes the agent's wallet. In the same transaction cancels its previews, confirmed intents and queued executions of the
   * frozen actions with nothing armed. Safe to repeat.
   * @throws {AppError} agent_wallet_not_found
   */
  abstract freeze(agentId: string): Promise<void>;
}
