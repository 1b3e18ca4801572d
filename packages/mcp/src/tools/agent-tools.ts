import {
  ACTION_NAMES,
  type ActionName,
  type AgentWallet,
  type BudgetRule,
  type Presage,
  PresageError,
} from '@presage/sdk';
import { AMOUNT, ID, input, list, NEW_AGENT_ID, NEXT, nullable, object, pick, TEXT } from '../schema.js';
import type { Tool } from '../tool.js';
import { AGENT, BALANCES } from '../views.js';

/** Time for the custody to create the wallet. */
const WALLET_TIMEOUT_MS = 20_000;

/** Answers where the custody does not report balances, or holds no wallet for the agent. */
const NO_BALANCES: readonly string[] = [
  'agent_wallet_chain_invalid',
  'agent_wallet_status_invalid',
  'provider_agent_wallet_balance_failed',
  'provider_agent_wallet_balance_not_configured',
];

interface Balance {
  readonly symbol: string;
  readonly amount: string;
}

export const setupAgent: Tool<{
  agent_id: string;
  allowed_actions?: ActionName[];
  max_trade_amount?: string;
  total_limit?: string;
  valid_until?: string;
  auto_claim?: boolean;
}> = {
  name: 'setup_agent',
  title: 'Set up an agent',
  description:
    'Registers the wallet of an agent unless it has one, and asks the faucet for test tokens if it holds none. Does not change a registered wallet.',
  kind: 'write',
  input: input(
    {
      agent_id: NEW_AGENT_ID,
      allowed_actions: { ...list(TEXT), description: 'By default all' },
      max_trade_amount: { ...AMOUNT, description: 'Limit of each bet' },
      total_limit: { ...AMOUNT, description: 'Limit of all bets together' },
      valid_until: { ...TEXT, description: 'End of bets, RFC 3339' },
      auto_claim: { type: 'boolean', description: 'Claim winnings automatically' },
    },
    'agent_id',
  ),
  output: object({ agent: AGENT, balances: nullable(BALANCES), faucet: TEXT, next: NEXT }),
  run: async ({ agent_id, allowed_actions = [...ACTION_NAMES], ...policy_metadata }, { presage, signal }) => {
    const found = await findWallet(presage, agent_id, signal);
    if (found === null) {
      await presage.request('registerWallet', {
        body: { agent_id, wallet_provider: 'provider_agent_wallet', allowed_actions, policy_metadata },
        signal,
      });
    }
    await presage.addressOf(agent_id, { timeoutMs: WALLET_TIMEOUT_MS, signal });
    const isFunded = await hasTokens(presage, agent_id, signal);
    const faucet = isFunded ? 'not_needed' : await requestTokens(presage, agent_id, signal);
    const { agent_wallet: agent } = await presage.request('getWallet', { path: { agent_id }, signal });
    const balances = await readBalances(presage, agent_id, signal);
    return { agent, balances, faucet, next: { tool: 'find_markets', arguments: {} } };
  },
};

export const freezeAgent: Tool<{ agent_id: string }> = {
  name: 'freeze_agent',
  title: 'Freeze an agent',
  description:
    'Stops bets and new markets of an agent at once, and cancels unsent ones. Claims stay possible. Only the owner can unfreeze.',
  kind: 'destructive',
  input: input({ agent_id: ID }, 'agent_id'),
  output: object({ agent: AGENT }),
  run: async ({ agent_id }, { presage, signal }) => {
    const { agent_wallet: agent } = await presage.request('freezeWallet', { path: { agent_id }, signal });
    return { agent };
  },
};

export const BUDGET_RULES = list(
  object(pick('BudgetRule', 'scope', 'rule', 'limit', 'spent', 'reserved', 'headroom', 'resets_at')),
);

export const getBudget: Tool<{ agent_id: string }> = {
  name: 'get_budget',
  title: 'Read the limits of an agent',
  description: 'Returns the limits of agent and account, with what is spent, reserved and left.',
  kind: 'read',
  input: input({ agent_id: ID }, 'agent_id'),
  output: object({ agent: AGENT, rules: BUDGET_RULES }),
  run: async ({ agent_id }, { presage, signal }) => {
    const { agent_wallet: agent } = await presage.request('getWallet', { path: { agent_id }, signal });
    return { agent, rules: await readBudget(presage, agent_id, signal) };
  },
};

export async function readBudget(presage: Presage, agentId: string, signal: AbortSignal): Promise<BudgetRule[]> {
  return (await presage.request('getBudget', { path: { agent_id: agentId }, signal })).budget.rules;
}

/** Balances as the custody reports them, null where it does not. */
export async function readBalances(presage: Presage, agentId: string, signal: AbortSignal): Promise<Balance[] | null> {
  try {
    const { agent_wallet_balance: balance } = await presage.request('getWalletBalance', {
      path: { agent_id: agentId },
      signal,
    });
    return balance.balances.map(({ token, amount }) => ({ symbol: token.symbol, amount }));
  } catch (error) {
    if (error instanceof PresageError && NO_BALANCES.includes(error.code)) return null;
    throw error;
  }
}

async function findWallet(presage: Presage, agentId: string, signal: AbortSignal): Promise<AgentWallet | null> {
  try {
    return (await presage.request('getWallet', { path: { agent_id: agentId }, signal })).agent_wallet;
  } catch (error) {
    if (error instanceof PresageError && error.code === 'agent_wallet_not_found') return null;
    throw error;
  }
}

async function hasTokens(presage: Presage, agentId: string, signal: AbortSignal): Promise<boolean> {
  const balances = await readBalances(presage, agentId, signal);
  return (balances ?? []).some(({ symbol, amount }) => symbol === 'USDC' && /[1-9]/.test(amount));
}

/** @returns `requested`, or the code with which the faucet refused */
async function requestTokens(presage: Presage, agentId: string, signal: AbortSignal): Promise<string> {
  try {
    await presage.request('requestFaucet', { path: { agent_id: agentId }, signal });
    return 'requested';
  } catch (error) {
    if (error instanceof PresageError && error.status !== null) return error.code;
    throw error;
  }
}
