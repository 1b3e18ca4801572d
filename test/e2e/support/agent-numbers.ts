import { grouped, money } from '../../../apps/console/src/format/decimal.js';
import type { AgentClient } from './agent-client.js';
import type { Panels } from './shown-values.js';

const KEPT_EVENTS = 50;
const SHOWN_EVENTS = 10;

/**
 * Numbers, times and hashes of the API that the page of an agent shows, by panel.
 * @param profits of the decided markets of the agent, newest first
 */
export async function agentNumbers(
  agent: AgentClient,
  profits: readonly Readonly<Record<'Change, USDC' | 'Profit, USDC', string>>[],
): Promise<Panels> {
  const { agentId } = agent;
  const read = async (path: string): Promise<any> => (await agent.get(path)).body;
  const { agent_wallet: wallet } = await read(`/agent/wallets/${agentId}`);
  const { balances } = (await read(`/agent/wallets/${agentId}/balance`)).agent_wallet_balance;
  const { portfolio } = await read(`/agent/portfolio/${agentId}`);
  const { activity } = await read(`/agent/activity/${agentId}?limit=20`);
  const { head_seq: headSeq } = await read(`/agent/events/${agentId}?limit=1`);
  const { events } = await read(
    `/agent/events/${agentId}?after=${Math.max(0, headSeq - KEPT_EVENTS)}&limit=${KEPT_EVENTS}`,
  );
  const decided = events.filter(({ type }: any) => type === 'payout.claimable').reverse();
  return {
    Wallet: {
      facts: {
        Address: wallet.agent_wallet_address,
        'Maximum stake of one buy': money(wallet.policy_metadata.max_trade_amount),
        Registered: wallet.created_at,
      },
    },
    Balances: { rows: balances.map(({ amount }: any) => ({ Amount: grouped(amount) })) },
    Portfolio: {
      facts: {
        'Cost of undecided stakes': money(portfolio.total_exposure),
        'Open positions': String(portfolio.active_positions_count),
        'Closed or decided positions': String(portfolio.resolved_or_closed_positions_count),
        Claimable: String(portfolio.claimable_refundable_count),
      },
      rows: portfolio.positions.map((one: any) => ({
        ...{ 'Cost, USDC': one.cost, 'Value, USDC': one.current_value, 'Unrealised profit, USDC': one.unrealized_pnl },
        ...{ 'Realised profit, USDC': one.realized_pnl, 'Payout due, USDC': one.claimable },
        'Refund due, USDC': one.refundable,
      })),
    },
    'Profit of decided markets': {
      rows: profits.map((profit, index) => ({ Time: decided[index].at, ...profit })),
    },
    Activity: {
      rows: activity.items.map(({ type, amount, transaction_hash, updated_at }: any) => ({
        'Stake, USDC': amount ?? '–',
        Transaction: type === 'intent' ? '–' : transaction_hash,
        Changed: updated_at,
      })),
    },
    Events: {
      rows: events
        .reverse()
        .slice(0, SHOWN_EVENTS)
        .map(({ seq, at, data }: any) => ({ Seq: String(seq), Details: detailsOf(data), Time: at })),
    },
  };
}

function detailsOf({ action, outcome, winning_outcome, amount, failure_reason }: any): string {
  const words = [action, outcome, winning_outcome, amount && money(amount), failure_reason];
  return words.filter((one) => typeof one === 'string').join(' ');
}
