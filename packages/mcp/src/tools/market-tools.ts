import type { Evidence, Market, Presage } from '@presage/sdk';
import { AMOUNT, input, list, MARKET_REFERENCE, object, TEXT } from '../schema.js';
import type { Tool } from '../tool.js';
import { MARKET_DETAILS, MARKET_SUMMARY, marketView, QUOTE } from '../views.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 20;
const PAGE_SIZE = 50;
/** Records that one call looks through: those without a contract are passed over. */
const MAX_RECORDS = 500;

const SORTS = ['closes_at', '-pool', '-last_stake_at'] as const;
type Sort = (typeof SORTS)[number];

export const findMarkets: Tool<{ query?: string; status?: Market['status']; sort?: Sort; limit?: number }> = {
  name: 'find_markets',
  title: 'Find markets',
  description: 'Lists markets with a contract, by default open ones: best matches of query, else newest first.',
  kind: 'read',
  input: input({
    query: { type: 'string', maxLength: 64, description: 'Words, "a phrase", or, -not' },
    status: { type: 'string', enum: ['OPEN', 'TRADING_CLOSED', 'RESOLVED', 'SETTLED', 'CANCELLED'] },
    sort: { type: 'string', enum: [...SORTS] },
    limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT },
  }),
  output: object({ markets: list(MARKET_SUMMARY) }),
  run: async ({ query: q, status = 'OPEN', sort, limit = DEFAULT_LIMIT }, { presage, signal }) => {
    const query = { q, status, sort, limit: PAGE_SIZE, ...(status === 'OPEN' && { tradable: 'true' as const }) };
    const markets: Market[] = [];
    let records = 0;
    for await (const market of presage.list('listMarkets', { query, signal })) {
      if (market.onchain !== null) markets.push(market); // others are records without a contract
      if (markets.length === limit || ++records === MAX_RECORDS) break;
    }
    return { markets: markets.map((market) => marketView(market)) };
  },
};

export const getMarket: Tool<{ market: string }> = {
  name: 'get_market',
  title: 'Read a market',
  description: 'Returns a market with its pools and its resolution terms.',
  kind: 'read',
  input: input({ market: MARKET_REFERENCE }, 'market'),
  output: object({ market: MARKET_DETAILS }),
  run: async ({ market: reference }, { presage, signal }) => {
    const market = await presage.findMarket(reference, { signal });
    return { market: marketView(market, await readEvidence(presage, market, signal)) };
  },
};

async function readEvidence(
  presage: Presage,
  { id, winning_outcome }: Market,
  signal: AbortSignal,
): Promise<Evidence | null> {
  if (!winning_outcome) return null;
  const { resolution } = await presage.request('getResolution', { path: { market_id: id }, signal });
  return resolution.evidence;
}

export const quoteBet: Tool<{ market: string; outcome: 'YES' | 'NO'; amount: string }> = {
  name: 'quote_bet',
  title: 'Quote a bet',
  description: 'Returns the payout of a bet at the present pools. Later bets change it.',
  kind: 'read',
  input: input(
    { market: MARKET_REFERENCE, outcome: { type: 'string', enum: ['YES', 'NO'] }, amount: AMOUNT },
    ...['market', 'outcome', 'amount'],
  ),
  output: object({ quote: QUOTE, worst_case: TEXT }),
  run: async ({ market: reference, outcome, amount }, { presage, signal }) => {
    const { id } = await presage.findMarket(reference, { signal });
    const { quote } = await presage.request('getQuote', { path: { id }, query: { outcome, amount }, signal });
    return { quote, worst_case: `-${quote.amount}` };
  },
};
