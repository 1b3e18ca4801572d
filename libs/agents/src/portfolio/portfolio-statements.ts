import { toBaseUnits } from '@app/common';
import type { Sql } from '@app/persistence';
import type { HoldingsReading, MarketHolding } from './holding.js';

/** A portfolio is a compact view: it shows the markets that the wallet bought into last. */
const PORTFOLIO_MARKETS_MAX = 200;

export interface HoldingsQuery {
  agentId: string;
  /** Lower case. */
  agentWalletAddress: string;
  /** Of the collateral. */
  decimals: number;
}

type HoldingRow = {
  block_number: string | null;
  block_time: Date | null;
  market_contract_address: string | null;
  market_id: string;
  phase: MarketHolding['phase'];
  closes_at: Date;
  winning_outcome: MarketHolding['winningOutcome'];
  yes: string;
  no: string;
  total_yes: string;
  total_no: string;
  claim_hash: string | null;
  claimed_at: Date | null;
};

/**
 * One statement, so that holdings and block are of the same moment; its one row has no market when nothing is held. However
 * much a wallet holds, its newest positions alone are read, at most two of a market; and each look-up is a subquery of one
 * row, which no plan turns into a reading of the table.
 */
const HOLDINGS = `
  SELECT i.block_number, i.block_time, held.* FROM chain_index AS i LEFT JOIN (
    SELECT c.market_contract_address, coalesce(named.market_id, c.onchain_id) AS market_id, c.phase, c.closes_at,
      c.winning_outcome, trim_scale(stakes.yes)::text AS yes, trim_scale(stakes.no)::text AS no,
      c.yes_pool_base_units AS total_yes, c.no_pool_base_units AS total_no, claim.transaction_hash AS claim_hash,
      claim.block_time AS claimed_at, newest.since
    FROM users AS u CROSS JOIN LATERAL (
      SELECT latest.market_id, max(latest.created_at) AS since FROM (
        SELECT p.market_id, p.created_at FROM positions AS p WHERE p.user_id = u.id
        ORDER BY p.created_at DESC, p.id DESC LIMIT ${2 * PORTFOLIO_MARKETS_MAX}
      ) AS latest GROUP BY latest.market_id ORDER BY since DESC, latest.market_id LIMIT ${PORTFOLIO_MARKETS_MAX}
    ) AS newest CROSS JOIN LATERAL (
      SELECT * FROM chain_markets AS m WHERE m.record_id = newest.market_id LIMIT 1
    ) AS c CROSS JOIN LATERAL (
      SELECT coalesce(sum(p.quantity) FILTER (WHERE p.outcome = 'YES'), 0) AS yes,
        coalesce(sum(p.quantity) FILTER (WHERE p.outcome = 'NO'), 0) AS no
      FROM positions AS p WHERE p.market_id = newest.market_id AND p.user_id = u.id
    ) AS stakes LEFT JOIN LATERAL (
      SELECT n.market_id FROM executions AS e JOIN agent_intents AS n ON n.id = e.intent_id
      WHERE e.agent_id = $2 AND e.market_contract_address = c.market_contract_address
        AND e.action IN ('buy_yes', 'buy_no') AND e.broadcast_performed
      ORDER BY e.created_at DESC LIMIT 1
    ) AS named ON true LEFT JOIN LATERAL (
      SELECT v.transaction_hash, v.block_time FROM chain_events AS v
      WHERE v.market_contract_address = c.market_contract_address AND v.account = $1
        AND v.name IN ('PayoutClaimed', 'RefundClaimed') LIMIT 1
    ) AS claim ON true
    WHERE u.wallet_address = $1
  ) AS held ON true
  ORDER BY held.since DESC, held.market_contract_address`;

/** What a wallet holds according to the chain's events, whoever sent the transactions. */
export async function readHoldings(
  sql: Sql,
  { agentId, agentWalletAddress, decimals }: HoldingsQuery,
): Promise<HoldingsReading> {
  const rows = await sql.query<HoldingRow>(HOLDINGS, [agentWalletAddress, agentId]);
  const [first] = rows;
  if (first === undefined || first.block_number === null || first.block_time === null) {
    return { block: null, holdings: [] };
  }
  return {
    block: { blockNumber: Number(first.block_number), blockTime: first.block_time },
    holdings: rows.flatMap((row) => toHolding(row, decimals)),
  };
}

function toHolding(row: HoldingRow, decimals: number): MarketHolding[] {
  if (row.market_contract_address === null) return [];
  const { claim_hash: transactionHash, claimed_at: settledAt } = row;
  return [
    {
      marketId: row.market_id,
      marketContractAddress: row.market_contract_address,
      phase: row.phase,
      closesAt: row.closes_at,
      winningOutcome: row.winning_outcome,
      yesBaseUnits: toBaseUnits(row.yes, decimals) ?? 0n,
      noBaseUnits: toBaseUnits(row.no, decimals) ?? 0n,
      totalYesBaseUnits: BigInt(row.total_yes),
      totalNoBaseUnits: BigInt(row.total_no),
      claim: transactionHash === null || settledAt === null ? null : { transactionHash, settledAt },
    },
  ];
}
