import { Injectable } from '@nestjs/common';
import { AppError, toPage } from '@app/common';
import { failAs } from '../fail-as.js';
import type { History, HistoryQuery } from './domain/candle.js';
import { HistoryRepository } from './persistence/history.repository.js';

/** How a market's price moved, as far as the chain has been read. */
@Injectable()
export class HistoryService {
  constructor(private readonly history: HistoryRepository) {}

  /** Empty for a record without a contract. @throws {AppError} market_not_found; market_get_failed */
  getHistory(query: HistoryQuery): Promise<History> {
    return failAs('market_get_failed', async () => {
      const found = await this.history.findHistory(query);
      if (found === null) throw new AppError('market_not_found');
      const page = toPage(found.candles, query.limit, ({ startAt }) => ({ at: startAt, id: query.interval }));
      return { candles: page.items, next: page.next, asOfBlock: found.asOfBlock };
    });
  }
}
