import { ACTION_NAMES, PresageError } from '@presage/sdk';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { example } from './arguments.js';

/** Time for the custody to create the wallet. */
const WALLET_TIMEOUT_MS = 60_000;

interface SetupOptions {
  readonly maxTradeAmount?: string;
  readonly totalLimit?: string;
  readonly validUntil?: string;
  readonly autoClaim?: boolean;
  readonly faucet: boolean;
}

export function addAgentCommands(program: Command, context: Context): void {
  const agent = program.command('agent').description('set up an agent, read it, freeze it');
  agent
    .command('setup')
    .description('register the wallet of the agent, and ask the faucet for test tokens if it has none')
    .option('--max-trade-amount <amount>', 'limit of each bet, display units')
    .option('--total-limit <amount>', 'limit of all bets together, display units')
    .option('--valid-until <time>', 'end of bets and new markets, RFC 3339')
    .option('--auto-claim', 'claim payouts and refunds automatically')
    .option('--no-auto-claim', 'leave claims to the agent')
    .option('--no-faucet', 'neither ask the faucet nor read balances')
    .addHelpText('after', example('--agent agent_alice_01 agent setup --max-trade-amount 50'))
    .action(async ({ faucet, maxTradeAmount, totalLimit, validUntil, autoClaim }: SetupOptions) => {
      const { presage, agentId } = context;
      const registered = await findWallet(context);
      await presage.request('registerWallet', {
        body: {
          agent_id: agentId,
          wallet_provider: 'provider_agent_wallet',
          allowed_actions: registered?.allowed_actions ?? ACTION_NAMES,
          // The body leaves out what is undefined.
          policy_metadata: {
            ...{ max_trade_amount: maxTradeAmount, total_limit: totalLimit, valid_until: validUntil },
            auto_claim: autoClaim,
          },
        },
      });
      await presage.addressOf(agentId, { timeoutMs: WALLET_TIMEOUT_MS });
      if (!faucet) return context.print(await readWallet(context));
      if (!(await hasTokens(context))) await requestTokens(context);
      await show(context);
    });
  agent
    .command('faucet')
    .description('ask the faucet for more test tokens')
    .addHelpText('after', example('agent faucet'))
    .action(async () => {
      await context.presage.request('requestFaucet', { path: { agent_id: context.agentId } });
      await show(context);
    });
  agent
    .command('show')
    .description('read the wallet of the agent and its balances')
    .addHelpText('after', example('agent show'))
    .action(() => show(context));
  agent
    .command('budget')
    .description('read the limits of the agent and its account, with what is left of each')
    .addHelpText('after', example('agent budget'))
    .action(async () => {
      const { budget } = await context.presage.request('getBudget', { path: { agent_id: context.agentId } });
      const end = { scope: 'agent', rule: 'valid_until', limit: budget.valid_until };
      context.print([...budget.rules, ...(end.limit === null ? [] : [end])]);
    });
  agent
    .command('account')
    .description('read the scopes and agents of the API key, its rate, and the limits of its account')
    .addHelpText('after', example('agent account'))
    .action(async () => context.print((await context.presage.request('getAccount')).account));
  agent
    .command('freeze')
    .description('stop bets and new markets at once; claims stay possible')
    .addHelpText('after', example('agent freeze'))
    .action(async () => {
      const { agent_wallet: wallet } = await context.presage.request('freezeWallet', {
        path: { agent_id: context.agentId },
      });
      context.print(wallet);
    });
}

async function show(context: Context): Promise<void> {
  const wallet = await readWallet(context);
  const balances = (await readBalances(context)).map(({ token: { symbol, address }, amount }) => ({
    ...{ symbol, amount, token_address: address },
  }));
  const texts = balances.map(({ symbol, amount }) => `${amount} ${symbol}`);
  context.print({ ...wallet, balances }, { ...wallet, balances: texts });
}

async function hasTokens(context: Context): Promise<boolean> {
  const balances = await readBalances(context);
  return balances.some(({ token, amount }) => token.symbol === 'USDC' && Number(amount) > 0);
}

async function requestTokens({ presage, agentId }: Context): Promise<void> {
  try {
    await presage.request('requestFaucet', { path: { agent_id: agentId } });
  } catch (error) {
    // Asked for within the last minute, perhaps by a command that was interrupted.
    if (!(error instanceof PresageError && error.code === 'rate_limited')) throw error;
  }
}

async function readBalances({ presage, agentId }: Context) {
  const { agent_wallet_balance: balance } = await presage.request('getWalletBalance', { path: { agent_id: agentId } });
  return balance.balances;
}

async function readWallet({ presage, agentId }: Context) {
  const { agent_wallet: wallet } = await presage.request('getWallet', { path: { agent_id: agentId } });
  return wallet;
}

async function findWallet(context: Context) {
  try {
    return await readWallet(context);
  } catch (error) {
    if (error instanceof PresageError && error.code === 'agent_wallet_not_found') return null;
    throw error;
  }
}
