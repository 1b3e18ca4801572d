import { Injectable } from '@nestjs/common';
import { AppError, type Page, toPage } from '@app/common';
import { failAs } from '../fail-as.js';
import type { Market, MarketTerms } from './domain/market.js';
import { keysetOf, type MarketsQuery } from './domain/markets-query.js';
import { MarketsRepository } from './persistence/markets.repository.js';

@Injectable()
export class MarketsService {
  constructor(private readonly markets: MarketsRepository) {}

  /** @throws {AppError} markets_list_failed */
  listMarkets(query: MarketsQuery): Promise<Page<Market>> {
    return failAs('markets_list_failed', async () => {
      const rows = await this.markets.listMarkets(query);
      return toPage(rows, query.page.limit, (market) => keysetOf(market, query.sort));
    });
  }

  /** @throws {AppError} market_not_found, market_get_failed */
  getMarket(id: string): Promise<Market> {
    return failAs('market_get_failed', async () => {
      const market = await this.markets.findMarket(id);
      if (market === null) throw new AppError('market_not_found');
      return market;
    });
  }

  /** Repeating it creates another market. @throws {AppError} invalid_creator_user, market_create_failed */
  createMarket(terms: MarketTerms): Promise<Market> {
    return failAs('market_create_failed', async () => {
      const market = await this.markets.insertMarket(terms);
      if (market === null) throw new AppError('invalid_creator_user');
      return market;
    });
  }
}
