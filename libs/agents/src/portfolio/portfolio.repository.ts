import { Inject, Injectable } from '@nestjs/common';
import { Database, type SqlSession } from '@app/persistence';
import type { Holding, Holdings } from './holding.js';

/** A portfolio shows the markets that the wallet bought into last. One position more than they have shows whether there are others. */
const MAX_PORTFOLIO_MARKETS = 200;

type HeldRow = Holding | { marketContractAddress: null };

interface ReadAt {
  blockNumber: number | null;
  blockTime: Date | null;
  /** Null when nothing is held. */
  isTruncated: boolean | null;
}

/**
 * One statement, so that holdings and block belong together. It has one row without a market when nothing is held.
 * The newest positions of a wallet are read, at most two per market. Every look-up is a subquery with a limit, which
 * no plan turns into a scan of the table.
 */
const SELECT_HOLDINGS_SQL = `
  SELECT i.block_number::float8 AS "blockNumber", i.block_time AS "blockTime", held.*
  FROM chain_index AS i LEFT JOIN (
    SELECT c.market_contract_address AS "marketContractAddress", c.record_id AS "recordId",
      coalesce(named.market_id, c.onchain_id) AS "marketId",
      c.phase, c.closes_at AS "closesAt", side.outcome, trim_scale(side.quantity)::text AS stake,
      trim_scale(side.amount)::text AS due, side.tx_hash AS "transactionHash", side.settled_at AS "settledAt",
      newest.since, newest.is_truncated AS "isTruncated"
    FROM users AS u CROSS JOIN LATERAL (
      SELECT latest.market_id, max(latest.created_at) AS since, count(*) OVER () > ${MAX_PORTFOLIO_MARKETS} AS is_truncated
      FROM (
        SELECT p.market_id, p.created_at FROM positions AS p WHERE p.user_id = u.id
        ORDER BY p.created_at DESC, p.id DESC LIMIT ${2 * MAX_PORTFOLIO_MARKETS + 1}
      ) AS latest GROUP BY latest.market_id ORDER BY since DESC, latest.market_id LIMIT ${MAX_PORTFOLIO_MARKETS}
    ) AS newest CROSS JOIN LATERAL (
      SELECT * FROM chain_markets AS m WHERE m.record_id = newest.market_id LIMIT 1
    ) AS c LEFT JOIN LATERAL (
      SELECT n.market_id FROM executions AS e JOIN agent_intents AS n ON n.id = e.intent_id
      WHERE e.agent_id = $2 AND e.market_contract_address = c.market_contract_address
        AND e.action IN ('buy_yes', 'buy_no') AND e.broadcast_performed
      ORDER BY e.created_at DESC LIMIT 1
    ) AS named ON true CROSS JOIN LATERAL (
      SELECT p.outcome, p.quantity, s.* FROM positions AS p LEFT JOIN LATERAL (
        SELECT amount, tx_hash, settled_at FROM settlements
        WHERE market_id = p.market_id AND user_id = p.user_id AND outcome = p.outcome LIMIT 1
      ) AS s ON true
      WHERE p.market_id = newest.market_id AND p.user_id = u.id AND p.quantity > 0 LIMIT 2
    ) AS side
    WHERE u.wallet_address = $1
  ) AS held ON true
  ORDER BY held.since DESC, held."marketContractAddress", held.outcome DESC`;

@Injectable()
export class PortfolioRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /**
   * Reads a wallet's holdings from the indexed events, for transactions of any sender.
   *
   * @param agentWalletAddress lower-case
   */
  async readHoldings(agentId: string, agentWalletAddress: string): Promise<Holdings> {
    const rows = await this.sql.query<HeldRow & ReadAt>(SELECT_HOLDINGS_SQL, [agentWalletAddress, agentId]);
    const [first] = rows;
    if (first === undefined || first.blockNumber === null || first.blockTime === null) {
      return { block: null, holdings: [], isTruncated: false };
    }
    return {
      block: { blockNumber: first.blockNumber, blockTime: first.blockTime },
      holdings: rows.filter((row) => row.marketContractAddress !== null),
      isTruncated: first.isTruncated === true,
    };
  }
}
