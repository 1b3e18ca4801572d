import type { ExecutionRecord } from './execution.js';

export interface AcceptRequest {
  intentId: string;
  /** The HTTP request's id, which follows the execution to the worker. */
  requestId: string;
}

/** What runs confirmed intents. */
export abstract class ExecutionEngine {
  /**
   * Accepts one execution of a confirmed intent, in one transaction that either does it all or nothing. Of simultaneous
   * calls for one intent a single one is accepted; so repeating it never executes twice.
   * @throws {AppError} in this order: agent_intent_not_found; agent_intent_not_confirmed (with `intent_status`,
   * `execution_status` and Location); agent_wallet_missing; agent_wallet_status_invalid; agent_wallet_chain_invalid;
   * agent_action_forbidden; agent_policy_violation (the cap, then a pause);
   * provider_agent_wallet_execution_not_enabled; agent_execution_config_invalid
   */
  abstract accept(request: AcceptRequest): Promise<{ executionId: string }>;

  /** The execution as it stands when it has ended or when the time is over, whichever comes first. */
  abstract waitFor(executionId: string, timeoutMs: number): Promise<ExecutionRecord>;

  /**
   * Cancels a preview, a confirmed intent, or a queued execution with nothing armed, the intent with it.
   * @throws {AppError} agent_intent_not_found, agent_intent_status_invalid
   */
  abstract cancel(intentId: string): Promise<void>;
}
