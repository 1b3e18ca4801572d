import { HAS_BUDGET_SQL } from '../wallets/policy-wallet.js';

/** SQL expression: a row `r` of budget_rules as a `Budget`. */
export const BUDGET_SQL = `json_build_object('scope', r.scope, 'rule', r.rule, 'limit', trim_scale(r.maximum)::text,
      'spent', trim_scale(r.spent)::text, 'reserved', trim_scale(r.reserved)::text,
      'headroom', trim_scale(r.maximum - r.spent - r.reserved)::text,
      'resetsAt', to_char(r.resets_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'marketContractAddress', r.market)`;

/**
 * SQL expression: the budgets of an agent and its account as a JSON list, null for none.
 * @param agentId SQL expression
 * @param market SQL expression: address of the market; null selects the one with the highest stake
 */
export function selectBudgets(agentId: string, market: string): string {
  return `(SELECT json_agg(${BUDGET_SQL}) FROM agent_wallets AS w CROSS JOIN LATERAL budget_rules(w.id, ${market}) AS r
     WHERE w.agent_id = ${agentId} AND ${HAS_BUDGET_SQL})`;
}
