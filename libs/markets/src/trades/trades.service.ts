import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { failAs } from '../fail-as.js';
import type { Trade, TradeTerms } from './domain/trade.js';
import { TradesRepository } from './persistence/trades.repository.js';

@Injectable()
export class TradesService {
  constructor(private readonly trades: TradesRepository) {}

  /**
   * Records what somebody means to trade. Repeating it records another one.
   * @throws {AppError} market_not_found, market_not_open, trade_intent_create_failed
   */
  recordTrade(terms: TradeTerms): Promise<Trade> {
    return failAs('trade_intent_create_failed', async () => {
      const insertion = await this.trades.insertTrade(terms);
      if (insertion === null) throw new AppError('market_not_found');
      if (insertion.trade === null) {
        throw new AppError('market_not_open', { message: `The market is ${insertion.marketStatus}, not OPEN.` });
      }
      return insertion.trade;
    });
  }
}
