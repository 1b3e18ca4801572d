import { Injectable } from '@nestjs/common';
import { computeQuote, type Quote } from '@app/chain';
import { AppError, toBaseUnits } from '@app/common';
import { Database } from '@app/persistence';
import { EFFECTIVE_STATUS } from './markets/market-columns.js';
import type { MarketStatus, Outcome } from './markets/market.js';

export interface QuoteRequest {
  marketId: string;
  outcome: Outcome;
  /** Display units, greater than 0. */
  amount: string;
}

/** A quote and the block of the pools that it was computed from. */
export interface MarketQuote extends Quote {
  /** Lower-case. */
  marketContractAddress: string;
  asOfBlock: number;
}

/** A market with its pools, which are null for a record without a contract. */
type QuotedMarket = { status: MarketStatus } & (
  | { address: null }
  | { address: string; yesBaseUnits: string; noBaseUnits: string; decimals: number; asOfBlock: number }
);

/** One statement, so that pools and block belong together. */
const QUOTED_MARKET_SQL = `
  SELECT market.status, c.market_contract_address AS address, c.yes_pool_base_units AS "yesBaseUnits",
    c.no_pool_base_units AS "noBaseUnits", scale(i.base_unit) AS decimals, i.block_number::float8 AS "asOfBlock"
  FROM (SELECT id, ${EFFECTIVE_STATUS} AS status FROM markets WHERE id = $1) AS market
  LEFT JOIN chain_markets AS c ON c.record_id = market.id LEFT JOIN chain_index AS i ON true`;

@Injectable()
export class QuotesService {
  constructor(private readonly database: Database) {}

  /**
   * @throws {AppError} market_not_found; market_not_open, also for a record without a contract; invalid_query for an
   * amount finer than the collateral
   */
  async getQuote({ marketId, outcome, amount }: QuoteRequest): Promise<MarketQuote> {
    const market = await this.database.queryOne<QuotedMarket>(QUOTED_MARKET_SQL, [marketId]);
    if (market === null) throw new AppError('market_not_found');
    if (market.address === null) {
      throw new AppError('market_not_open', { message: 'This market has no contract.' });
    }
    const { decimals, address: marketContractAddress, asOfBlock } = market;
    const amountBaseUnits = toBaseUnits(amount, decimals);
    if (amountBaseUnits === null) {
      throw new AppError('invalid_query', { details: [`amount must have at most ${decimals} fractional digits`] });
    }
    if (market.status !== 'OPEN') throw new AppError('market_not_open');
    const pools = { yesBaseUnits: BigInt(market.yesBaseUnits), noBaseUnits: BigInt(market.noBaseUnits) };
    return { ...computeQuote({ pools, outcome, amountBaseUnits, decimals }), marketContractAddress, asOfBlock };
  }
}
