import { Injectable } from '@nestjs/common';
import { AppError, toBaseUnits } from '@app/common';
import { quoteOf } from '@app/contracts';
import { failAs } from '../fail-as.js';
import type { MarketQuote, QuoteRequest } from './domain/market-quote.js';
import { QuotesRepository } from './persistence/quotes.repository.js';

/** What a buy would bring, by the pools as far as the chain has been read. */
@Injectable()
export class QuotesService {
  constructor(private readonly quotes: QuotesRepository) {}

  /**
   * @throws {AppError} market_not_found; market_not_open, also for a record without a contract; invalid_query for an
   * amount that is finer than the collateral; market_get_failed
   */
  getQuote({ marketId, outcome, amount }: QuoteRequest): Promise<MarketQuote> {
    return failAs('market_get_failed', async () => {
      const market = await this.quotes.findQuotedMarket(marketId);
      if (market === null) throw new AppError('market_not_found');
      const { status, contract } = market;
      if (contract === null)
        throw new AppError('market_not_open', { message: 'This market has no contract to buy at.' });
      const { decimals, yesPoolBaseUnits: yesBaseUnits, noPoolBaseUnits: noBaseUnits } = contract;
      const amountBaseUnits = toBaseUnits(amount, decimals);
      if (amountBaseUnits === null) {
        throw new AppError('invalid_query', { details: [`amount must have at most ${decimals} fractional digits`] });
      }
      if (status !== 'OPEN') throw new AppError('market_not_open');
      const quote = quoteOf({ pools: { yesBaseUnits, noBaseUnits }, outcome, amountBaseUnits, decimals });
      return { ...quote, marketContractAddress: contract.address, asOfBlock: contract.asOfBlock };
    });
  }
}
