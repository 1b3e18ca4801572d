import { Module } from '@nestjs/common';
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
    TradesRepository,
    PositionsRepository,
    ResolutionsRepository,
    SettlementsRepository,
  ],
  exports: SERVICES,
})
export class MarketsModule {}
