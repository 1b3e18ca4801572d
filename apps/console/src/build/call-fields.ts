import type { Action } from '@presage/sdk';

/** Fields of the form, as typed. */
export interface CallFields {
  readonly agentId: string;
  readonly action: Action['action'];
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

export function isBuy(action: Action['action']): boolean {
  return action === 'buy_yes' || action === 'buy_no';
}

/** @param contract of the market; null for `create_market` */
export function actionOf(fields: CallFields, contract: MarketContract | null): Action {
  const { agentId: agent_id, purpose, action, amount, outcome, question, closesAt } = fields;
  if (contract === null || action === 'create_market') {
    const market = { market_id: fields.market, question, close_timestamp: closesAt };
    return { purpose, agent_id, action: 'create_market', ...market };
  }
  const { market_id, market_contract_address } = contract;
  const common = { purpose, agent_id, market_id, market_contract_address };
  if (action === 'buy_yes' || action === 'buy_no') return { ...common, action, amount };
  return action === 'resolve_market' ? { ...common, action, outcome } : { ...common, action };
}
