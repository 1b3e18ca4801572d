import { Module } from '@nestjs/common';
import { HistoryService } from './history/history.service.js';
import { HistoryRepository } from './history/persistence/history.repository.js';
import { MarketsService } from './markets/markets.service.js';
import { MarketsRepository } from './markets/persistence/markets.repository.js';
import { PositionsRepository } from './positions/persistence/positions.repository.js';
import { PositionsService } from './positions/positions.service.js';
import { QuotesRepository } from './quotes/persistence/quotes.repository.js';
import { QuotesService } from './quotes/quotes.service.js';
import { ResolutionsRepository } from './resolutions/persistence/resolutions.repository.js';
import { ResolutionsService } from './resolutions/resolutions.service.js';
import { SettlementsRepository } from './settlements/persistence/settlements.repository.js';
import { SettlementsService } from './settlements/settlements.service.js';
import { TradesRepository } from './trades/persistence/trades.repository.js';
import { TradesService } from './trades/trades.service.js';

const SERVICES = [
  MarketsService,
  QuotesService,
  HistoryService,
  TradesService,
  PositionsService,
  ResolutionsService,
  SettlementsService,
];

/** Market records and what hangs on them. */
@Module({
  providers: [
    ...SERVICES,
    MarketsRepository,
    QuotesRepository,
    HistoryRepository,
    TradesRepository,
    PositionsRepository,
    ResolutionsRepository,
    SettlementsRepository,
  ],
  exports: SERVICES,
})
export class MarketsModule {}
