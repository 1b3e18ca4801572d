import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OPEN_STAKES_FUNCTION } from './1790000000049-budget-rules.js';

/**
 * Looks up open stakes by the executions that are unfinished or not indexed yet. `OFFSET 0` keeps this order: the planner
 * would otherwise read the whole history of a wallet, because it does not know the indexed block. The rules keep their plan,
 * because planning them takes five times as long as running them.
 */
export class OpenStakes1790000000053 implements MigrationInterface {
  name = 'OpenStakes1790000000053';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION open_stakes(of_wallets uuid[])
      RETURNS TABLE (market text, spent numeric, reserved numeric) LANGUAGE sql STABLE AS $$
        SELECT market, sum(spent), sum(reserved) FROM (
          SELECT s.market_contract_address AS market, s.stake_base_units * i.base_unit AS spent, 0 AS reserved
          FROM agent_wallets AS w JOIN chain_stakes AS s ON s.account = w.agent_wallet_address AND s.is_open
            CROSS JOIN chain_index AS i
          WHERE w.id = ANY (of_wallets)
          UNION ALL
          SELECT e.market_contract_address, CASE WHEN e.is_executed THEN n.amount ELSE 0 END,
            CASE WHEN e.is_executed THEN 0 ELSE n.amount END
          FROM (
            SELECT live.* FROM unnest(of_wallets) AS w (id) CROSS JOIN LATERAL (
              SELECT e.intent_id, e.ref, e.agent_wallet_address, e.market_contract_address, false AS is_executed
              FROM executions AS e WHERE e.lane_id = w.id AND e.action IN ('buy_yes', 'buy_no')
                AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')
              OFFSET 0) AS live
            UNION ALL
            SELECT recent.* FROM (
              SELECT step.execution_id FROM execution_steps AS step WHERE step.kind = 'main'
                AND step.block_number > coalesce((SELECT block_number FROM chain_index), -1)
              OFFSET 0
            ) AS step CROSS JOIN LATERAL (
              SELECT e.intent_id, e.ref, e.agent_wallet_address, e.market_contract_address, true
              FROM executions AS e WHERE e.id = step.execution_id AND e.status = 'executed'
                AND e.lane_id = ANY (of_wallets) AND e.action IN ('buy_yes', 'buy_no')
              OFFSET 0) AS recent
          ) AS e CROSS JOIN LATERAL (SELECT amount FROM agent_intents WHERE id = e.intent_id OFFSET 0) AS n
          WHERE NOT EXISTS (
            SELECT FROM chain_events AS event WHERE event.ref = e.ref AND event.account = e.agent_wallet_address OFFSET 0)
        ) AS stakes GROUP BY market
      $$;
      ALTER FUNCTION budget_rules SET plan_cache_mode = force_generic_plan`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${OPEN_STAKES_FUNCTION} ALTER FUNCTION budget_rules RESET plan_cache_mode`);
  }
}
