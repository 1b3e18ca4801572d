import type { ActivityItem } from '@presage/sdk';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { minute, positionView } from '../views.js';
import { example, limitOption, MAX_PAGE, take } from './arguments.js';

export function addPortfolioCommands(program: Command, context: Context): void {
  program
    .command('portfolio')
    .description('read what the agent holds, its profit, and what it can claim')
    .addHelpText('after', example('portfolio'))
    .action(async () => {
      const portfolio = await readPortfolio(context);
      const { positions, settlements, ...summary } = portfolio;
      if (context.format === 'json') return context.print(portfolio);
      context.print({ ...summary, settlements: settlements.length });
      context.terminal.out('\n');
      context.printRows(positions, positionView);
    });
  program
    .command('positions')
    .description('list the stakes of the agent, with the command that claims each')
    .addHelpText('after', example('positions'))
    .action(async () => context.printRows((await readPortfolio(context)).positions, positionView));
  program
    .command('activity')
    .description('list the intents of the agent and their executions, newest first')
    .addOption(limitOption())
    .addHelpText('after', example('activity --limit 10'))
    .action(async ({ limit }: { limit: number }) => {
      const parts = { path: { agent_id: context.agentId }, query: { limit: Math.min(limit, MAX_PAGE) } };
      context.printRows(await take(context.presage.list('listActivity', parts), limit), activityView);
    });
}

async function readPortfolio({ presage, agentId }: Context) {
  return (await presage.request('getPortfolio', { path: { agent_id: agentId } })).portfolio;
}

function activityView({
  created_at,
  market_id: market,
  transaction_hash,
  error_message,
  ...item
}: ActivityItem): object {
  const { type, action, amount, status, intent_id } = item;
  const [at, result] = [minute(created_at), transaction_hash ?? error_message];
  return { at, type, action, market, amount, status, result, intent_id };
}
