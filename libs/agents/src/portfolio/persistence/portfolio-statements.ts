import type { Sql } from '@app/persistence';

/** A portfolio is a compact view: it shows the markets that the agent bought into last. */
const PORTFOLIO_MARKETS_MAX = 200;

export interface HeldMarket {
  marketContractAddress: string;
  /** The name that the agent's latest buy used for it. */
  marketId: string;
  /** The agent's own claim there, if one went through. */
  claim: { transactionHash: string | null; settledAt: Date | null } | null;
}

type HeldMarketRow = {
  market_contract_address: string;
  market_id: string;
  claimed: boolean;
  claim_transaction_hash: string | null;
  claim_completed_at: Date | null;
};

/** The markets that an agent's broadcast buys went to, the latest first, with the claims that succeeded there. */
export async function listHeldMarkets(sql: Sql, agentId: string): Promise<HeldMarket[]> {
  const rows = await sql.query<HeldMarketRow>(
    `WITH bought AS (
       SELECT DISTINCT ON (market_contract_address) market_contract_address, intent_id, created_at FROM executions
       WHERE agent_id = $1 AND action IN ('buy_yes', 'buy_no') AND broadcast_performed
         AND market_contract_address IS NOT NULL
       ORDER BY market_contract_address, created_at DESC
     ), claims AS (
       SELECT DISTINCT ON (market_contract_address) market_contract_address, transaction_hash, completed_at
       FROM executions
       WHERE agent_id = $1 AND action IN ('claim_payout', 'claim_refund') AND status = 'executed'
       ORDER BY market_contract_address, completed_at DESC
     )
     SELECT lower(bought.market_contract_address) AS market_contract_address,
       (SELECT i.market_id FROM agent_intents AS i WHERE i.id = bought.intent_id) AS market_id,
       claims.market_contract_address IS NOT NULL AS claimed,
       claims.transaction_hash AS claim_transaction_hash, claims.completed_at AS claim_completed_at
     FROM bought LEFT JOIN claims USING (market_contract_address)
     ORDER BY bought.created_at DESC LIMIT ${PORTFOLIO_MARKETS_MAX}`,
    [agentId],
  );
  return rows.map((row) => ({
    marketContractAddress: row.market_contract_address,
    marketId: row.market_id,
    claim: row.claimed ? { transactionHash: row.claim_transaction_hash, settledAt: row.claim_completed_at } : null,
  }));
}
