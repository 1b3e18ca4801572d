import { type Action, type ActionName, toAction } from '@presage/sdk';

export interface CallFields {
  readonly agentId: string;
  readonly action: ActionName;
  /** Idempotency key: one purpose of an agent has at most one effect. */
  readonly purpose: string;
  /** Id or contract address of an existing market; name of a new one. */
  readonly market: string;
  readonly amount: string;
  readonly outcome: 'yes' | 'no';
  readonly question: string;
  /** RFC 3339. */
  readonly closesAt: string;
}

/** Contract of a market, as its record names it. */
export interface MarketContract {
  readonly market_id: string;
  readonly market_contract_address: string;
}

/** @param contract of the market; null for an action that creates it */
export function buildAction(fields: CallFields, contract: MarketContract | null): Action {
  const { agentId: agent_id, purpose, action, market: market_id, amount, outcome, question, closesAt } = fields;
  const given = { purpose, agent_id, action, market_id, amount, outcome, question, close_timestamp: closesAt };
  return toAction({ ...given, ...contract });
}
