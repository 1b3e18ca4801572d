import { newAgentId } from '../../conformance/support/agent.js';
import type { McpClient } from '../support/mcp-client.js';

const CLOSES_AT = new Date(Date.now() + 365 * 86_400_000).toISOString();

/** Amount of each bet. */
export const STAKE_BASE_UNITS = 5_000_000n;

/** Arguments of a bet. */
export function buy(agent_id: string, market: string): Record<string, string> {
  return { agent_id, action: 'buy_yes', market, amount: '5', purpose: 'the first bet' };
}

/** Sets up an agent, which creates a market. */
export async function agentWithMarket(mcp: McpClient): Promise<{ agent_id: string; market: string; address: string }> {
  const agent_id = newAgentId();
  const { agent } = await mcp.call('setup_agent', { agent_id });
  return { agent_id, market: await createMarket(mcp, agent_id), address: agent.agent_wallet_address };
}

/** Creates a market. @returns the address of its contract */
export async function createMarket(mcp: McpClient, agent_id: string, texts: object = {}): Promise<string> {
  const { next } = await mcp.call('preview_action', {
    ...{ agent_id, action: 'create_market', purpose: 'open a market' },
    ...{ market_name: agent_id, question: 'Will it rain?', close_timestamp: CLOSES_AT, ...texts },
  });
  const { outcome, execution } = await mcp.call('execute_intent', next.arguments);
  expect({ outcome, reason: execution?.error_message }).toEqual({ outcome: 'executed', reason: null });
  return execution.market_contract_address;
}
