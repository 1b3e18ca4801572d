import { Inject, Injectable } from '@nestjs/common';
import { type Action, AUTO_CLAIM_CLIENT } from '@app/common';
import { LIVE_STATUS_LIST } from '@app/engine';
import { Database, type SqlSession } from '@app/persistence';

/** A payout or refund that a worker is to claim. */
export interface DueClaim {
  agentId: string;
  /** Of the wallet when it was read. A change of the policy raises it. */
  policyVersion: string;
  action: Extract<Action, 'claim_payout' | 'claim_refund'>;
  userWallet: string;
  /** Name that the agent's latest buy used for the market, or else the id of its record. */
  marketId: string;
  marketContractAddress: string;
  /** Automatic claim that has failed, or was confirmed and not accepted; null for a claim without one. */
  intentId: string | null;
  /** Earlier automatic claims of the market that were cancelled, or were of the other action. */
  others: number;
}

/** Time from a failed claim to the next one: 10 s, doubled with each, up to an hour. */
const RETRY_PAUSE = `least(interval '5 s' * 2 ^ least(n.executions_count, 12), interval '1 hour')`;

/**
 * The whole set: wallets with `auto_claim`, and what the index shows as unclaimed of them. It is small, because claims leave it
 * when they are indexed. A stopped claim leaves it too: one that its owner has cancelled has no failed step. Every look-up is
 * a subquery with OFFSET 0 or a limit, which no plan turns into a scan of the table.
 */
const SELECT_DUE_CLAIMS_SQL = `
  SELECT due.agent_id AS "agentId", due.policy_version::text AS "policyVersion", due.action, due.user_wallet AS "userWallet",
    coalesce((SELECT n.market_id FROM executions AS e JOIN agent_intents AS n ON n.id = e.intent_id
      WHERE e.agent_id = due.agent_id AND e.market_contract_address = due.address
        AND e.action IN ('buy_yes', 'buy_no') AND e.broadcast_performed
      ORDER BY e.created_at DESC LIMIT 1), due.record_id::text) AS "marketId",
    due.address AS "marketContractAddress", earlier."intentId", earlier.others
  FROM (
    SELECT w.id AS lane_id, w.agent_id, w.policy_version, coalesce(w.user_wallet, w.agent_wallet_address) AS user_wallet,
      w.allowed_actions, m.market_contract_address AS address, m.record_id, m.phase_at,
      CASE m.phase WHEN 'cancelled' THEN 'claim_refund' ELSE 'claim_payout' END AS action
    FROM agent_wallets AS w CROSS JOIN LATERAL (
      SELECT DISTINCT market_id FROM settlements WHERE tx_hash IS NULL
        AND user_id = (SELECT id FROM users WHERE wallet_address = w.agent_wallet_address) OFFSET 0
    ) AS s CROSS JOIN LATERAL (
      SELECT * FROM chain_markets WHERE record_id = s.market_id AND phase IN ('resolved', 'cancelled') LIMIT 1
    ) AS m
    WHERE w.auto_claim AND w.status = 'active' AND (SELECT head_number FROM chain_index) - $1 + 1 >= (
      SELECT block_number FROM chain_events AS e
      WHERE e.market_contract_address = m.market_contract_address AND e.name IN ('Closed', 'Resolved', 'Cancelled')
      ORDER BY block_number DESC, log_index DESC LIMIT 1)
  ) AS due CROSS JOIN LATERAL (
    SELECT max(n.id) FILTER (WHERE n.status IN ('failed', 'confirmed') AND n.action = due.action) AS "intentId",
      count(*) FILTER (WHERE n.status = 'cancelled' OR n.action <> due.action)::integer AS others,
      coalesce(bool_or(CASE n.status WHEN 'executed' THEN true WHEN 'failed' THEN n.updated_at + ${RETRY_PAUSE} > now()
        WHEN 'cancelled' THEN (SELECT true FROM execution_steps
          WHERE execution_id = n.current_execution_id AND failure_reason IS NOT NULL LIMIT 1) IS NULL END), false) AS is_stopped
    FROM agent_intents AS n
    WHERE n.agent_id = due.agent_id AND n.market_contract_address = due.address AND n.source_client = '${AUTO_CLAIM_CLIENT}'
  ) AS earlier
  WHERE NOT earlier.is_stopped AND due.action = ANY (due.allowed_actions) AND (
    SELECT true FROM executions AS e WHERE e.lane_id = due.lane_id AND e.status IN ${LIVE_STATUS_LIST}
      AND e.action IN ('claim_payout', 'claim_refund') AND e.market_contract_address = due.address LIMIT 1) IS NULL
  ORDER BY due.phase_at, due.address`;

@Injectable()
export class DueClaimsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Lists the claims whose resolution or cancellation is that deep, its own block included, the oldest first. */
  list(confirmations: number): Promise<DueClaim[]> {
    return this.sql.query<DueClaim>(SELECT_DUE_CLAIMS_SQL, [confirmations]);
  }
}
