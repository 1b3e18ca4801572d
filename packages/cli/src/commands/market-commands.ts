import type { Market } from '@presage/sdk';
import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { example, outcomeArgument } from './arguments.js';

const STATUSES: readonly Market['status'][] = ['OPEN', 'TRADING_CLOSED', 'RESOLVED', 'SETTLED', 'CANCELLED'];
const INTERVALS = ['1m', '5m', '1h', '1d'] as const;
const MAX_LIMIT = 50;

export function addMarketCommands(program: Command, context: Context): void {
  const markets = program.command('markets').description('list markets, read one, quote a bet');
  markets
    .command('list')
    .description('list markets with a contract, newest first')
    .addOption(new Option('--status <status>', 'status of the markets').choices(STATUSES).default('OPEN'))
    .option('--query <text>', 'part of the title, at most 64 characters')
    .addHelpText('after', example('markets list --query rain -o json'))
    .action(async ({ status, query: q }: { status: Market['status']; query?: string }) => {
      const found: object[] = [];
      for await (const market of context.presage.list('listMarkets', { query: { status, q, limit: MAX_LIMIT } })) {
        if (market.onchain !== null) found.push(toRow(market));
        if (found.length === MAX_LIMIT) break;
      }
      context.print(found);
    });
  markets
    .command('show')
    .description('read a market')
    .addHelpText('after', example('markets show 0xe7f1…'))
    .argument('<market>', 'id or contract address')
    .action(async (reference: string) => context.print(await context.presage.findMarket(reference)));
  markets
    .command('quote')
    .description('quote a bet at the present pools')
    .argument('<market>', 'id or contract address')
    .addArgument(outcomeArgument())
    .argument('<amount>', 'stake, display units')
    .addHelpText('after', example('markets quote 0xe7f1… yes 5'))
    .action(async (reference: string, outcome: 'yes' | 'no', amount: string) => {
      const { id } = await context.presage.findMarket(reference);
      const query = { outcome: outcome === 'yes' ? 'YES' : 'NO', amount } as const;
      context.print((await context.presage.request('getQuote', { path: { id }, query })).quote);
    });
  markets
    .command('history')
    .description('read the price history, newest first')
    .addHelpText('after', example('markets history 0xe7f1… --interval 1d'))
    .argument('<market>', 'id or contract address')
    .addOption(new Option('--interval <interval>', 'length of a candle').choices(INTERVALS).default('1h'))
    .action(async (reference: string, { interval }: { interval: (typeof INTERVALS)[number] }) => {
      const { id } = await context.presage.findMarket(reference);
      const { history } = await context.presage.request('getHistory', { path: { id }, query: { interval } });
      context.print(history.candles);
    });
}

function toRow({ id, status, closes_at, title, onchain }: Market): object {
  return {
    id,
    status,
    closes_at,
    probability_yes: onchain?.implied_probability_yes ?? null,
    market_contract_address: onchain?.market_contract_address ?? null,
    title,
  };
}
