import { ACTION_NAMES, EXECUTION_CHAIN, type Secret } from '@app/common';
import { withClient } from './postgres.js';

/** Agents that trade in the demo markets. Their wallets have no key, so they execute nothing. */
export const DEMO_AGENTS = [
  { agentId: 'agent_demo_iris', address: '0x00000000000000000000000000000000000de301' },
  { agentId: 'agent_demo_mateo', address: '0x00000000000000000000000000000000000de302' },
  { agentId: 'agent_demo_nova', address: '0x00000000000000000000000000000000000de303' },
] as const;

/** Safe to repeat: existing rows stay. */
export async function insertDemoAgents(databaseUrl: Secret): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(
      `WITH agent AS (
         INSERT INTO users (kind, agent_id, wallet_address)
         SELECT 'agent', "agentId", address FROM jsonb_to_recordset($1) AS demo ("agentId" text, address text)
         ON CONFLICT DO NOTHING RETURNING id, agent_id, wallet_address)
       INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
         allowed_actions, status)
       SELECT agent_id, id, wallet_address, agent_id, 'demo', $2, $3, 'active' FROM agent`,
      [JSON.stringify(DEMO_AGENTS), EXECUTION_CHAIN, ACTION_NAMES],
    ),
  );
}
