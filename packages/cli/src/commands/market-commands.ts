import type { Evidence, Market } from '@presage/sdk';
import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { candleView, marketView, minute, percent, quoteView } from '../views.js';
import { example, limitOption, marketArgument, MAX_PAGE, outcomeArgument, take } from './arguments.js';

/** Statuses by the names that commands have for them. */
const STATUSES: Readonly<Record<string, Market['status'] | undefined>> = {
  all: undefined,
  open: 'OPEN',
  closed: 'TRADING_CLOSED',
  resolved: 'RESOLVED',
  settled: 'SETTLED',
  cancelled: 'CANCELLED',
};
const SORTS = ['created_at', '-created_at', 'closes_at', '-closes_at', 'relevance', '-pool', '-last_stake_at'] as const;
interface ListOptions {
  status: string;
  query?: string;
  tag?: string[];
  sort?: (typeof SORTS)[number];
  limit: number;
}
const INTERVALS = ['1m', '5m', '1h', '1d'] as const;

export function addMarketCommands(program: Command, context: Context): void {
  const markets = program.command('markets').description('list markets, read one, quote a bet');
  markets
    .command('list')
    .description('list markets with a contract: best matches, or newest first; by default those that are open')
    .addOption(statusOption())
    .option('--query <text>', 'words, "a phrase", or, -not; at most 64 characters')
    .option('--tag <tags...>', 'tags that the markets have')
    .addOption(new Option('--sort <key>', 'order').choices(SORTS))
    .addOption(limitOption())
    .addHelpText('after', example('markets list --status all --query rain'))
    .action(async ({ status, query: q, tag, sort, limit }: ListOptions) => {
      const query = { status: STATUSES[status], q, tag, sort, limit: MAX_PAGE };
      const found = await take(
        context.presage.list('listMarkets', { query }),
        limit,
        ({ onchain }) => onchain !== null,
      );
      context.printRows(found.map(toMarketRow), marketRowView);
    });
  markets
    .command('show')
    .description('read a market')
    .addHelpText('after', example('markets show rain'))
    .addArgument(marketArgument())
    .action(async (reference: string) => {
      const market = await context.findMarket(reference);
      const evidence = await readEvidence(context, market);
      context.print({ ...market, evidence }, { ...marketView(market), ...(evidence && { evidence: evidence.url }) });
    });
  markets
    .command('quote')
    .description('quote a bet at the present pools')
    .addArgument(marketArgument())
    .addArgument(outcomeArgument())
    .argument('<amount>', 'stake, display units')
    .addHelpText('after', example('markets quote rain yes 5'))
    .action(async (reference: string, outcome: 'yes' | 'no', amount: string) => {
      const { id } = await context.findMarket(reference);
      const query = { outcome: outcome === 'yes' ? 'YES' : 'NO', amount } as const;
      const { quote } = await context.presage.request('getQuote', { path: { id }, query });
      context.print(quote, quoteView(quote));
    });
  markets
    .command('history')
    .description('read the price history, newest first')
    .addHelpText('after', example('markets history rain --interval 1d'))
    .addArgument(marketArgument())
    .addOption(new Option('--interval <interval>', 'length of a candle').choices(INTERVALS).default('1h'))
    .action(async (reference: string, { interval }: { interval: (typeof INTERVALS)[number] }) => {
      const { id } = await context.findMarket(reference);
      const { history } = await context.presage.request('getHistory', { path: { id }, query: { interval } });
      context.printRows(history.candles, candleView);
    });
}

async function readEvidence({ presage }: Context, { id, winning_outcome }: Market): Promise<Evidence | null> {
  if (winning_outcome === null) return null;
  return (await presage.request('getResolution', { path: { market_id: id } })).resolution.evidence;
}

/** Takes the names of the API as well, such as TRADING_CLOSED. */
function statusOption(): Option {
  const option = new Option('--status <status>', 'status of the markets')
    .choices(Object.keys(STATUSES))
    .default('open');
  const { parseArg: parse } = option;
  return option.argParser((text, previous: unknown) => parse?.(text.toLowerCase().replace('trading_', ''), previous));
}

const NO_CONTRACT = {
  ...{ market_id: null, implied_probability_yes: null, yes_pool: null, no_pool: null, market_contract_address: null },
};

function toMarketRow({ id, status, closes_at, title, winning_outcome, onchain }: Market) {
  const { market_id: name, implied_probability_yes: probability_yes, ...contract } = onchain ?? NO_CONTRACT;
  const { yes_pool, no_pool, market_contract_address } = contract;
  const market = { id, name, status, closes_at, probability_yes, yes_pool, no_pool };
  return { ...market, winning_outcome, market_contract_address, title };
}

function marketRowView({ id, name, status, yes_pool, no_pool, ...row }: ReturnType<typeof toMarketRow>): object {
  const { closes_at, probability_yes, winning_outcome: result, title: question } = row;
  const [closes, yes] = [minute(closes_at), percent(probability_yes)];
  return { id, name, status, closes, yes, yes_pool, no_pool, result, question };
}
